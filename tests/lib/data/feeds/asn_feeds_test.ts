import assert from "node:assert/strict";
import fc from "fast-check";
import { AsnClasses, loadAsns } from "../../../../lib/data/stored_lists.ts";
import {
  compileAsnClasses,
  compileAsnNames,
  compileAsnRanges,
  compileAsns,
  parseTaggedAsns,
} from "../../../../lib/data/feeds/asn_feeds.ts";
import {
  assertFails,
  compiled,
  testHostile,
  withDownload,
} from "./downloads.ts";
import { NETWORKS } from "../table_feeds.ts";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { ipv4FromValue } from "../../../../lib/net/ip_address.ts";
import { ip } from "../../../support/address.ts";
import { forAllAsync } from "../../../support/for_all.ts";

const tagged = (source: string, target: string) =>
  compileAsns(parseTaggedAsns, source, target);
const classes = compileAsnClasses;
const asn = fc.integer({ min: 1, max: 0xffff_ffff });

Deno.test("compileAsns - writes each number once, whatever the names", async () => {
  const { entries, builtAt, stored } = await compiled(
    tagged,
    'AS64500,"Example, ""Inc"""\r\nAS64501,Plain\nAS64500,"Again"\n',
  );
  assert.deepEqual([...loadAsns(stored)], [64500, 64501]);
  assert.deepEqual({ entries, builtAt }, { entries: 2, builtAt: null });
});

Deno.test("compileAsns - loadAsns reads its output", () =>
  forAllAsync([
    // A list of which half is repeated is refused.
    fc.uniqueArray(asn, { minLength: 1 }),
    fc.string({ unit: "grapheme", maxLength: 30 }),
  ], async (asns, name) => {
    const quoted = name.replaceAll("\0", "").replaceAll('"', '""');
    const csv = asns.map((asn) => `AS${asn},"${quoted}"`).join("\n");
    const { stored } = await compiled(tagged, csv);
    assert.deepEqual(loadAsns(stored), new Set(asns));
  }, { numRuns: 40 }));

Deno.test("compileAsnClasses - writes the classes by number, except unknown ones", async () => {
  const { entries, builtAt, stored } = await compiled(
    classes,
    "asn,name,class,cc\n" +
      'AS100,"Example, Inc.",Content,US\n' +
      "AS10000,Beispiel GmbH,Eyeball,DE\n" +
      "AS20,No class,,DE\n" +
      "AS21,Not known,Unknown,DE\n" +
      "AS7,Three columns,Content\n",
  );
  const table = new AsnClasses(stored);
  assert.deepEqual(
    [...loadAsns(stored)].map((asn) => [asn, table.classOf(asn)]),
    [[7, "Content"], [100, "Content"], [10000, "Eyeball"]],
  );
  assert.deepEqual({ entries, builtAt }, { entries: 3, builtAt: null });
});

Deno.test("compileAsnClasses - AsnClasses reads its output", async () => {
  const rows = fc.uniqueArray(
    fc.tuple(asn, fc.constantFrom("Eyeball", "Content", "Carrier")),
    { minLength: 1, selector: ([asn]) => asn },
  );
  await forAllAsync([rows, asn], async (rows, other) => {
    const csv = rows.map(([asn, word]) => `AS${asn},"n",${word},US`);
    const { stored } = await compiled(classes, csv.join("\n"));
    const table = new AsnClasses(stored);
    for (const [asn, word] of rows) assert.equal(table.classOf(asn), word);
    assert.equal(table.classOf(other), new Map(rows).get(other));
  }, { numRuns: 40 });
});

Deno.test("compileAsnClasses - rejects rows without classes, and too many classes", async () => {
  const many = Array.from({ length: 257 }, (_, i) => `AS${i + 1},a,c${i}\n`);
  const cases = [
    ["AS1,a,,US\n", "it has no classes"],
    ["AS1,a\n", "1 of 1 entries are invalid"],
    ["AS1,a,<script>,US\n", "1 of 1 entries are invalid"],
    ["AS1,a,,US\nAS1,a,Content,US\n", "1 of 2 entries are repeated"],
    [many.join(""), "it has 257 classes"],
  ];
  for (const [csv, message] of cases) await assertFails(classes, csv, message);
});

