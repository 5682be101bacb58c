import { type GeoContext, geoEqualEarth, geoPath } from "d3-geo";
import { feature } from "topojson-client";
import {
  LAND_ID,
  MAP_HEIGHT,
  MAP_SCALE,
  MAP_WIDTH,
  SEA_ID,
} from "./shared/egress/projection.ts";

type Topology = Parameters<typeof feature>[0];

/** Coordinates are whole tenths of a unit: finer than any screen shows the map. */
const STEPS = 10;

/** Writes what is drawn as the data of an SVG path, each point relative to the one before: half the bytes. */
class PathWriter implements GeoContext {
  #data = "";
  #at = [0, 0];
  #start = [0, 0];

  get data() {
    return this.#data;
  }

  moveTo(x: number, y: number) {
    this.#data += "m" + this.#step(x, y);
    this.#start = this.#at;
  }

  lineTo(x: number, y: number) {
    const step = this.#step(x, y);
    if (step !== "0 0") this.#data += "l" + step;
  }

  closePath() {
    this.#data += "z";
    this.#at = this.#start;
  }

  // Only single points are drawn as circles, and land has none.
  beginPath() {}
  arc() {}

  #step(x: number, y: number): string {
    const to = [Math.round(x * STEPS), Math.round(y * STEPS)];
    const [dx, dy] = [to[0] - this.#at[0], to[1] - this.#at[1]];
    this.#at = to;
    return `${dx}${dy < 0 ? "" : " "}${dy}`;
  }
}

/**
 * The sea and the land of the world as an SVG whose parts pages use by their
 * ids, on the map that `project` puts places on.
 */
export function worldOutline(topology: Topology): string {
  const projection = geoEqualEarth()
    .scale(MAP_SCALE)
    .translate([MAP_WIDTH / 2, MAP_HEIGHT / 2]);
  const pathOf = (...[shape]: Parameters<ReturnType<typeof geoPath>>) => {
    const writer = new PathWriter();
    geoPath(projection, writer)(shape);
    return writer.data;
  };
  const part = (id: string, data: string) =>
    `<path id="${id}" transform="scale(${1 / STEPS})" d="${data}"/>\n`;
  const land = feature(topology, topology.objects.land);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${MAP_WIDTH} ${MAP_HEIGHT}">\n` +
    part(SEA_ID, pathOf({ type: "Sphere" })) +
    part(LAND_ID, pathOf(land)) +
    "</svg>\n";
}

/** Draws the world from the shapes of Natural Earth to a file, unless it is there already. */
export async function writeWorldOutline(target: URL): Promise<void> {
  const shapes = new URL(import.meta.resolve("world-atlas/land-110m.json"));
  const outline = worldOutline(JSON.parse(await Deno.readTextFile(shapes)));
  const present = await Deno.readTextFile(target).catch(() => "");
  // A watching server would begin anew at every change of the file.
  if (present !== outline) await Deno.writeTextFile(target, outline);
}
