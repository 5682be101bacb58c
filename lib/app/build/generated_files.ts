import { type GeoContext, geoEqualEarth, geoPath } from "d3-geo";
import { feature, mesh } from "topojson-client";
import { presimplify, simplify } from "topojson-simplify";
import {
  BORDERS_ID,
  LAND_ID,
  MAP_HEIGHT,
  MAP_SCALE,
  MAP_WIDTH,
  SEA_ID,
} from "../../ipinfo/view/world_map.ts";

/** The package has a file for each ISO 3166-1 alpha-2 code. */
const CODE = /^([A-Z]{2})\.svg$/;

/**
 * Copies the flags of countries, from the package country-flag-icons (MIT), to a
 * folder, unless they are there already.
 *
 * @param folder with a slash at the end
 */
export async function writeFlags(folder: URL): Promise<void> {
  const index = new URL(import.meta.resolve("country-flag-icons"));
  const flags = new URL("3x2/", new URL("./", index));
  await Deno.mkdir(folder, { recursive: true });
  for await (const { name } of Deno.readDir(flags)) {
    const code = CODE.exec(name)?.[1].toLowerCase();
    if (code === undefined) continue;
    const target = new URL(`${code}.svg`, folder);
    const flag = await Deno.readTextFile(new URL(name, flags));
    const present = await Deno.readTextFile(target).catch(() => "");
    // A watching server would restart after every change of a file.
    if (present !== flag) await Deno.writeTextFile(target, flag);
  }
}

/** What the thread of `lib/ipinfo/preview/` reads, by its name there. */
const PREVIEW_FILES: Readonly<Record<string, string>> = {
  "resvg.wasm": "@resvg/resvg-wasm/index_bg.wasm",
  "regular.woff2": "@fontsource/inter/files/inter-latin-400-normal.woff2",
  "regular-ext.woff2":
    "@fontsource/inter/files/inter-latin-ext-400-normal.woff2",
  "bold.woff2": "@fontsource/inter/files/inter-latin-700-normal.woff2",
};

/**
 * Copies what draws previews to a folder: the packages @resvg/resvg-wasm (MPL-2.0)
 * and @fontsource/inter (OFL-1.1).
 *
 * @param folder with a slash at the end
 */
export async function writePreviewFiles(folder: URL): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, source] of Object.entries(PREVIEW_FILES)) {
    await Deno.copyFile(
      new URL(import.meta.resolve(source)),
      new URL(name, folder),
    );
  }
}

type Point = [x: number, y: number];
type Topology = Parameters<typeof feature>[0];
type MeshShape = Parameters<typeof mesh>[1];

/** Steps per map unit: a page shows a fifth of the world's width. */
const DETAIL = 5;

/** Corners with a triangle smaller than this, in square steps, are too small to see. */
const MIN_CORNER = 16;

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

/**
 * The world's sea, land and borders as an SVG, whose parts pages use by id, in the
 * projection of `project`.
 */
export function worldOutline(topology: Topology): string {
  const projection = geoEqualEarth()
    .scale(MAP_SCALE * DETAIL)
    .translate([MAP_WIDTH * DETAIL / 2, MAP_HEIGHT * DETAIL / 2]);
  type Shape = Parameters<ReturnType<typeof geoPath>>[0];
  const part = (id: string, shape: Shape, isRing: boolean) => {
    const lines = new Lines();
    geoPath(projection, lines)(shape);
    const data = pathData(simplified(lines.all, isRing), isRing);
    return `<path id="${id}" transform="scale(${1 / DETAIL})" d="${data}"/>\n`;
  };
  const { land, countries } = topology.objects;
  const borders = mesh(topology, countries as MeshShape, (a, b) => a !== b);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}">\n` +
    part(SEA_ID, { type: "Sphere" }, true) +
    part(LAND_ID, feature(topology, land), true) +
    part(BORDERS_ID, borders, false) +
    "</svg>\n";
}

/**
 * Writes the world outline, from Natural Earth's shapes, unless the file is
 * already the same.
 */
export async function writeWorldOutline(target: URL): Promise<void> {
  const shapes = new URL(import.meta.resolve("world-atlas/countries-50m.json"));
  const outline = worldOutline(JSON.parse(await Deno.readTextFile(shapes)));
  const present = await Deno.readTextFile(target).catch(() => "");
  // Writing an unchanged file would make the dev server rebuild forever.
  if (present !== outline) await Deno.writeTextFile(target, outline);
}