testHostile("compileAsns, compileAsnClasses", tagged, classes);

const now = () => Date.UTC(2026, 10, 21);
const organizations = () => Promise.resolve(new Map([[15169, "Google LLC"]]));
const compileAs =
  (feed: "iptoasn" | "dbip-asn", signal?: AbortSignal) =>
  (source: string, target: string) =>
    compileAsnRanges(feed, { organizations, now }, source, target, signal);
const compile = compileAs("iptoasn");

const known = NETWORKS.map((row) => [...row, "US", `N${row[2]}`].join("\t"));
const unrouted = "1.1.2.0\t1.1.255.255\t0\tNone\tNot routed";

/** The known networks, with others between 10.0.0.0 and 193.0.0.0. */
const file = (...rows: string[]) =>
  [known[0], unrouted, ...known.slice(1, 3), ...rows, ...known.slice(3), ""]
    .join("\n");

Deno.test("compileAsnRanges - compiles both families, with full names if known", async () => {
  const { entries, builtAt, stored } = await compiled(compile, file());
  assert.deepEqual({ entries, builtAt }, { entries: 5, builtAt: null });
  const table = AsnTable.load(stored);
  assert.equal(table.builtAt, now());
  const google = { asn: 15169, org: "Google LLC" };
  assert.deepEqual(table.lookup(ip("8.8.8.8")), {
    ...google,
    family: 4,
    start: 0x08080800,
    end: 0x080808ff,
  });
  assert.deepEqual(table.lookup(ip("2001:4860:4860::8888")), {
    ...google,
    family: 6,
    start: [0x20014860, 0, 0, 0],
    end: [0x20014860, 0xffffffff, 0xffffffff, 0xffffffff],
  });
  assert.equal(table.lookup(ip("9.9.9.9"))?.org, "N19281");
  assert.equal(table.lookup(ip("1.1.2.0")), null);
});

Deno.test("compileAsnRanges - the names in DB-IP's file are its own", async () => {
  const rows = NETWORKS.map(([start, end, asn]) =>
    `"${start}","${end}","${asn}","N${asn}, Inc."`
  );
  const { entries, stored } = await compiled(
    compileAs("dbip-asn"),
    [...rows, "2a00::,2a00::ffff,64500,Without quotes", ""].join("\n"),
  );
  assert.equal(entries, 6);
  const table = AsnTable.load(stored);
  assert.equal(table.lookup(ip("8.8.8.8"))?.org, "N15169, Inc.");
  assert.equal(table.lookup(ip("2a00::1"))?.org, "Without quotes");
});

Deno.test("compileAsnNames - the names of systems, without ranges", async () => {
  const compile = (source: string, target: string) =>
    compileAsnNames({ now }, source, target);
  const names = (...rows: string[]) =>
    ["asn,handle,description,country-code", ...rows, ""].join("\n");
  const csv = names(
    "521,FORD-SRL-AS,Ford Motor Company,US",
    "274545,VEEP-TELECOM,VEEP TELECOM LTDA,BR",
    '12136,NUCLEO,"Núcleo de Inf. e Coord., do Ponto BR",BR',
    "64500,THREE-COLUMNS,",
    "64501,HIDDEN,a\u202eb,XX",
    "521,FORD-SRL-AS,Another name,US",
    "4294967295,LAST,Last,XX",
  );
  const { entries, builtAt, stored } = await compiled(compile, csv);
  assert.deepEqual({ entries, builtAt }, { entries: 6, builtAt: null });
  const table = AsnTable.load(stored);
  assert.deepEqual([...table.organizations()], [
    { asn: 521, org: "Ford Motor Company" },
    { asn: 274545, org: "VEEP TELECOM LTDA" },
    { asn: 12136, org: "Núcleo de Inf. e Coord., do Ponto BR" },
    { asn: 4294967295, org: "Last" },
  ]);
  assert.equal(table.lookup(ip("19.0.0.1")), null);
  await assertFails(
    compile,
    names("521,FORD-SRL-AS,Ford,US", "AS,handle"),
    "1 of 2 entries are invalid",
  );
  await assertFails(
    compile,
    "asn,description\n521,Ford\n",
    "its columns are not asn,handle,description,country-code",
  );
});

