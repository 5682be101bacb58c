import assert from "node:assert/strict";
import fc from "fast-check";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import {
  compileAsnTable,
  type Route,
  RouteTableBuilder,
} from "../../../../lib/data/networks/asn_table_build.ts";
import { overlayRuns } from "../../../../lib/data/columns/runs.ts";
import { publishedAt } from "../../../../lib/data/networks/range_csv.ts";
import { wordsOfNumber } from "../../../../lib/net/ip_address.ts";
import type { Ipv6Words } from "../../../../lib/net/ip_text.ts";
import { ip } from "../../../support/address.ts";
import { forAllAsync } from "../../../support/for_all.ts";
import { ipOfWords } from "../bits.ts";

const builtAt = Date.UTC(2026, 5, 17, 19);
const stream = (csv: string) => new Blob([csv]).stream();

const compact = (v4: string, v6 = "") =>
  compileAsnTable({ v4: stream(v4), v6: stream(v6), builtAt });
const tableOf = async (v4: string, v6 = "") =>
  AsnTable.load(await compact(v4, v6));

function valueOf(words: Ipv6Words): bigint {
  return words.reduce((sum, word) => sum << 32n | BigInt(word), 0n);
}

const sample = '16777216,16777471,13335,"Cloudflare, Inc."\n' +
  "16778240,16779263,38803,Gtelecom Pty Ltd\n" +
  "4294967040,4294967295,64500,Último é Cía\n";
const sample6 = `${0x20014860n << 96n},${
  (0x20014861n << 96n) - 1n
},15169,Google LLC\n`;

Deno.test("AsnTable.lookup - finds a range by its first, last and inner addresses", async () => {
  const table = await tableOf(sample, sample6);
  const cloudflare = {
    asn: 13335,
    org: "Cloudflare, Inc.",
    family: 4,
    start: 0x01000000,
    end: 0x010000ff,
  };
  for (const text of ["1.0.0.0", "1.0.0.77", "1.0.0.255"]) {
    assert.deepEqual(table.lookup(ip(text)), cloudflare);
  }
  assert.deepEqual(table.lookup(ip("2001:4860:4860::8888")), {
    asn: 15169,
    org: "Google LLC",
    family: 6,
    start: [0x20014860, 0, 0, 0],
    end: [0x20014860, 0xffffffff, 0xffffffff, 0xffffffff],
  });
  assert.equal(table.lookup(ip("255.255.255.255"))?.org, "Último é Cía");
  const lengths = ["1.0.0.77", "1.0.7.255", "2001:4860::"].map(ip)
    .map((address) => table.routeLength(table.findRow(address), address));
  assert.deepEqual(lengths, [24, 22, 32]);
});

Deno.test("AsnTable.lookup - null between ranges and outside the table", async () => {
  const table = await tableOf(sample, sample6);
  const texts = ["0.0.0.0", "1.0.1.0", "1.0.3.255", "1.0.8.0", "::", "ffff::"];
  for (const text of texts) assert.equal(table.lookup(ip(text)), null, text);
  const empty = await tableOf("");
  assert.equal(empty.size, 0);
  for (const text of texts) assert.equal(empty.lookup(ip(text)), null, text);
});

for (const word of [0, 1, 2, 3]) {
  Deno.test(`AsnTable.lookup - distinguishes IPv6 ranges by word ${word} of their addresses`, async () => {
    // The following words are in descending order, so that they cannot decide.
    const at = (value: number, rest: number) =>
      [0x20010db8, 7, 7, 7].fill(rest, word)
        .with(word, value) as unknown as Ipv6Words;
    const row = ([value, rest, asn]: readonly [number, number, number]) =>
      `${valueOf(at(value, rest))},${valueOf(at(value, rest + 1))},${asn},A\n`;
    const known = [[0x10, 90, 1], [0x30, 60, 2], [0xf000_0000, 30, 3]] as const;
    const table = await tableOf("", known.map(row).join(""));
    const unknown = [[0x20, 60], [0x40, 30], [0x0f, 91]] as const;
    for (const [value, rest, asn] of [...known, ...unknown]) {
      const found = table.lookup(ipOfWords(...at(value, rest)));
      assert.equal(found?.asn, asn, `${value}`);
    }
  });
}

