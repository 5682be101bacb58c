import assert from "node:assert/strict";
import fc from "fast-check";
import {
  RegistryRows,
  RegistryTable,
} from "../../../../lib/data/networks/registry_table.ts";
import { type Rir, RIRS } from "../../../../lib/facts/block_facts.ts";
import { encodeRegistry } from "../../../../lib/data/feeds/delegated.ts";
import { packFact } from "../../../../lib/data/networks/registry_layout.ts";
import { countryNumber } from "../../../../lib/data/places/countries.ts";
import { ip } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import { ipOfWords } from "../bits.ts";

type Range = Record<"start" | "end" | "fact", number>;

const ranges = (rows: readonly Range[] = []) => ({
  starts: rows.map(({ start }) => start),
  ends: rows.map(({ end }) => end),
  facts: rows.map(({ fact }) => fact),
});

/** A registry's rows. The keys of IPv6 are the upper 52 bits. */
function rowsOf(
  { ipv4, ipv6, asn }: Partial<Record<"ipv4" | "ipv6" | "asn", Range[]>>,
  builtAt = 0,
): RegistryRows {
  const all = { ipv4: ranges(ipv4), ipv6: ranges(ipv6), asn: ranges(asn) };
  return new RegistryRows(encodeRegistry(all, builtAt));
}

/** An address whose upper 52 bits are a key. */
const ofKey = (key: number) =>
  ipOfWords(Math.floor(key / 2 ** 20), key % 2 ** 20 * 2 ** 12, 0, 1);

Deno.test("RegistryTable.lookup - agrees with a linear search of any ranges of several registries", () => {
  const row = fc.record({
    at: fc.nat(2 ** 20 - 1),
    length: fc.nat(0xffff_ffff),
    day: fc.integer({ min: 1, max: 0xffff }),
    table: fc.nat(4),
  });
  const selector = ({ at }: { at: number }) => at;
  const rows = fc.uniqueArray(row, { maxLength: 40, minLength: 1, selector });
  forAll([rows], (rows) => {
    const all = rows.map(({ at, length, day, table }) => ({
      table,
      start: at * 2 ** 32,
      end: at * 2 ** 32 + length,
      fact: packFact({ rir: RIRS[table], countryCode: "CH", day }),
    }));
    const table = new RegistryTable(
      [0, 1, 2, 3, 4].map((n) =>
        rowsOf({ ipv6: all.filter(({ table }) => table === n) })
      ),
    );
    const keys = all
      .flatMap(({ start, end }) => [start - 1, start, end, end + 1])
      .filter((key) => key >= 0 && key < 2 ** 52);
    for (const key of keys) {
      const found = all.find(({ start, end }) => key >= start && key <= end);
      const { rir, countryCode, allocated } = table.lookup(ofKey(key)) ?? {};
      const day = Date.parse(allocated ?? "") / 864e5;
      const fact = rir && packFact({ rir, countryCode, day });
      assert.equal(fact, found?.fact);
    }
  });
});

Deno.test("RegistryTable.lookup - of overlapping ranges of a registry, the one that starts last counts", () => {
  const [arin, ripe] = (["ARIN", "RIPE"] as const)
    .map((rir) => packFact({ rir }));
  const ipv4 = [
    { start: 0x01000000, end: 0x010000ff, fact: arin },
    { start: 0x01000032, end: 0x0100003b, fact: ripe },
  ];
  const table = new RegistryTable([rowsOf({ ipv4 })]);
  const texts = ["1.0.0.49", "1.0.0.50", "1.0.0.59"];
  const found = texts.map((text) => lookup(table, text)?.rir);
  assert.deepEqual(found, ["ARIN", "RIPE", "RIPE"]);
});

Deno.test("RegistryTable - of several registries that claim an address, the one of its block counts, or else the first", () => {
  const claim = (rir: Rir, octets: readonly number[]) => {
    const fact = packFact({ rir });
    const blocks = octets.map((octet) => octet * 0x100_0000);
    return rowsOf({
      ipv4: blocks.map((at) => ({ start: at, end: at + 255, fact })),
      // 2001:200::/32 is in APNIC's block, 2001:600::/32 in RIPE's.
      ipv6: [0x20010200, 0x20010600].map((first) => ({
        start: first * 0x10_0000,
        end: first * 0x10_0000 + 0xf_ffff,
        fact,
      })),
    });
  };
  // IANA has given 1/8 to APNIC, 3/8 to ARIN and 5/8 to RIPE.
  const table = new RegistryTable([
    claim("LACNIC", [1, 3, 5]),
    claim("ARIN", [1, 3]),
    claim("APNIC", [1, 3]),
  ]);
  const cases = [
    ["1.0.0.1", "APNIC"],
    ["3.0.0.1", "ARIN"],
    ["5.0.0.1", "LACNIC"],
    ["7.0.0.1", undefined],
    ["2001:200::1", "APNIC"],
    ["2001:600::1", "LACNIC"],
  ] as const;
  for (const [text, rir] of cases) {
    assert.equal(lookup(table, text)?.rir, rir, text);
    assert.equal(table.registryOf(ip(text)), rir, text);
  }
});

