import assert from "node:assert/strict";
import fc from "fast-check";
import {
  type Point,
  simplifyRing,
  worldOutline,
  writeWorldOutline,
} from "../../../../lib/app/build/world_outline.ts";
import { project } from "../../../../lib/egress/view/map.ts";

const squareRing: Point[] = [[0, 0], [10, 0], [10, 10], [0, 10]];

Deno.test("simplifyRing - takes the smallest corners first, and leaves what is large enough", () => {
  // The triangle of its corner is of half a unit.
  const notched: Point[] = [
    ...squareRing.slice(0, 2),
    [10.2, 5],
    ...squareRing.slice(2),
  ];
  assert.deepEqual(simplifyRing(notched, 1.01), squareRing);
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
  const line: Point[] = [[0, 0], [5, 0], ...squareRing.slice(1)];
  assert.deepEqual(simplifyRing(line, 0.001), squareRing);
  assert.deepEqual(simplifyRing(squareRing.slice(1), 1e9), squareRing.slice(1));
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

type Topology = Parameters<typeof worldOutline>[0];

/** A square of ten degrees at the middle of the map. */
const square: Topology = {
  type: "Topology",
  arcs: [[[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]]],
  objects: { land: { type: "Polygon", arcs: [[0]] } },
};

/** Where the pen stands after each step of a path of `m` with its lines and `z`, in the map's units. */
function pointsOf(data: string): [x: number, y: number][] {
  let [x, y] = [0, 0];
  const points: [number, number][] = [];
  for (const [, steps] of data.matchAll(/m([-\d ]*)z/g)) {
    const numbers = steps.match(/-?\d+/g)!.map(Number);
    const start = points.length;
    for (let i = 0; i < numbers.length; i += 2) {
      [x, y] = [x + numbers[i], y + numbers[i + 1]];
      points.push([x, y]);
    }
    [x, y] = points[start];
  }
  return points;
}

const dataOf = (svg: string, id: string) =>
  new RegExp(`<path id="${id}" d="([mz\\d -]+)"/>`).exec(svg)?.[1] ?? "";

Deno.test("worldOutline - has its parts on the map that places are put on", () => {
  const svg = worldOutline(square);
  assert.match(
    svg,
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 1000 500">\n/,
  );
  const land = pointsOf(dataOf(svg, "land"));
  for (const [latitude, longitude] of [[0, 0], [10, 0], [10, 10], [0, 10]]) {
    const { x, y } = project(latitude, longitude);
    const distances = land.map(([px, py]) => Math.hypot(px - x, py - y));
    assert(Math.min(...distances) < 0.8, `${latitude} ${longitude}`);
  }
  const sea = pointsOf(dataOf(svg, "sea"));
  const east = Math.max(...sea.map(([x]) => x));
  assert(Math.abs(east - project(0, 180).x) < 0.8);
});

Deno.test("writeWorldOutline - draws the world once, in less than 4 kB compressed", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const target = new URL(`file://${folder}/world.svg`);
    await writeWorldOutline(target);
    const svg = await Deno.readTextFile(target);
    const points = pointsOf(dataOf(svg, "land"));
    assert(points.length > 1900, `${points.length} points`);
    for (const [x, y] of points) {
      assert(x >= 0 && x <= 1000 && y >= 0 && y <= 500, `${x} ${y}`);
    }
    const packed = new Blob([svg]).stream()
      .pipeThrough(new CompressionStream("gzip"));
    const { byteLength } = await new Response(packed).arrayBuffer();
    assert(byteLength < 4000, `${byteLength} bytes`);

    const long = new Date(0);
    await Deno.utime(target, long, long);
    await writeWorldOutline(target);
    assert.deepEqual((await Deno.stat(target)).mtime, long);

    await Deno.writeTextFile(target, "");
    await writeWorldOutline(target);
    assert.equal(await Deno.readTextFile(target), svg);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
