import {
  type GeoContext,
  geoEqualEarth,
  geoIdentity,
  geoPath,
  type GeoProjection,
} from "d3-geo";
import { feature, mesh } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";
import {
  BORDERS_ID,
  CELL,
  cellOf,
  cellPath,
  LAND_ID,
  MAP_HEIGHT,
  MAP_SCALE,
  MAP_WIDTH,
  regionAround,
  SEA_ID,
  WORLD_PATH,
} from "../../ipinfo/view/world_map.ts";
import { writeIfOther } from "./generated_files.ts";

type Point = [x: number, y: number];

/** Steps per map unit, which is two or three pixels of a page. */
const DETAIL = 3;

/** Corners with a triangle smaller than this, in square steps, are too small to see. */
const MIN_CORNER = 12;

/**
 * Removes corners that hardly affect a line's shape. Keeps first points, and
 * islands that would vanish.
 */
function simplified(lines: readonly Point[][], isRing: boolean): Point[][] {
  const arcs = lines.map((line) => isRing ? [...line, line[0]] : line);
  const weighed = presimplify({ type: "Topology", objects: {}, arcs });
  return simplify(weighed, MIN_CORNER).arcs.map((arc, i) => {
    if (!isRing) return arc as Point[];
    return arc.length < 4 ? lines[i] : arc.slice(0, -1) as Point[];
  });
}

/** A drawing context that collects lines of points. */
class Lines implements GeoContext {
  readonly all: Point[][] = [];

  moveTo(...point: Point) {
    this.all.push([point]);
  }

  lineTo(...point: Point) {
    this.all.at(-1)!.push(point);
  }

  // Rings are closed later, and shapes have no single points, which would be
  // circles.
  closePath() {}
  beginPath() {}
  arc() {}
}

/**
 * Lines or rings as SVG path data: integers relative to the previous point, with a
 * single letter per line, and another that closes a ring.
 */
function pathData(lines: readonly Point[][], isRing: boolean): string {
  let data = "";
  let [x, y] = [0, 0];
  for (const line of lines) {
    const points = line.map((point) => point.map(Math.round));
    data += "m";
    points.forEach(([toX, toY], i) => {
      const [dx, dy] = [toX - x, toY - y];
      if (i > 0 && dx === 0 && dy === 0) return;
      const space = i === 0 || dx < 0 ? "" : " ";
      data += `${space}${dx}${dy < 0 ? "" : " "}${dy}`;
      [x, y] = [toX, toY];
    });
    if (!isRing) continue;
    data += "z";
    // The next ring's first point is relative to this one.
    [x, y] = points[0];
  }
  return data;
}

/** A part of the map: rings or lines of points, in steps. */
interface Part {
  readonly id: string;
  readonly isRing: boolean;
  readonly lines: readonly Line[];
}

/** A line and its extent: the lowest and the highest coordinates. */
interface Line {
  readonly points: Point[];
  readonly low: Point;
  readonly high: Point;
}

function lineOf(points: Point[]): Line {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return {
    points,
    low: [Math.min(...xs), Math.min(...ys)],
    high: [Math.max(...xs), Math.max(...ys)],
  };
}

type Topology = Parameters<typeof feature>[0];
type MeshShape = Parameters<typeof mesh>[1];
type Shape = Parameters<ReturnType<typeof geoPath>>[0];

/** The world's sea, land and borders, in the projection of `project`. */
export function worldParts(topology: Topology): Part[] {
  const projection = geoEqualEarth()
    .scale(MAP_SCALE * DETAIL)
    .translate([MAP_WIDTH * DETAIL / 2, MAP_HEIGHT * DETAIL / 2]);
  const part = (id: string, shape: Shape, isRing: boolean): Part => {
    const lines = simplified(linesOf(shape, projection), isRing);
    return { id, isRing, lines: lines.map(lineOf) };
  };
  const { land, countries } = topology.objects;
  const borders = mesh(topology, countries as MeshShape, (a, b) => a !== b);
  return [
    part(SEA_ID, { type: "Sphere" }, true),
    part(LAND_ID, feature(topology, land), true),
    part(BORDERS_ID, borders, false),
  ];
}

function linesOf(
  shape: Shape,
  projection: Pick<GeoProjection, "stream">,
): Point[][] {
  const lines = new Lines();
  geoPath(projection, lines)(shape);
  return lines.all;
}

/** The parts as an SVG, of which pages use each by its id. */
export function outlineSvg(parts: readonly Part[]): string {
  const paths = parts.map(({ id, isRing, lines }) => {
    const data = pathData(lines.map(({ points }) => points), isRing);
    return `<path id="${id}" transform="scale(${1 / DETAIL})" d="${data}"/>\n`;
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}">\n${
    paths.join("")
  }</svg>\n`;
}

/** What of the parts lies in a rectangle of the map. */
export function clippedParts(
  parts: readonly Part[],
  low: Point,
  high: Point,
): Part[] {
  const rectangle = geoIdentity().clipExtent([low, high]);
  return parts.map((part) => ({
    ...part,
    lines: part.lines.flatMap((line) => {
      const { points } = line;
      const isBeside = low.some((bound, axis) =>
        line.high[axis] < bound || line.low[axis] > high[axis]
      );
      if (isBeside) return [];
      const isWithin = low.every((bound, axis) =>
        line.low[axis] >= bound && line.high[axis] <= high[axis]
      );
      if (isWithin) return [line];
      const shape: Shape = part.isRing
        ? { type: "Polygon", coordinates: [[...points, points[0]]] }
        : { type: "LineString", coordinates: points };
      return linesOf(shape, rectangle).map(lineOf);
    }),
  }));
}

/** The outline around each cell of the map, by its path. */
function* cellOutlines(
  parts: readonly Part[],
): Generator<[path: string, svg: string]> {
  for (let x = 0; x < MAP_WIDTH; x += CELL) {
    for (let y = 0; y < MAP_HEIGHT; y += CELL) {
      const around = regionAround({ x, y });
      // A view box is rounded.
      const low: Point = [(around.x - 1) * DETAIL, (around.y - 1) * DETAIL];
      const high: Point = [
        (around.x + CELL + around.width + 1) * DETAIL,
        (around.y + CELL + around.height + 1) * DETAIL,
      ];
      const path = cellPath(cellOf({ x, y }));
      yield [path, outlineSvg(clippedParts(parts, low, high))];
    }
  }
}

/**
 * Writes the world outline, from Natural Earth's shapes, and the outline around each
 * cell, unless the files are already the same.
 *
 * @param folder of static files, with a slash at the end
 */
export async function writeMaps(folder: URL): Promise<void> {
  const shapes = new URL(import.meta.resolve("world-atlas/countries-50m.json"));
  const parts = worldParts(JSON.parse(await Deno.readTextFile(shapes)));
  const fileOf = (path: string) => new URL(`.${path}`, folder);
  await Deno.mkdir(new URL("map/", folder), { recursive: true });
  await writeIfOther(fileOf(WORLD_PATH), outlineSvg(parts));
  for (const [path, svg] of cellOutlines(parts)) {
    await writeIfOther(fileOf(path), svg);
  }
}
