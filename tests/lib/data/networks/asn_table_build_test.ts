import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import {
  AsnTableBuilder,
  compileAsnTable,
  type Route,
  RouteTableBuilder,
} from "../../../../lib/data/networks/asn_table_build.ts";
import { ip } from "../../../support/address.ts";
import fc from "fast-check";
import { forAll } from "../../../support/for_all.ts";
import { addressIn, sparseWord as word } from "../bits.ts";

const builtAt = Date.UTC(2026, 10, 21);

Deno.test("compileAsnTable - reads quoted names, and names the first invalid row", async () => {
  const compile = (v4: string, v6 = "") => {
    const stream = (text: string) => new Blob([text]).stream();
    return compileAsnTable({ v4: stream(v4), v6: stream(v6), builtAt });
  };
  const table = AsnTable.load(
    await compile('10,20,64500,A\n30,40,64501,"B, ""C"""\n50,60,64500,A\n'),
  );
  assert.equal(table.builtAt, builtAt);
  const orgs = [10, 20, 25, 40, 50]
    .map((value) => table.lookup(ip(`0.0.0.${value}`))?.org);
  assert.deepEqual(orgs, ["A", "A", undefined, 'B, "C"', "A"]);
  for (const row of ["30,40,64501,a,b", '30,40,64501,"a', "30,40,x,a"]) {
    await assert.rejects(compile(`10,20,64500,A\n${row}\n`), {
      message: "Cannot compile row 2: it is not start,end,asn,organisation",
    });
  }
});

Deno.test("AsnTableBuilder.add - the families may alternate", () => {
  const builder = new AsnTableBuilder();
  builder.add(6, { start: 1n << 64n, end: 2n << 64n, asn: 64501, org: "B" });
  builder.add(4, { start: 10n, end: 20n, asn: 64500, org: "A" });
  assert.equal(builder.size, 2);
  const table = AsnTable.load(builder.bytes(builtAt));
  assert.equal(table.builtAt, builtAt);
  assert.equal(table.lookup(ip("0.0.0.20"))?.org, "A");
  assert.equal(table.lookup(ip("0:0:0:1::"))?.asn, 64501);
});

Deno.test("AsnTableBuilder.add - stores each pair of number and name once", () => {
  const builder = new AsnTableBuilder();
  const systems = [[1, "A"], [1, "B"], [2, "A"], [1, "A"], [1, "B"], [2, "A"]];
  systems.forEach(([asn, org], i) => {
    const start = BigInt(2 * i);
    // Each row overlaps the next one.
    const end = start + 2n;
    builder.add(4, { start, end, asn: Number(asn), org: `${org}` });
  });
  const table = AsnTable.load(builder.bytes(builtAt));
  const stored = [...table.organizations()].map(({ asn, org }) => [asn, org]);
  assert.deepEqual(stored, systems.slice(0, 3));
  const found = systems.map((_, i) => table.lookup(ip(`0.0.0.${2 * i}`))!);
  assert.deepEqual(found.map(({ asn, org }) => [asn, org]), systems);
});

for (const [family, bits] of [[4, 32n], [6, 128n]] as const) {
  Deno.test(`AsnTableBuilder.add - up to the last address of IPv${family}`, () => {
    const start = (1n << bits) - 1n;
    const row = { start, end: start, asn: 0xffff_ffff, org: "A" };
    const builder = new AsnTableBuilder();
    const add = (more: Partial<typeof row>) => () =>
      builder.add(family, { ...row, ...more });
    assert.throws(add({ end: start + 1n }), cannot(1, "it is not a range"));
    assert.throws(add({ asn: 2 ** 32 }), cannot(1, "its ASN is over 32 bits"));
    builder.add(family, row);
    assert.equal(builder.size, 1);
  });
}

const cannot = (row: number, why: string) => ({
  name: "Error",
  message: `Cannot compile row ${row}: ${why}`,
});

Deno.test("AsnTableBuilder.add - numbers the rows of each family in its errors", () => {
  const builder = new AsnTableBuilder();
  const add = (family: 4 | 6, start: bigint, end: bigint) => () =>
    builder.add(family, { start, end, asn: 64500, org: "A" });
  add(4, 10n, 20n)();
  const late = cannot(2, "it does not start after the previous row");
  assert.throws(add(4, 10n, 12n), late);
  assert.throws(add(6, 2n, 1n), cannot(1, "it is not a range"));
  assert.equal(builder.size, 1);
});

const TIME = Date.UTC(2026, 10, 24);

/** A table of routes of one family, given in any order. */
function tableOf(family: 4 | 6, routes: readonly Route[]): AsnTable {
  const builder = new RouteTableBuilder((asn) => asn === 0 ? "" : `N${asn}`);
  const sorted = routes.toSorted((a, b) =>
    a.high - b.high || a.low - b.low || a.length - b.length
  );
  builder.add(family, sorted);
  return AsnTable.loadRoutes(builder.bytes(TIME));
}

function masked(word: number, length: number): number {
  return length <= 0
    ? 0
    : length >= 32
    ? word
    : (word & ~(2 ** (32 - length) - 1)) >>> 0;
}

const routesOf = (family: 4 | 6) =>
  fc.uniqueArray(
    fc.record({
      high: family === 4 ? fc.constant(0) : word,
      low: word,
      length: fc.integer({ min: 1, max: family === 4 ? 32 : 64 }),
      origin: fc.integer({ min: 0, max: 4 }),
    }).map(({ high, low, length, origin }): Route => ({
      high: masked(high, length),
      low: masked(low, family === 4 ? length : length - 32),
      length,
      origin,
    })),
    { selector: ({ high, low, length }) => `${high} ${low} ${length}` },
  );

for (const family of [4, 6] as const) {
  Deno.test(`RouteTableBuilder - the longest match of IPv${family} among all routes, as announced`, () => {
    const some = { minLength: 20, maxLength: 20 };
    const words = fc.array(fc.tuple(word, word), some);
    forAll([routesOf(family), words], (routes, words) => {
      const table = tableOf(family, routes);
      // Addresses within routes, at their ends, and anywhere.
      const points = [
        ...words,
        ...routes.map(({ high, low }) => [high, low] as const),
        ...routes.map(({ high, low }) => [high, (low - 1) >>> 0] as const),
      ];
      for (const [high, low] of points) {
        const ip = addressIn(family, high, low);
        const [expected] = routes.filter((route) =>
          masked(low, family === 4 ? route.length : route.length - 32) ===
            route.low &&
          (family === 4 || masked(high, route.length) === route.high)
        ).sort((a, b) => b.length - a.length);
        const row = table.findRow(ip);
        assert.equal(row >= 0, expected !== undefined);
        if (!expected) continue;
        const { origin, length } = expected;
        const org = origin === 0 ? "" : `N${origin}`;
        assert.deepEqual(table.systemAt(row), { asn: origin, org });
        assert.equal(table.routeLength(row, ip), length);
      }
    }, { numRuns: 300 });
  });
}
