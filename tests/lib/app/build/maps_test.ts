import assert from "node:assert/strict";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import {
  clippedParts,
  outlineSvg,
  worldParts,
  writeMaps,
} from "../../../../lib/app/build/maps.ts";
import {
  cellOf,
  project,
  regionAround,
} from "../../../../lib/ipinfo/view/world_map.ts";
import { tempFolder } from "../../../support/temp_folder.ts";

type Topology = Parameters<typeof worldParts>[0];

const worldOutline = (topology: Topology) => outlineSvg(worldParts(topology));

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
 * map units. A step of the path is a third of one.
 */
function pointsOf(data: string): [x: number, y: number][] {
  let [x, y] = [0, 0];
  const points: [number, number][] = [];
  for (const [, steps] of data.matchAll(/m([-\d ]*)z?/g)) {
    const numbers = steps.match(/-?\d+/g)!.map(Number);
    const start = points.length;
    for (let i = 0; i < numbers.length; i += 2) {
      [x, y] = [x + numbers[i], y + numbers[i + 1]];
      points.push([x / 3, y / 3]);
    }
    [x, y] = points[start].map((at) => at * 3);
  }
  return points;
}

function dataOf(svg: string, id: string): string {
  const path = `<path id="${id}" transform="scale\\([\\d.]+\\)"`;
  return new RegExp(`${path} d="([mz\\d -]+)"/>`).exec(svg)?.[1] ?? "";
}

const landOf = (topology: Topology) => dataOf(worldOutline(topology), "land");

/** The map with another outline of its land. */
const withLand = (...land: Topology["arcs"][number]): Topology => ({
  ...square,
  arcs: [land, ...square.arcs.slice(1)],
});

Deno.test("worldParts - are in the map's projection", () => {
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
const bulging = (longitude: number) =>
  withLand([0, 0], [0, 10], [10, 10], [longitude, 5], [10, 0], [0, 0]);

Deno.test("worldParts - lack corners too small to see, and no larger ones", () => {
  assert.equal(landOf(bulging(10.001)), landOf(bulging(10)));
  assert.notEqual(landOf(bulging(10.3)), landOf(bulging(10)));
  assert(pointsOf(landOf(bulging(10.3))).length > 4);
});

Deno.test("worldParts - keep islands of any size", () => {
  const corners = [[0, 0], [0, 0.15], [0.15, 0.15], [0.15, 0], [0, 0]];
  const points = new Set(pointsOf(landOf(withLand(...corners))).map(String));
  assert.equal(points.size, 4);
});

/** A rectangle, and the land of its outline as a picture has it. */
const landIn = (low: [number, number], high: [number, number]) =>
  pointsOf(
    dataOf(outlineSvg(clippedParts(worldParts(square), low, high)), "land"),
  );

Deno.test("clippedParts - are whole inside, cut at the edge and none beside", () => {
  const all = pointsOf(landOf(square));
  const [east, north] = [project(0, 10).x, project(10, 0).y];
  assert.deepEqual(landIn([0, 0], [3000, 1500]), all);
  assert.deepEqual(landIn([0, 0], [1200, 1500]), []);
  const middle = Math.round((500 + east) / 2);
  const cut = landIn([0, 0], [middle * 3, 1500]);
  assert.equal(Math.max(...cut.map(([x]) => x)), middle);
  const top = (points: [x: number, y: number][]) =>
    Math.min(...points.map(([, y]) => y));
  assert.equal(top(cut), top(all));
  // A rectangle inside the land.
  assert.deepEqual(
    landIn([1506, 744], [1518, 747]).map(String).sort(),
    ["502,248", "502,249", "506,248", "506,249"],
    `${east} ${north}`,
  );
});

Deno.test("writeMaps - write each map once, with what is around a place in little", async () => {
  await using temporary = await tempFolder();
  const root = pathToFileURL(`${temporary.path}/`);
  await writeMaps(root);
  const read = (path: string) => Deno.readTextFile(new URL(`.${path}`, root));
  const world = await read("/world.svg");
  const all = pointsOf(dataOf(world, "land"));
  assert(all.length > 1900, `${all.length} points`);
  for (const [x, y] of all) {
    assert(x >= 0 && x <= 1000 && y >= 0 && y <= 500, `${x} ${y}`);
  }
  assert(gzipSync(world).length < 30_000);
  for (let x = 0; x < 1000; x += 50) {
    for (let y = 0; y < 500; y += 50) {
      const svg = await read(`/map/${x / 50}-${y / 50}.svg`);
      assert(gzipSync(svg).length < 6_000, `${x} ${y}`);
      const held = new Set(pointsOf(dataOf(svg, "land")).map(String));
      for (const corner of [{ x, y }, { x: x + 49.9, y: y + 49.9 }]) {
        assert.equal(cellOf(corner), `${x / 50}-${y / 50}`);
        const region = regionAround(corner);
        const missing = all.filter((point) =>
          point[0] >= region.x && point[0] <= region.x + region.width &&
          point[1] >= region.y && point[1] <= region.y + region.height &&
          !held.has(String(point))
        );
        assert.deepEqual(missing, [], svg.slice(0, 200));
      }
    }
  }

  const target = new URL("world.svg", root);
  const long = new Date(0);
  await Deno.utime(target, long, long);
  await writeMaps(root);
  assert.deepEqual((await Deno.stat(target)).mtime, long);

  await Deno.writeTextFile(target, "");
  await writeMaps(root);
  assert.equal(await read("/world.svg"), world);
});
