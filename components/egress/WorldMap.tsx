import { mapDrawing, type MapMark } from "../../lib/egress/view/map.ts";
import { WorldOutline } from "../ui/WorldOutline.tsx";
import type { ReportProps } from "../../lib/egress/view/texts.ts";

interface WorldMapProps extends ReportProps {
  /** URL of the world outline. */
  world: string;
}

/**
 * A map of the addresses. Dots and labels are positioned in percent, so that
 * they keep their size at any width, with exits on top. A list has the same
 * information as text.
 */
export function WorldMap({ report, texts, world }: WorldMapProps) {
  const { marks, line } = mapDrawing(report, texts);
  return (
    <figure class="map">
      {/* No title in it: Fresh would take that for the page's. */}
      <svg
        role="img"
        aria-label={texts.map.name}
        aria-describedby="map-places"
      >
        <WorldOutline world={world} />
        {line && (
          <line
            class="map-line"
            x1={`${line.from.x}%`}
            y1={`${line.from.y}%`}
            x2={`${line.to.x}%`}
            y2={`${line.to.y}%`}
          />
        )}
        {[...marks].reverse().map((mark) => (
          <Mark key={`${mark.x} ${mark.y}`} mark={mark} />
        ))}
      </svg>
      <figcaption id="map-places">
        {marks.length === 0 ? <p class="empty">{texts.map.empty}</p> : (
          <ul>
            {marks.map(({ x, y, text }) => <li key={`${x} ${y}`}>{text}</li>)}
          </ul>
        )}
      </figcaption>
    </figure>
  );
}

/** Distance of a label from the center of its dot, in CSS pixels. */
const OFFSETS = {
  end: [9, 4],
  start: [-9, 4],
  above: [0, -10],
  below: [0, 19],
} as const;

function Mark({ mark: { x, y, label, side, isExit } }: { mark: MapMark }) {
  const [dx, dy] = OFFSETS[side ?? "end"];
  const at = { x: `${x}%`, y: `${y}%` };
  return (
    <g class={isExit ? "map-mark map-exit" : "map-mark"}>
      <circle cx={at.x} cy={at.y} r={5} />
      {side && (
        <text class={`map-label-${side}`} {...at} dx={dx} dy={dy}>
          {label}
        </text>
      )}
    </g>
  );
}