Deno.test("AsnTable - build time, size, and each organization once", async () => {
  const rows = "0,2,64500,A\n5,6,64501,B\n9,9,64500,A\n";
  const table = await tableOf(rows, "1,2,64500,A\n");
  assert.equal(table.builtAt, builtAt);
  assert.equal(table.size, 4);
  const systems = [{ asn: 64500, org: "A" }, { asn: 64501, org: "B" }];
  assert.deepEqual([...table.organizations()], systems);
});

/** Ascending disjoint ranges, from the gaps between them and their lengths. */
function rangesOf(bits: bigint) {
  const distance = fc.bigInt(0n, (1n << bits) - 1n >> 5n);
  const part = fc.record({
    gap: distance,
    length: distance,
    asn: fc.integer({ min: 0, max: 0xffff_ffff }),
    org: fc.string({ unit: "grapheme", maxLength: 20 }),
  });
  return fc.array(part, { maxLength: 12 }).map((parts) => {
    let at = 0n;
    return parts.map(({ gap, length, asn, org }) => {
      const start = at + gap;
      const end = start + length;
      at = end + 1n;
      return { start, end, asn, org };
    });
  });
}

type Ranges = { start: bigint; end: bigint; asn: number; org: string }[];

const csvOf = (ranges: Ranges) =>
  ranges.map(({ start, end, asn, org }) =>
    `${start},${end},${asn},"${org.replaceAll('"', '""')}"\n`
  ).join("");

Deno.test("AsnTable.lookup - agrees with a linear search of random tables", () =>
  forAllAsync([rangesOf(32n), rangesOf(128n)], async (v4, v6) => {
    const table = await tableOf(csvOf(v4), csvOf(v6));
    const v4Of = (at: bigint) => ipOfWords(Number(at));
    const v6Of = (at: bigint) => ipOfWords(...wordsOfNumber(at));
    const families = [[v4, 32n, v4Of], [v6, 128n, v6Of]] as const;
    for (const [ranges, bits, addressOf] of families) {
      const edges = ranges
        .flatMap(({ start, end }) => [start - 1n, start, end, end + 1n]);
      for (const at of edges.filter((at) => at >= 0n && at < 1n << bits)) {
        const known = ranges.find(({ start, end }) => at >= start && at <= end);
        const { asn, org } = table.lookup(addressOf(at)) ?? {};
        assert.deepEqual([asn, org], [known?.asn, known?.org]);
      }
    }
  }, { numRuns: 60 }));

Deno.test("compileAsnTable - ends a range where the next one begins inside it", async () => {
  const table = await tableOf("10,30,64500,Wide\n20,40,64501,Narrow\n");
  assert.equal(table.lookup(ipOfWords(19))?.asn, 64500);
  assert.equal(table.lookup(ipOfWords(20))?.asn, 64501);
});

const badRows: [why: string, csv: string, message: RegExp][] = [
  ["a missing column", "1,2,64500\n", /row 1: it is not start,end,asn/],
  ["an address instead of a number", "1.0.0.0,2,64500,A\n", /row 1/],
  ["an early end", "1,2,6,A\n9,8,6,A\n", /row 2: it is not a range/],
  ["an end past the space", "1,4294967296,64500,A\n", /it is not a range/],
  ["disorder", "5,6,64500,A\n1,2,6,A\n", /row 2: it does not start after/],
  ["a comma in a name", "1,2,64500,A,B\n", /row 1: it is not start,end,asn/],
  ["a stray quote", '1,2,64500,A"B"\n', /row 1: it is not start,end,asn/],
  ["an open quote", '1,2,64500,"A\n', /row 1: it is not start,end,asn/],
  ["a number of 33 bits", "1,2,4294967296,A\n", /its ASN is over 32 bits/],
];
for (const [why, csv, message] of badRows) {
  Deno.test(`compileAsnTable - throws for ${why}`, () =>
    assert.rejects(compact(csv), message));
}

Deno.test("publishedAt - the hour in a package version", () => {
  assert.equal(publishedAt("2.3.2026061719"), Date.UTC(2026, 5, 17, 19));
  assert.throws(() => publishedAt("2.3.0"), /Cannot read a date/);
});

Deno.test("AsnTable.load - reads bytes at an odd offset", async () => {
  const bytes = await compact(sample);
  const shifted = new Uint8Array(bytes.length + 1);
  shifted.set(bytes, 1);
  const table = AsnTable.load(shifted.subarray(1));
  assert.equal(table.lookup(ip("1.0.0.1"))?.asn, 13335);
});

