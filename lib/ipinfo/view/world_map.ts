/** The size of the map in its own units. */
export const MAP_WIDTH = 1000;
export const MAP_HEIGHT = 500;
/**
 * Map units per unit of the projection. Leaves a margin for marks at the edge.
 */
export const MAP_SCALE = 180;
/** The world outline, which the build generates, and the ids of its parts. */
export const WORLD_PATH = "/world.svg";
export const LAND_ID = "land";
export const SEA_ID = "sea";

const [A1, A2, A3, A4] = [1.340264, -0.081106, 0.000893, 0.003796];
const M = Math.sqrt(3) / 2;
const RADIANS = Math.PI / 180;

/**
 * The position of a place, in degrees, on the map: the Equal Earth projection
 * (Šavrič, Patterson, Jenny: "The Equal Earth map projection", International
 * Journal of Geographical Information Science 33(3), 2019, equation 7). The
 * build uses d3-geo, which would add 4 kB to the script.
 */
export function project(
  latitude: number,
  longitude: number,
): { x: number; y: number } {
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
