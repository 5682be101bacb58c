import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import {
  worldOutline,
  writeFlags,
  writeWorldOutline,
} from "../../../../lib/app/build/generated_files.ts";
import { project } from "../../../../lib/ipinfo/view/world_map.ts";

Deno.test("writeFlags - writes a flag for each country code, once", async () => {
  const path = await Deno.makeTempDir();
  const folder = pathToFileURL(`${path}/flags/`);
  await writeFlags(folder);
  const names = [...Deno.readDirSync(folder)].map(({ name }) => name);
  assert(names.length > 240, `${names.length} flags`);
  assert(names.every((name) => /^[a-z]{2}\.svg$/.test(name)));
  const flag = new URL("gb.svg", folder);
  assert.match(await Deno.readTextFile(flag), /^<svg [^>]*viewBox=/);
  const { mtime } = await Deno.stat(flag);
  await writeFlags(folder);
  assert.deepEqual((await Deno.stat(flag)).mtime, mtime);
  await Deno.remove(path, { recursive: true });
});

type Topology = Parameters<typeof worldOutline>[0];

const polygon = (...arcs: number[]) => ({ type: "Polygon", arcs: [arcs] });

/** A square of ten degrees in the center of the map, and two countries beside it. */
const square: Topology = {
  type: "Topology",
  arcs: [
    [[0, 0], [0, 10], [10, 10], [10, 0], [0, 0]],
    [[40, 0], [40, 10]],
    [[40, 10], [30, 10], [30, 0], [40, 0]],
    [[40, 0], [50, 0], [50, 10], [40, 10]],
  ],
  objects: {
    land: { type: "Polygon", arcs: [[0]] },
    countries: {
      type: "GeometryCollection",
      geometries: [polygon(1, 2), polygon(3, ~1)],
    },
  },
} as Topology;

/**
 * The pen's position after each step of a path of `m` with lines, and `z` for a ring, in
 * map units. A step of the path is a fifth of one.
 */
function pointsOf(data: string): [x: number, y: number][] {
  let [x, y] = [0, 0];
  const points: [number, number][] = [];
  for (const [, steps] of data.matchAll(/m([-\d ]*)z?/g)) {
    const numbers = steps.match(/-?\d+/g)!.map(Number);
    const start = points.length;
    for (let i = 0; i < numbers.length; i += 2) {
      [x, y] = [x + numbers[i], y + numbers[i + 1]];
      points.push([x / 5, y / 5]);
    }
    [x, y] = points[start].map((at) => at * 5);
  }
  return points;
}

const dataOf = (svg: string, id: string) =>
  new RegExp(`<path id="${id}" transform="scale\\(0.2\\)" d="([mz\\d -]+)"/>`)
    .exec(svg)?.[1] ?? "";

Deno.test("worldOutline - has its parts in the map's projection", () => {
  const svg = worldOutline(square);
  assert.match(
    svg,
    /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 1000 500">\n/,
  );
  const land = pointsOf(dataOf(svg, "land"));
  for (const [latitude, longitude] of [[0, 0], [10, 0], [10, 10], [0, 10]]) {
    const { x, y } = project(latitude, longitude);
    const distances = land.map(([px, py]) => Math.hypot(px - x, py - y));
    assert(Math.min(...distances) < 0.2, `${latitude} ${longitude}`);
  }
  // Only where two countries meet.
  const borders = pointsOf(dataOf(svg, "borders"));
  for (const [i, latitude] of [[0, 0], [-1, 10]]) {
    const { x, y } = project(latitude, 40);
    const [px, py] = borders.at(i)!;
    assert(Math.hypot(px - x, py - y) < 0.2, `${latitude}`);
  }
  assert(borders.every(([x]) => Math.abs(x - project(5, 40).x) < 1));
  const sea = pointsOf(dataOf(svg, "sea"));
  assert(Math.abs(Math.max(...sea.map(([x]) => x)) - project(0, 180).x) < 0.2);
});

/**
 * A square of ten degrees with an additional point at `longitude` on its
 * eastern side.
 */
const bulging = (longitude: number): Topology => ({
  ...square,
  arcs: [
    [[0, 0], [0, 10], [10, 10], [longitude, 5], [10, 0], [0, 0]],
    ...square.arcs.slice(1),
  ],
});
const landOf = (topology: Topology) => dataOf(worldOutline(topology), "land");

Deno.test("worldOutline - removes corners too small to see, and no larger ones", () => {
  assert.equal(landOf(bulging(10.001)), landOf(bulging(10)));
  assert.notEqual(landOf(bulging(10.3)), landOf(bulging(10)));
  assert(pointsOf(landOf(bulging(10.3))).length > 4);
});

Deno.test("worldOutline - keeps islands of any size", () => {
  const island: Topology = {
    ...square,
    arcs: [
      [[0, 0], [0, 0.15], [0.15, 0.15], [0.15, 0], [0, 0]],
      ...square.arcs.slice(1),
    ],
  };
  const points = new Set(pointsOf(landOf(island)).map(String));
  assert.equal(points.size, 4);
});

Deno.test("writeWorldOutline - writes once, and less than 30 kB compressed", async () => {
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
    assert(byteLength < 30_000, `${byteLength} bytes`);

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
