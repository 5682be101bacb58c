import assert from "node:assert/strict";
import fc from "fast-check";
import { compileDelegated } from "../../../../lib/data/feeds/delegated.ts";
import {
  RegistryRows,
  RegistryTable,
} from "../../../../lib/data/networks/registry_table.ts";
import { ip } from "../../../support/address.ts";
import { assertFails, compiled, testHostile } from "./downloads.ts";
import { forAllAsync } from "../../../support/for_all.ts";
import samples from "./delegated.json" with { type: "json" };
import { ipOfWords } from "../bits.ts";

const compile = (source: string, target: string) =>
  compileDelegated({ name: "rir-ripencc" }, source, target);

const head = "2|ripencc|20261121|9|19830705|20261120|+0100\n";

const sample = `# Statement of the registry
${head}ripencc|*|ipv4|*|4|summary
ripencc|*|asn|*|3|summary
ripencc|*|ipv6|*|2|summary
ripencc|NL|asn|3333|1|19930901|allocated|a1
ripencc|EU|asn|64000|4|20010203|assigned|a2|e-stats
ripencc||asn|65000|9||reserved||
ripencc|NL|ipv4|193.0.0.0|768|19930901|assigned|a1
ripencc|EU|ipv4|193.0.4.0|1024|00000000|allocated|a2
ripencc||ipv4|193.1.0.0|256||available||
ripencc|ZZ|ipv4|193.2.0.0|256||reserved||
ripencc|FR|ipv6|2001:660::|32|19991014|allocated|a3
ripencc|DE|ipv6|2a00:1:2:3::|128|20200101|assigned|a4
`;

async function table(content: string) {
  const { stored } = await compiled(compile, content);
  return new RegistryTable([new RegistryRows(stored)]);
}

const lookup = (of: RegistryTable, text: string) => of.lookup(ip(text));

Deno.test("compileDelegated - compiles a registry's delegations", async () => {
  const of = await table(sample);
  const rir = "RIPE";
  const nl = { rir, countryCode: "NL", allocated: "1993-09-01" };
  const fr = { rir, countryCode: "FR", allocated: "1999-10-14" };
  const de = { rir, countryCode: "DE", allocated: "2020-01-01" };
  const blocks = [
    // 768 is not a power of two.
    [nl, "193.0.0.0", "193.0.1.1", "193.0.2.255"],
    [fr, "2001:660:ffff::1"],
    // Invalid countries and dates are left out.
    [{ rir }, "193.0.4.0", "193.0.7.255", "193.1.0.9", "193.2.0.9"],
    // Blocks that are narrower than a key are widened.
    [de, "2a00:1:2:3::1", "2a00:1:2:fff::"],
    [null, "193.0.3.0", "2001:661::", "2a00:1:2:1000::"],
  ] as const;
  for (const [facts, ...texts] of blocks) {
    for (const text of texts) assert.deepEqual(lookup(of, text), facts, text);
  }
  const systems = [
    ["1993-09-01", 3333],
    // The value counts AS numbers; reserved ones have no date.
    ["2001-02-03", 64000, 64003],
    [null, 3332, 3334, 64004, 65000],
  ] as const;
  for (const [created, ...asns] of systems) {
    const facts = created && { rir, created };
    for (const asn of asns) assert.deepEqual(of.asn(asn), facts, `AS${asn}`);
  }
});

Deno.test("compileDelegated - returns the number of rows and the end date", async () => {
  // The offset at the end of the version line is not needed.
  for (const text of [sample, sample.replace("|+0100\n", "\n")]) {
    const { entries, builtAt } = await compiled(compile, text);
    assert.equal(entries, 9);
    assert.equal(builtAt, Date.UTC(2026, 10, 20));
  }
});

