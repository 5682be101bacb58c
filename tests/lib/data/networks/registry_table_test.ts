import assert from "node:assert/strict";
import fc from "fast-check";
import {
  RegistryRanges,
  RegistryTable,
} from "../../../../lib/data/networks/registry_table.ts";
import {
  encodeRegistry,
  packFact,
  type Registry,
} from "../../../../lib/data/networks/registry_layout.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
} from "../../../../lib/net/ip_address.ts";
import { Runs, sourceOf } from "../../../../lib/data/columns/runs.ts";
import { MergedRegistrations } from "../../../../lib/data/networks/merged_registrations.ts";
import { countryNumber } from "../../../../lib/data/places/countries.ts";

const columns = (rows: { start: number; end: number; fact: number }[]) => ({
  starts: Float64Array.from(rows, ({ start }) => start),
  ends: Float64Array.from(rows, ({ end }) => end),
  facts: Uint32Array.from(rows, ({ fact }) => fact),
});

Deno.test("RegistryRanges.findFact - agrees with a linear search of any tables", () => {
  const rows = fc.uniqueArray(
    fc.record({
      at: fc.nat(2 ** 20),
      length: fc.nat(0xffff_ffff),
      fact: fc.integer({ min: 0, max: 2 ** 29 - 1 }),
      table: fc.nat(4),
    }),
    { maxLength: 40, selector: ({ at }) => at },
  );
  fc.assert(
    fc.property(rows, (rows) => {
      const ranges = rows.toSorted((a, b) => a.at - b.at).map((
        { at, length, ...row },
      ) => ({
        ...row,
        start: at * 2 ** 32,
        end: at * 2 ** 32 + length,
      }));
      const table = new RegistryRanges(
        [0, 1, 2, 3, 4].map((n) =>
          columns(ranges.filter(({ table }) => table === n))
        ),
      );
      assert.equal(table.size, rows.length);
      const keys = ranges.flatMap(({ start, end }) => [
        start - 1,
        start,
        end,
        end + 1,
      ]).filter((key) => key >= 0);
      for (const key of keys) {
        const found = ranges.find(({ start, end }) =>
          key >= start && key <= end
        );
        assert.equal(table.findFact(key), found?.fact ?? -1);
      }
    }),
  );
});

Deno.test("RegistryRanges.findFact - the range that starts last wins if several overlap", () => {
  const table = new RegistryRanges(
    [
      columns([{ start: 0, end: 99, fact: 1 }]),
      columns([{ start: 50, end: 59, fact: 2 }]),
    ],
  );
  assert.equal(table.findFact(49), 1);
  assert.equal(table.findFact(55), 2);
});

Deno.test("RegistryRanges.findFact - -1 in an empty table", () => {
  assert.equal(new RegistryRanges([]).findFact(0), -1);
});

/** A registry that has delegated one block of each kind, the n-th. */
function file(rir: Registry, n: number): Uint8Array {
  const facts = Uint32Array.of(
    packFact({ rir, countryCode: "US", day: 365 * n }),
  );
  return encodeRegistry({
    builtAt: Date.UTC(2026, 10, n),
    v4: {
      starts: Uint32Array.of(n << 24),
      ends: Uint32Array.of((n << 24) + 255),
      facts,
    },
    v6: {
      starts: Float64Array.of((0x20010000 + n) * 0x100000),
      ends: Float64Array.of((0x20010000 + n) * 0x100000 + 0xfffff),
      facts,
    },
    asns: { starts: Uint32Array.of(n), ends: Uint32Array.of(n), facts },
  });
}

function lookup(table: RegistryTable, text: string) {
  const ip = parseIp(text);
  assert(ip, text);
  return table.lookup(ip);
}

Deno.test("RegistryTable.lookup - covers all registries, in any order of the files", () => {
  const table = RegistryTable.load([
    file("LACNIC", 9),
    file("ARIN", 1),
    file("AFRINIC", 4),
  ]);
  const lacnic = { rir: "LACNIC", countryCode: "US", allocated: "1978-12-30" };
  assert.deepEqual(lookup(table, "9.0.0.255"), lacnic);
  assert.deepEqual(lookup(table, "2001:9:ffff::"), lacnic);
  assert.deepEqual(table.asn(9), { rir: "LACNIC", created: "1978-12-30" });
  assert.equal(lookup(table, "1.0.0.0")?.rir, "ARIN");
  assert.equal(lookup(table, "2001:4::")?.rir, "AFRINIC");
  assert.equal(lookup(table, "9.0.1.0"), null);
  assert.equal(lookup(table, "2001:5::"), null);
  assert.equal(table.asn(2), null);
  assert.equal(table.size, 9);
});

