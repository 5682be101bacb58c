import assert from "node:assert/strict";
import { stringify } from "devalue";
import fc from "fast-check";
import { readIslandData } from "../../../lib/fresh/island_data.ts";

const values = fc.object({
  key: fc.string().filter((key) => key !== "__proto__"),
  maxDepth: 4,
  withDate: true,
  withMap: true,
  withSet: true,
  values: [
    fc.string(),
    fc.double(),
    fc.boolean(),
    fc.constantFrom(null, undefined, -0, NaN, Infinity, -Infinity),
  ],
});

Deno.test("readIslandData - reads again what was written", () => {
  fc.assert(fc.property(values, (value) => {
    assert.deepEqual(readIslandData(stringify(value), {}), value);
  }));
});

Deno.test("readIslandData - what was one stays one, in circles too", () => {
  const shared = { n: 1 };
  const circle: unknown[] = [];
  circle.push(circle);
  const text = stringify({ a: shared, b: [shared], circle });
  const read = readIslandData(text, {}) as {
    a: object;
    b: object[];
    circle: unknown[];
  };
  assert.equal(read.a, read.b[0]);
  assert.equal(read.circle[0], read.circle);
});

Deno.test("readIslandData - a reviver makes its type once for all that share it", () => {
  class Box {
    constructor(readonly content: unknown) {}
  }
  const box = new Box({ deep: new Box(undefined) });
  const text = stringify([box, box], {
    Box: (value: unknown) => value instanceof Box && [value.content],
  });
  const read = readIslandData(text, {
    Box: (value) => new Box((value as unknown[])[0]),
  }) as Box[];
  assert.deepEqual(read, [box, box]);
  assert.equal(read[0], read[1]);
});

Deno.test("readIslandData - a type that no island gets is an error", () => {
  for (const value of [/x/, new URL("http://x.test"), new Uint8Array(1), 1n]) {
    assert.throws(() => readIslandData(stringify(value), {}), {
      name: "TypeError",
      message: /^No island gets a \w+$/,
    });
  }
});
