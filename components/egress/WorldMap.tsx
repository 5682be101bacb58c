import { mapDrawing } from "../../lib/egress/view/map.ts";
import { WorldOutline } from "../ui/WorldOutline.tsx";
import type { ReportProps } from "../../lib/egress/view/texts.ts";

interface WorldMapProps extends ReportProps {
  /** URL of the world outline. */
  world: string;
}

/**
 * A map of the region of the addresses. Dots are positioned in percent, so that they keep
 * their size at any width, with exits on top. A list says what each is.
 * Null if no address has a place.
 */
export function WorldMap({ report, texts, world }: WorldMapProps) {
  const { viewBox, marks, line } = mapDrawing(report, texts);
  if (marks.length === 0) return null;
  return (
    <figure class="map">
      {/* No title in it: Fresh would take that for the page's. */}
      <svg
        role="img"
        aria-label={texts.map.name}
        aria-describedby="map-places"
      >
        <WorldOutline world={world} viewBox={viewBox} />
        {line && (
          <line
            class="map-line"
            x1={`${line.from.x}%`}
            y1={`${line.from.y}%`}
            x2={`${line.to.x}%`}
            y2={`${line.to.y}%`}
          />
        )}
        {[...marks].reverse().map(({ x, y, part }) => (
          <circle
            key={`${x} ${y}`}
            class={`map-mark map-${part}`}
            cx={`${x}%`}
            cy={`${y}%`}
            r={6}
          />
        ))}
      </svg>
      <figcaption id="map-places">
        <ul>
          {marks.map(({ x, y, text, part }) => (
            <li key={`${x} ${y}`} class={`map-${part}`}>{text}</li>
          ))}
        </ul>
      </figcaption>
    </figure>
  );
}
