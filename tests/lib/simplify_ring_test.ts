import assert from "node:assert/strict";
import fc from "fast-check";
import { type Point, simplifyRing } from "../../lib/simplify_ring.ts";

const square: Point[] = [[0, 0], [10, 0], [10, 10], [0, 10]];

Deno.test("simplifyRing - takes the smallest corners first, and leaves what is large enough", () => {
  // The triangle of its corner is of half a unit.
  const notched: Point[] = [
    ...square.slice(0, 2),
    [10.2, 5],
    ...square.slice(2),
  ];
  assert.deepEqual(simplifyRing(notched, 1.01), square);
  assert.deepEqual(simplifyRing(notched, 0.99), notched);
});

Deno.test("simplifyRing - weighs anew what is beside a point that went", () => {
  // Each of its corners by itself is below one square unit.
  const arc: Point[] = [
    [0, 0],
    [1, 2],
    [2, 3],
    [3, 3.5],
    [4, 3],
    [5, 2],
    [6, 0],
  ];
  assert.deepEqual(
    simplifyRing(arc, 1),
    [[0, 0], [1, 2], [3, 3.5], [5, 2], [6, 0]],
  );
  assert.deepEqual(simplifyRing(arc, 2), [[0, 0], [3, 3.5], [6, 0]]);
});

Deno.test("simplifyRing - points on a line go, three points stay", () => {
  const line: Point[] = [[0, 0], [5, 0], ...square.slice(1)];
  assert.deepEqual(simplifyRing(line, 0.001), square);
  assert.deepEqual(simplifyRing(square.slice(1), 1e9), square.slice(1));
});

Deno.test("simplifyRing - keeps some of the points, in their order", () => {
  const coordinate = fc.integer({ min: 0, max: 100 });
  fc.assert(fc.property(
    fc.uniqueArray(fc.tuple(coordinate, coordinate), {
      minLength: 3,
      maxLength: 30,
      selector: String,
    }),
    fc.integer({ min: 0, max: 1000 }),
    (ring, minArea) => {
      const places = simplifyRing(ring, minArea).map((point) =>
        ring.indexOf(point as [number, number])
      );
      assert(places.length >= 3 && !places.includes(-1));
      assert.deepEqual(places, places.toSorted((a, b) => a - b));
    },
  ));
});