Deno.test("RegistryTable.builtAt - that of the oldest file", () => {
  assert.equal(
    RegistryTable.load([file("ARIN", 7), file("RIPE", 3)]).builtAt,
    Date.UTC(2026, 10, 3),
  );
});

Deno.test("RegistryTable.lookup - returns the same object for equal facts", () => {
  const table = RegistryTable.load([file("ARIN", 7)]);
  assert.equal(lookup(table, "7.0.0.1"), lookup(table, "2001:7::"));
  assert(Object.isFrozen(lookup(table, "7.0.0.1")));
});

Deno.test("RegistryTable.load - throws for an empty list and for damaged files", () => {
  assert.throws(() => RegistryTable.load([]), /no registry tables/);
  assert.throws(
    () => RegistryTable.load([file("ARIN", 1).slice(1)]),
    /Cannot load the registry table/,
  );
});

Deno.test("RegistryTable - the countries of runs are those of lookups, in both families", () => {
  const word = fc.integer({ min: 0, max: 0xffff_ffff });
  const block = fc.record({
    start: word,
    size: fc.constantFrom(1, 256, 65_536, 2 ** 31),
    countryCode: fc.constantFrom("CH", "US", undefined),
  });
  fc.assert(fc.property(fc.array(block, { maxLength: 20 }), (blocks) => {
    const sorted = blocks.toSorted((a, b) => a.start - b.start);
    const facts = Uint32Array.from(
      sorted,
      ({ countryCode }) => packFact({ rir: "RIPE", countryCode, day: 1 }),
    );
    const ends = sorted.map(({ start, size }) =>
      Math.min(start + size - 1, 0xffff_ffff)
    );
    const table = RegistryTable.load([encodeRegistry({
      builtAt: 0,
      v4: {
        starts: Uint32Array.from(sorted, ({ start }) => start),
        ends: Uint32Array.from(ends),
        facts,
      },
      v6: {
        starts: Float64Array.from(sorted, ({ start }) => start * 2 ** 20),
        ends: Float64Array.from(ends, (end) => end * 2 ** 20 + 0xf_ffff),
        facts,
      },
      asns: {
        starts: Uint32Array.of(),
        ends: Uint32Array.of(),
        facts: Uint32Array.of(),
      },
    })]);
    const near = sorted.flatMap(({ start }, i) => [
      ...[start, start - 1, ends[i], ends[i] + 1],
    ]).filter((at) => at >= 0 && at <= 0xffff_ffff);
    for (const family of [4, 6] as const) {
      const source = table.countryRuns(family);
      const runs: [start: number, country: number][] = [];
      for (let piece = source.next(); piece; piece = source.next()) {
        const { highs, lows, values, count } = piece;
        for (let i = 0; i < count; i++) {
          assert.equal(family === 4 ? highs[i] : lows[i], 0);
          runs.push([family === 4 ? lows[i] : highs[i], values[i]]);
        }
      }
      assert.deepEqual(runs[0][0], 0);
      for (const at of [0, ...near]) {
        const ip = family === 4
          ? ipv4FromValue(at)
          : ipv6FromWords([at, 0, 0, 0]);
        const code = table.ofAddress(ip);
        const run = runs.findLast(([start]) => start <= at);
        assert.equal(run?.[1], countryNumber(code ?? ""), ip.text);
      }
    }
  }));
});

Deno.test("MergedRegistrations - the first that names a country counts", () => {
  const of = (first: string, country: number, number: number) => ({
    ofAddress: (ip: IpAddress) => ip.text === first ? first : undefined,
    ofAsn: (asn: number) => asn === number ? first : undefined,
    countryRuns: () => {
      const runs = new Runs();
      runs.add(0, 0, 0);
      runs.add(0, country, country);
      runs.add(0, country + 9, 0);
      return sourceOf(runs);
    },
  });
  const merged = new MergedRegistrations([
    of("192.0.2.1", 20, 1),
    of("192.0.2.2", 25, 1),
  ]);
  assert.equal(merged.ofAddress(parseIp("192.0.2.2")!), "192.0.2.2");
  assert.equal(merged.ofAddress(parseIp("192.0.2.3")!), undefined);
  assert.equal(merged.ofAsn(1), "192.0.2.1");
  assert.equal(merged.ofAsn(2), undefined);
  const starts: number[][] = [];
  const source = merged.countryRuns(4);
  for (let piece = source.next(); piece; piece = source.next()) {
    for (let i = 0; i < piece.count; i++) {
      starts.push([piece.lows[i], piece.values[i]]);
    }
  }
  assert.deepEqual(
    starts.filter(([, value], i) => value !== starts[i - 1]?.[1]),
    [[0, 0], [20, 20], [29, 25], [34, 0]],
  );
});
