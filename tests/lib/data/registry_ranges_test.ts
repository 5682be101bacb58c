import assert from "node:assert/strict";
import fc from "fast-check";
import { RegistryRanges } from "../../../lib/data/registry_ranges.ts";

const empty = (length: number) => new Float64Array(length);

const columns = (rows: { start: number; end: number; fact: number }[]) => ({
  starts: Float64Array.from(rows, ({ start }) => start),
  ends: Float64Array.from(rows, ({ end }) => end),
  facts: Uint32Array.from(rows, ({ fact }) => fact),
});

Deno.test("RegistryRanges.factOf - finds in any tables what a linear search finds", () => {
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
        empty,
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
        assert.equal(table.factOf(key), found?.fact ?? -1);
      }
    }),
  );
});

Deno.test("RegistryRanges.factOf - of overlapping ranges takes the one that starts last", () => {
  const table = new RegistryRanges(
    [
      columns([{ start: 0, end: 99, fact: 1 }]),
      columns([{ start: 50, end: 59, fact: 2 }]),
    ],
    empty,
  );
  assert.equal(table.factOf(49), 1);
  assert.equal(table.factOf(55), 2);
});

Deno.test("RegistryRanges.factOf - finds nothing where there is nothing", () => {
  assert.equal(new RegistryRanges([], empty).factOf(0), -1);
});