Deno.test("compileAsnRanges - AS numbers of up to 32 bits", async () => {
  const row = (asn: number) => file(`100.0.0.0\t100.0.0.255\t${asn}\tUS\tA`);
  const { stored } = await compiled(compile, row(0xffff_ffff));
  assert.equal(AsnTable.load(stored).lookup(ip("100.0.0.1"))?.asn, 0xffff_ffff);
  const over = row(0x1_0000_0000);
  await assertFails(compile, over, "1 of 7 entries are invalid");
});

Deno.test("compileAsnRanges - names a network by its number if its handle is not displayable", async () => {
  const rows = [
    "100.0.0.0\t100.0.0.255\t64500\tUS\t",
    '100.0.1.0\t100.0.1.255\t64501\tUS\t"quoted',
    "100.0.2.0\t100.0.2.255\t64502\tUS\ta\u202eb",
  ];
  const { stored } = await compiled(compile, file(...rows));
  const table = AsnTable.load(stored);
  assert.equal(table.lookup(ip("100.0.0.1"))?.org, "AS64500");
  assert.equal(table.lookup(ip("100.0.1.1"))?.org, '"quoted');
  assert.equal(table.lookup(ip("100.0.2.1"))?.org, "AS64502");
});

Deno.test("compileAsnRanges - AsnTable finds the networks of any rows", async () => {
  const part = fc.record({
    gap: fc.nat(1e6),
    length: fc.nat(1e5),
    asn: fc.integer({ min: 0, max: 0xffff_ffff }),
  });
  const parts = fc.array(part, { maxLength: 20 });
  await forAllAsync([parts], async (parts) => {
    let at = 0x0b000000;
    const ranges = parts.map(({ gap, length, asn }) => {
      const start = at + gap;
      at = start + length + 1;
      return { start, end: start + length, asn };
    });
    const rows = ranges.map(({ start, end, asn }) => {
      const [first, last] = [start, end].map((at) => ipv4FromValue(at).text);
      return [first, last, asn, "US", "N"].join("\t");
    });
    const { stored, entries } = await compiled(compile, file(...rows));
    const table = AsnTable.load(stored);
    assert.equal(entries, 5 + ranges.filter(({ asn }) => asn > 0).length);
    for (const { start, end, asn } of ranges) {
      for (const value of [start, end]) {
        const found = table.lookup(ipv4FromValue(value))?.asn;
        assert.equal(found, asn || undefined);
      }
    }
  }, { numRuns: 40 });
});

Deno.test("compileAsnRanges - rejects rows out of order, and wrong networks of known addresses", async () => {
  await assertFails(
    compile,
    file(known[1]),
    "Cannot compile row 4: it does not start after the previous row",
  );
  await assertFails(
    compile,
    file().replaceAll("\t15169\t", "\t64500\t"),
    /^Error: known addresses are wrong: 8\.8\.8\.8 is 64500 instead of 15169, 2001:/,
  );
});

const badRows: [why: string, row: string][] = [
  ["no address", "100.0.0\t100.0.0.9\t1\tUS\tA"],
  ["ends of two families", "100.0.0.0\t::1\t1\tUS\tA"],
  ["an ASN of 33 bits", "100.0.0.0\t100.0.0.9\t4294967296\tUS\tA"],
  ["a missing column", "100.0.0.0\t100.0.0.9\t1\tUS"],
];
for (const [why, row] of badRows) {
  Deno.test(`compileAsnRanges - counts a row with ${why} as invalid`, () =>
    assertFails(compile, file(row), "1 of 7 entries are invalid"));
}

testHostile("compileAsnRanges", compile);

Deno.test("compileAsnRanges - rejects with the signal's reason", () =>
  withDownload(file(), async (source, target) => {
    const reason = new Error("enough");
    const compile = compileAs("iptoasn", AbortSignal.abort(reason));
    await assert.rejects(compile(source, target), reason);
  }));
