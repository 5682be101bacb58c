import {
  BORDERS_ID,
  LAND_ID,
  SEA_ID,
} from "../../lib/ipinfo/view/world_map.ts";

/** Sea, land and borders of a map, inside the map's own SVG. */
export function WorldOutline(
  { world, viewBox, isFilled = false }: {
    /** URL of the outline. */
    world: string;
    /** The part of the world that is shown. */
    viewBox: string;
    /** Whether it fills its place, if it has other proportions. */
    isFilled?: boolean;
  },
) {
  return (
    <svg
      viewBox={viewBox}
      preserveAspectRatio={isFilled ? "xMidYMid slice" : undefined}
    >
      <use class="map-sea" href={`${world}#${SEA_ID}`} />
      <use class="map-land" href={`${world}#${LAND_ID}`} />
      <use class="map-borders" href={`${world}#${BORDERS_ID}`} />
    </svg>
  );
}