Deno.test("compileDelegated - the last address and AS number, and the first and last day that fit", async () => {
  const of = await table(`${head}
ripencc|NL|ipv4|255.255.255.0|256|21490606|assigned|a
ripencc|NL|ipv4|193.0.0.0|256|19700102|assigned|a
ripencc|NL|asn|4294967295|1|19930901|assigned
`.replace("\n\n", "\n"));
  const nl = { rir: "RIPE", countryCode: "NL" };
  assert.deepEqual(
    [lookup(of, "255.255.255.255"), lookup(of, "193.0.0.0")],
    [{ ...nl, allocated: "2149-06-06" }, { ...nl, allocated: "1970-01-02" }],
  );
  assert.equal(of.asn(4294967295)?.created, "1993-09-01");
});

Deno.test("compileDelegated - where rows overlap, the one that starts last counts", async () => {
  const of = await table(`${head}ripencc|NL|ipv4|193.0.0.0|1024||assigned|a
ripencc|FR|ipv4|193.0.1.0|256||assigned|a
`);
  const countries = ["193.0.0.255", "193.0.1.0", "193.0.1.255", "193.0.2.0"]
    .map((text) => lookup(of, text)?.countryCode);
  assert.deepEqual(countries, ["NL", "FR", "FR", undefined]);
});

const badRows = samples.badRows as [why: string, row: string][];
for (const [why, row] of badRows) {
  Deno.test(`compileDelegated - counts a row with ${why} as invalid`, () =>
    assertFails(compile, `${sample}${row}\n`, "1 of 10 entries are invalid"));
}

const badFiles: [why: string, content: string, message: string][] = [
  [
    "another registry's file",
    sample.replace("2|ripencc", "2|arin"),
    "it belongs to arin, not to ripencc",
  ],
  [
    "a file without a version line",
    sample.replace(head, ""),
    "its first line is not a version line",
  ],
  [
    "a version line without an end date",
    sample.replace("|20261120|", "||"),
    'its end date, "", is invalid',
  ],
  [
    "a truncated file",
    sample.slice(0, sample.indexOf("ripencc||ipv4")),
    "it has only 2 of 4 ipv4 rows",
  ],
  ["a file with only a header", head, "it has no entries"],
];
for (const [why, content, message] of badFiles) {
  Deno.test(`compileDelegated - rejects ${why}`, () =>
    assertFails(compile, content, message));
}

testHostile("compileDelegated", compile);

Deno.test("compileDelegated - RegistryTable finds the facts of any rows", async () => {
  const day = fc.integer({ min: 1, max: 20_000 });
  const country = fc.constantFrom("NL", "AZ", "ZA", "AA", "FR");
  const at = fc.integer({ min: 0x100, max: 0x9ff });
  const rows = fc.uniqueArray(fc.record({ at, day, country }), {
    minLength: 1,
    maxLength: 30,
    selector: ({ at }) => at,
  });
  await forAllAsync([rows], async (rows) => {
    const content = rows.map(({ at, day, country }) => {
      const date = new Date(day * 864e5).toISOString().slice(0, 10);
      const rest = `${date.replaceAll("-", "")}|allocated|x`;
      const v4 = ipOfWords(at * 0x10000).text;
      const v6 = ipOfWords(0x20010000 + at, 0, 0, 0).text;
      return `ripencc|${country}|ipv4|${v4}|65536|${rest}\n` +
        `ripencc|${country}|ipv6|${v6}|32|${rest}\n` +
        `ripencc|${country}|asn|${at * 2}|2|${rest}\n`;
    }).join("");
    const of = await table(head + content);
    for (const { at, day, country } of rows) {
      const allocated = new Date(day * 864e5).toISOString().slice(0, 10);
      const expected = { rir: "RIPE", countryCode: country, allocated };
      const last = ipOfWords(at * 0x10000 + 0xffff);
      assert.deepEqual(of.lookup(last), expected);
      const last6 = ipOfWords(0x20010000 + at, 0xffffffff, 1, 1);
      assert.deepEqual(of.lookup(last6), expected);
      assert.deepEqual(of.asn(at * 2 + 1), { rir: "RIPE", created: allocated });
    }
  }, { numRuns: 40 });
});