Deno.test("AsnTable.load - does not copy aligned bytes", async () => {
  const bytes = await compact(sample);
  const table = AsnTable.load(bytes);
  // The distance of the hole behind the first range, behind the header, the first
  // start, the offset of its block, the number of rows, and the distance of the range.
  const hole = 4 * (4 + 17 + 1 + 2) + 4;
  assert.equal(bytes[hole], 1);
  bytes[hole] = 2;
  assert.equal(table.lookup(ip("1.0.1.0"))?.asn, 13335);
});

Deno.test("AsnTable.load - throws for anything but a table", async () => {
  const bytes = await compact(sample, sample6);
  const short = `it has ${
    bytes.length - 1
  } bytes, its header says ${bytes.length}`;
  const damaged = [
    [bytes.slice(0, 31), "31 bytes are too few for a header"],
    [bytes.with(0, 0), "does not begin with PASN"],
    [bytes.with(4, 9), "version 9 is not 5"],
    [bytes.slice(0, -1), short],
    [bytes.with(12, 0xff), "255 columns are not 17"],
    [bytes.with(16, 0xff), "its header says"],
  ] as const;
  for (const [changed, message] of damaged) {
    assert.throws(() => AsnTable.load(changed), new RegExp(message));
  }
});

/** A table of routes of one family, in the order that the builder needs. */
function routesOf(family: 4 | 6, routes: readonly Route[]): AsnTable {
  const builder = new RouteTableBuilder((asn) => `N${asn}`);
  builder.add(family, routes);
  return AsnTable.loadRoutes(builder.bytes(builtAt));
}

Deno.test("AsnTable.joined - each family from its own table, systems counted once for each", async () => {
  const v4 = routesOf(4, [
    { high: 0, low: 0x08000000, length: 9, origin: 3356 },
    { high: 0, low: 0x08080800, length: 24, origin: 15169 },
  ]);
  const v6 = routesOf(6, [
    { high: 0, low: 0, length: 2, origin: 15169 },
    { high: 0x20014860, low: 0x48600000, length: 48, origin: 6432 },
  ]);
  const table = AsnTable.joined(v4, v6);
  const found = (text: string) => {
    const address = ip(text);
    const row = table.findRow(address);
    const index = table.systemIndex(row);
    assert.deepEqual(table.system(index), table.systemAt(row));
    assert.equal(table.asnOf(index), table.asnAt(row));
    const { asn, family } = table.lookup(address)!;
    assert.deepEqual([asn, family], [table.asnAt(row), address.family]);
    return [index, asn, table.routeLength(row, address)];
  };
  const v6Texts = ["2001:4860:4860::8888", "2001:4860:4861::1", "::"];
  assert.deepEqual(
    ["8.8.8.8", "8.8.9.8", ...v6Texts].map(found),
    [[1, 15169, 24], [0, 3356, 9], [3, 6432, 48], [2, 15169, 2], [2, 15169, 2]],
  );
  assert.equal(table.systemCount, 4);
  assert.deepEqual(
    [...table.organizations()].map(({ asn, org }) => `${asn} ${org}`),
    ["3356 N3356", "15169 N15169", "15169 N15169", "6432 N6432"],
  );
  const valuesOf = (runs: ReturnType<AsnTable["systemRuns"]>) => {
    const [{ values, count }] = overlayRuns(runs);
    return [...values.subarray(0, count)];
  };
  assert.deepEqual(valuesOf(table.systemRuns(4)), [0, 1, 2, 1, 0]);
  assert.deepEqual(valuesOf(table.systemRuns(6)), [3, 4, 3, 0]);
  assert.deepEqual(valuesOf(table.runsOf(15169, 4)), [0, 1, 0]);
  assert.deepEqual(valuesOf(table.runsOf(15169, 6)), [1, 0, 1, 0]);
  assert.equal(AsnTable.joined(v4, v6), table);
  assert.equal(AsnTable.joined(v4, v4), v4);
  const tables = [table, v4, v6, await tableOf(sample, sample6)];
  assert.deepEqual(
    tables.map((table) => [table.hasRoutes(4), table.hasRoutes(6)]),
    [[true, true], [true, false], [false, true], [false, false]],
  );
});
