import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type LabelRow,
  LabelTable,
  parseLabels,
  readLabels,
} from "../../../lib/data/labels.ts";
import { withCountry } from "../../../lib/data/places/countries.ts";
import {
  type Cidr,
  cidrContains,
  formatCidr,
  unmapIpv4Cidr,
} from "../../../lib/net/cidr.ts";
import { cidr, ip } from "../net/arbitraries.ts";
import { forAll } from "../../support/for_all.ts";
import { tempFolder } from "../../support/temp_folder.ts";

const asIs = (facts: LabelRow["facts"]) => ({ ...facts });

/** The block, facts and type of each row, and the faults. */
function parsed(text: string) {
  const { rows, faults } = parseLabels(text, asIs);
  const shown = rows.map(({ cidr, facts, type }) =>
    [formatCidr(cidr), facts, type].filter((one) => one !== undefined)
  );
  return { rows: shown, faults };
}

const block = "10.0.0.0/8";

const cases = [
  [`${block},DE,DE-BE,Berlin,10115,LAN,Behind the shelf,residential`, {
    countryCode: "DE",
    region: "Berlin",
    city: "Berlin",
    zip: "10115",
    label: "LAN",
    note: "Behind the shelf",
  }, "residential"],
  [`${block},,,,,Tunnel,,VPN`, { label: "Tunnel" }, "vpn"],
  [` ${block} , de `, { countryCode: "DE" }],
  ["10.1.2.3/8", {}],
  [`"${block}",,,,,"A, B","say ""hi""",`, { label: "A, B", note: 'say "hi"' }],
  [`${block},,,,,<b>LAN</b>,,,`, { label: "<b>LAN</b>" }],
] as const;
for (const [line, ...row] of cases) {
  Deno.test(`parseLabels - reads ${line}`, () =>
    assert.deepEqual(parsed(line), { rows: [[block, ...row]], faults: [] }));
}

function noRegion(code: string, country: string) {
  return `"${code}" is not the ISO 3166-2 code of a region of "${country}"`;
}

const samples = [
  ["10.0.0.0/33", '"10.0.0.0/33" is not an address or a block'],
  ["LAN,10.0.0.0/8", '"LAN" is not an address or a block'],
  [`${block},XX`, '"XX" is not the code of a country'],
  [`${block},DE,Bavaria`, noRegion("Bavaria", "DE")],
  [`${block},DE,US-CA`, noRegion("US-CA", "DE")],
  [`${block},,DE-BY`, noRegion("DE-BY", "")],
  [`${block},,,Berlin`, "a city needs a country"],
  [`${block},DE,,<b>`, "the city is not plain text"],
  [`${block},,,,${"1".repeat(21)}`, "the zip is over 20 characters long"],
  [`${block},,,,,${"x".repeat(81)}`, "the label is over 80 characters long"],
  [`${block},,,,,,${"x".repeat(301)}`, "the note is over 300 characters long"],
  [`${block},,,,,a\u0007b`, "the label has control characters"],
  [
    `${block},,,,,,,lan`,
    '"lan" is not one of residential, commercial, hosting, mobile, satellite, vpn, proxy',
  ],
  [`${block},,,,,,,,more`, "it has over 8 fields"],
  [`"${block},,,,,LAN`, "it is not CSV"],
] as const;
for (const [line, reason] of samples) {
  Deno.test(`parseLabels - reports "${reason}" and keeps the other lines`, () =>
    assert.deepEqual(parsed(`192.0.2.0/24\n${line}\r\n\n::/0`), {
      rows: [["192.0.2.0/24", {}], ["::/0", {}]],
      faults: [{ line: 2, reason }],
    }));
}

Deno.test("parseLabels - ignores comments, blank lines and a heading", () =>
  assert.deepEqual(
    parsed("ip_prefix,country,region,city,postal,label\n# a\n \r\n fd00::/8\n"),
    { rows: [["fd00::/8", {}]], faults: [] },
  ));

const twice = `line 1 is about ${block}, too`;

Deno.test("parseLabels - reports a block's second line, however it is written", () =>
  assert.deepEqual(parsed(`${block},DE\n::ffff:10.9.9.9/104,FR\n${block},IT`), {
    rows: [[block, { countryCode: "DE" }]],
    faults: [{ line: 2, reason: twice }, { line: 3, reason: twice }],
  }));

Deno.test("parseLabels - adds what follows from a place", () => {
  const [{ facts }] = parseLabels(`${block},CH`, withCountry).rows;
  assert.equal(facts.timezone, "Europe/Zurich");
  assert.equal(facts.country, "Switzerland");
});

Deno.test("readLabels - reports twenty lines, and how many more are faulty", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/a`;
  const read = async (faulty: number, good = "10.0.0.0/8,DE") => {
    await Deno.writeTextFile(path, `${good}\n${"x\n".repeat(faulty)}`);
    const reported: string[] = [];
    const report = (place: string, reason: string) =>
      reported.push(`${place}: ${reason}`);
    assert(await readLabels(path, asIs, report) instanceof LabelTable);
    return reported;
  };
  const lines = [...Array(20).keys()].map((i) =>
    `${path}, line ${i + 2}: "x" is not an address or a block`
  );
  assert.deepEqual(await read(20), lines);
  const more = `${path}: 1 more lines are faulty`;
  assert.deepEqual(await read(21), [...lines, more]);
  assert.deepEqual(await read(0), []);
  assert.deepEqual(await read(0, "# nothing"), []);
  const message =
    'no line of it can be used; line 2: "x" is not an address or a block';
  await assert.rejects(read(2, "# nothing"), { message });
});

const field = fc.oneof(
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(...'",;# \t\r\nDE-Ba1'), maxLength: 8 }),
  cidr.map(formatCidr),
);

const line = fc.array(field, { maxLength: 9 }).map((fields) => fields.join());

Deno.test("parseLabels - gives each line a row or a fault, whatever it contains", () =>
  forAll([fc.array(line)], (lines) => {
    const text = lines.join("\n");
    const { rows, faults } = parseLabels(text, asIs);
    const all = text.split(/\r\n|\n|\r/);
    const contents = all.filter((line, i) =>
      !/^\s*(?:#|$)/.test(line) && !(i === 0 && /^ip_prefix/.test(line))
    );
    assert.equal(rows.length + faults.length, contents.length);
    const blocks = rows.map(({ cidr }) => formatCidr(cidr));
    assert.equal(new Set(blocks).size, blocks.length);
    // A faulty line changes nothing for the others.
    const bad = new Set(faults.map(({ line }) => line));
    const rest = all.map((line, i) => bad.has(i + 1) ? "" : line).join("\n");
    assert.deepEqual(parseLabels(rest, asIs), { rows, faults: [] });
  }));

Deno.test("LabelTable.find - returns the label of the narrowest block", () =>
  forAll([
    fc.uniqueArray(cidr.map(unmapIpv4Cidr), { selector: formatCidr }),
    fc.array(ip),
  ], (cidrs, others) => {
    const rows = cidrs.map((cidr: Cidr) => ({ cidr, facts: {} }));
    const table = new LabelTable(rows);
    for (const one of [...others, ...cidrs.map(({ address }) => address)]) {
      const [narrowest] = rows.filter(({ cidr }) => cidrContains(cidr, one))
        .sort((a, b) => b.cidr.prefixLength - a.cidr.prefixLength);
      assert.equal(table.find(one), narrowest);
    }
  }));
