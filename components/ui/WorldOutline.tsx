import {
  BORDERS_ID,
  LAND_ID,
  MAP_HEIGHT,
  MAP_WIDTH,
  SEA_ID,
} from "../../lib/ipinfo/view/world_map.ts";

/** Sea, land and borders of a map, inside the map's own SVG. */
export function WorldOutline(
  { world, viewBox = `0 0 ${MAP_WIDTH} ${MAP_HEIGHT}` }: {
    world: string;
    /** The part of the world that is shown. */
    viewBox?: string;
  },
) {
  return (
    <svg viewBox={viewBox}>
      <use class="map-sea" href={`${world}#${SEA_ID}`} />
      <use class="map-land" href={`${world}#${LAND_ID}`} />
      <use class="map-borders" href={`${world}#${BORDERS_ID}`} />
    </svg>
  );
}