/** A registry that has delegated one block of each kind, the n-th. */
function file(rir: Rir, n: number): RegistryRows {
  const fact = packFact({ rir, countryCode: "US", day: 365 * n });
  const start6 = (0x20010000 + n) * 0x100000;
  return rowsOf({
    ipv4: [{ start: n * 2 ** 24, end: n * 2 ** 24 + 255, fact }],
    ipv6: [{ start: start6, end: start6 + 0xfffff, fact }],
    asn: [{ start: n, end: n, fact }],
  }, Date.UTC(2026, 10, n));
}

const lookup = (table: RegistryTable, text: string) => table.lookup(ip(text));

Deno.test("RegistryTable.lookup - covers all registries, in any order of the files", () => {
  const files = [file("LACNIC", 9), file("ARIN", 1), file("AFRINIC", 4)];
  const table = new RegistryTable(files);
  const lacnic = { rir: "LACNIC", countryCode: "US", allocated: "1978-12-30" };
  assert.deepEqual(lookup(table, "9.0.0.255"), lacnic);
  assert.deepEqual(lookup(table, "2001:9:ffff::"), lacnic);
  assert.deepEqual(table.asn(9), { rir: "LACNIC", created: "1978-12-30" });
  assert.equal(lookup(table, "1.0.0.0")?.rir, "ARIN");
  assert.equal(lookup(table, "2001:4::")?.rir, "AFRINIC");
  assert.equal(lookup(table, "9.0.1.0"), null);
  assert.equal(lookup(table, "2001:5::"), null);
  assert.equal(table.asn(2), null);
});

Deno.test("RegistryTable.builtAt - that of the oldest file", () => {
  const { builtAt } = new RegistryTable([file("ARIN", 7), file("RIPE", 3)]);
  assert.equal(builtAt, Date.UTC(2026, 10, 3));
});

Deno.test("RegistryTable.lookup - returns the same object for equal facts", () => {
  const table = new RegistryTable([file("ARIN", 7)]);
  assert.equal(lookup(table, "7.0.0.1"), lookup(table, "2001:7::"));
  assert(Object.isFrozen(lookup(table, "7.0.0.1")));
});

Deno.test("RegistryTable - throws for an empty list", () =>
  assert.throws(() => new RegistryTable([]), /no registry tables/));

Deno.test("RegistryRows - throws for anything but a complete file", () => {
  const row = { start: 1, end: 9, fact: packFact({ rir: "ARIN" }) };
  const [none, one] = [ranges(), ranges([row])];
  const bytes = encodeRegistry({ ipv4: one, ipv6: none, asn: none }, 0);
  const damaged = [
    [bytes.slice(0, 31), /31 bytes are too few for a header/],
    [bytes.slice().fill(0, 0, 1), /it does not begin with PRIR/],
    [bytes.slice().fill(2, 4, 5), /version 2 is not 3/],
    [bytes.slice(4), /Cannot load the registry table/],
    [bytes.slice().fill(1, -20, -19), /it is damaged/],
  ] as const;
  for (const [changed, message] of damaged) {
    assert.throws(() => new RegistryRows(changed), message);
  }
});

Deno.test("RegistryTable - the countries of runs are those of lookups, in both families", () => {
  const word = fc.oneof(
    fc.integer({ min: 0, max: 0xffff_ffff }),
    // 2001::/16 has IPv6 blocks of all registries.
    fc.integer({ min: 0x2001_0000, max: 0x2001_ffff }),
  );
  const block = fc.record({
    start: word,
    size: fc.constantFrom(1, 256, 65_536, 2 ** 31),
    countryCode: fc.constantFrom("CH", "US", undefined),
  });
  /** What a registry says that it has delegated. */
  const file = fc.record({
    rir: fc.constantFrom(...RIRS),
    blocks: fc.array(block, { maxLength: 20 }),
  }).map(({ rir, blocks }) => {
    const sorted = blocks.toSorted((a, b) => a.start - b.start);
    const ipv4 = sorted.map(({ start, size, countryCode }) => ({
      start,
      end: Math.min(start + size - 1, 0xffff_ffff),
      fact: packFact({ rir, countryCode, day: 1 }),
    }));
    const ipv6 = ipv4.map(({ start, end, fact }) => ({
      start: start * 2 ** 20,
      end: end * 2 ** 20 + 0xf_ffff,
      fact,
    }));
    return { rows: rowsOf({ ipv4, ipv6 }), ipv4 };
  });
  const files = fc.array(file, { minLength: 1, maxLength: 3 });
  forAll([files], (files) => {
    const table = new RegistryTable(files.map(({ rows }) => rows));
    const near = files.flatMap(({ ipv4 }) =>
      ipv4.flatMap(({ start, end }) => [start, start - 1, end, end + 1])
    ).filter((at) => at >= 0 && at <= 0xffff_ffff);
    for (const family of [4, 6] as const) {
      const runs: [start: number, country: number][] = [];
      const source = table.countryRuns(family);
      for (const { highs, lows, values, count } of source) {
        for (let i = 0; i < count; i++) {
          assert.equal(family === 4 ? highs[i] : lows[i], 0);
          runs.push([family === 4 ? lows[i] : highs[i], values[i]]);
        }
      }
      assert.deepEqual(runs[0][0], 0);
      for (const at of [0, ...near]) {
        const ip = family === 4 ? ipOfWords(at) : ipOfWords(at, 0, 0, 0);
        const code = table.ofAddress(ip);
        const run = runs.findLast(([start]) => start <= at);
        assert.equal(run?.[1], countryNumber(code ?? ""), ip.text);
      }
    }
  });
});
