/** The size of the map in its own units. */
export const MAP_WIDTH = 1000;
export const MAP_HEIGHT = 500;
/**
 * Map units per unit of the projection. Leaves a margin for marks at the edge.
 */
export const MAP_SCALE = 180;
/** The world outline, which the build generates, and the ids of its parts. */
export const WORLD_PATH = "/world.svg";
/**
 * The side of a cell, in map units. What is around the places in a cell is a file of
 * its own, because the whole outline takes as many bytes as the rest of a page.
 */
export const CELL = 50;
export const LAND_ID = "land";
export const SEA_ID = "sea";
export const BORDERS_ID = "borders";

/** A place in the map's units, or in percent of a region's size. */
export interface Point {
  x: number;
  y: number;
}

const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;
const RADIANS = Math.PI / 180;

/**
 * The position of a place, in degrees, on the map: the Equal Earth projection
 * (Šavrič, Patterson, Jenny: "The Equal Earth map projection", International
 * Journal of Geographical Information Science 33(3), 2019, equation 7). The
 * build uses d3-geo, which would add 4 kB to the script.
 */
export function project(latitude: number, longitude: number): Point {
  const theta = Math.asin(M * Math.sin(latitude * RADIANS));
  const t2 = theta ** 2;
  const t6 = t2 ** 3;
  const x = longitude * RADIANS * Math.cos(theta) /
    (M * (A1 + 3 * A2 * t2 + t6 * (7 * A3 + 9 * A4 * t2)));
  const y = theta * (A1 + A2 * t2 + t6 * (A3 + A4 * t2));
  return {
    x: MAP_WIDTH / 2 + MAP_SCALE * x,
    y: MAP_HEIGHT / 2 - MAP_SCALE * y,
  };
}

/** Of the world's width: what lies beside a dot shows where it is. */
const NARROWEST_REGION = 0.22;
/** How much wider a region is than its dots are apart. */
const MARGIN = 1.6;

interface Region {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** The region that holds the dots, in the proportions of the world map. */
export function regionOf(spots: readonly Point[]): Region {
  if (spots.length === 0) {
    return { x: 0, y: 0, width: MAP_WIDTH, height: MAP_HEIGHT };
  }
  const [xs, ys] = [spots.map(({ x }) => x), spots.map(({ y }) => y)];
  const extent = (all: readonly number[]) =>
    Math.max(...all) - Math.min(...all);
  const share = Math.min(
    1,
    Math.max(
      NARROWEST_REGION,
      MARGIN * extent(xs) / MAP_WIDTH,
      MARGIN * extent(ys) / MAP_HEIGHT,
    ),
  );
  const from = (all: readonly number[], world: number) =>
    Math.round(Math.min(
      world * (1 - share),
      Math.max(0, (Math.min(...all) + Math.max(...all) - world * share) / 2),
    ));
  return {
    x: from(xs, MAP_WIDTH),
    y: from(ys, MAP_HEIGHT),
    width: MAP_WIDTH * share,
    height: MAP_HEIGHT * share,
  };
}

export function cellOf({ x, y }: Point): string {
  return `${Math.floor(x / CELL)}-${Math.floor(y / CELL)}`;
}

/** The URL of the outline around a cell, which holds the region around each place in it. */
export function cellPath(cell: string): string {
  return `/map/${cell}.svg`;
}

/** The size of the region around one place: a card of other proportions shows less. */
const AROUND_WIDTH = 200;
const AROUND_HEIGHT = 140;

/** The region with a place in its center; at the map's edge, it reaches beyond. */
export function regionAround({ x, y }: Point): Region {
  return {
    x: x - AROUND_WIDTH / 2,
    y: y - AROUND_HEIGHT / 2,
    width: AROUND_WIDTH,
    height: AROUND_HEIGHT,
  };
}

export function viewBoxOf({ x, y, width, height }: Region): string {
  return [x, y, width, height].map((at) => Math.round(at)).join(" ");
}

/** A place in percent of a region's size. Two decimals are finer than a screen. */
export function shareOf(region: Region, { x, y }: Point): Point {
  const hundredths = (share: number) => Math.round(share * 1e4) / 100;
  return {
    x: hundredths((x - region.x) / region.width),
    y: hundredths((y - region.y) / region.height),
  };
}
