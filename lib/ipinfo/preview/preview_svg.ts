import type { Point } from "../view/world_map.ts";
import type { PreviewCard } from "./preview_card.ts";

/** As the sites that show previews recommend. */
const PREVIEW_WIDTH = 1200;
const PREVIEW_HEIGHT = 630;

/** A part of the map: a closed line, and the rectangle around it. */
interface Shape {
  readonly path: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** What a picture is made of besides its texts. */
interface PreviewArt {
  /** The country's flag, as an SVG document; empty if there is none. */
  readonly flag: string;
  readonly land: readonly Shape[];
}

const LAND = /<path id="land" transform="scale\(([\d.]+)\)" d="([^"]*)"/;

/**
 * The shapes of the land in `world.svg`, as the build writes it: relative integers,
 * each shape `m…z`. A picture draws those in its region, because drawing all takes
 * several times as long.
 */
export function landShapes(world: string): Shape[] {
  const [, scale, data] = LAND.exec(world)!;
  const unit = Number(scale);
  const shapes: Shape[] = [];
  let [startX, startY] = [0, 0];
  for (const line of data.split("z").slice(0, -1)) {
    const steps = line.match(/-?\d+/g)!.map(Number);
    let [x, y] = [startX, startY];
    const [xs, ys]: [number[], number[]] = [[], []];
    let path = "";
    for (let i = 0; i < steps.length; i += 2) {
      x += steps[i];
      y += steps[i + 1];
      xs.push(x * unit);
      ys.push(y * unit);
      path += `${i === 0 ? "M" : "L"}${xs.at(-1)!.toFixed(1)} ${
        ys.at(-1)!.toFixed(1)
      }`;
    }
    [startX, startY] = [startX + steps[0], startY + steps[1]];
    shapes.push({
      path: `${path}Z`,
      left: Math.min(...xs),
      right: Math.max(...xs),
      top: Math.min(...ys),
      bottom: Math.max(...ys),
    });
  }
  return shapes;
}

/** Pixels per unit of the map, and where in the picture the place is. */
const ZOOM = 5.4;
const SPOT = { x: 1010, y: 448 };
const MARGIN = 72;
const FONT = "Inter";
/** The fonts have Latin letters alone; a text with any other is left out. */
const DRAWABLE = /^[ -~ -ɏ–—‘’“”…]*$/;
/** Average widths of the bold and the regular font, in em. */
const BOLD_EM = 0.62;
const REGULAR_EM = 0.53;
const MAX_HEADING = 60;
const MAX_LINE = 48;

export function previewSvg(
  { caption, heading, flag, place, holder, spot }: PreviewCard,
  art: PreviewArt,
): string {
  const title = shortened(heading, MAX_HEADING);
  const size = Math.min(
    112,
    (PREVIEW_WIDTH - 2 * MARGIN) / (title.length * BOLD_EM),
  );
  const shownFlag = flag && art.flag;
  const indent = shownFlag ? 84 : 0;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${PREVIEW_WIDTH}" height="${PREVIEW_HEIGHT}">
<rect width="100%" height="100%" fill="#0b2a33"/>
${spot ? mapOf(spot, art.land) : ""}
<g fill="none" stroke="#7fd6e4"><circle cx="100" cy="100" r="26" stroke-width="7"/><circle cx="100" cy="100" r="14" stroke-width="5"/></g>
${text("Porthole", 146, 113, 38, 700, "#fff")}
${text(caption, MARGIN, 238, 34, 400, "#a8c7ce")}
${text(title, MARGIN, 250 + size, size, 700, "#fff")}
${
    shownFlag
      ? shownFlag.replace(
        "<svg ",
        `<svg x="${MARGIN}" y="432" width="60" height="40" `,
      )
      : ""
  }
${line(place, MARGIN + indent, 467, 42, "#fff")}
${line(holder, MARGIN, 544, 34, "#cfe3e8")}
</svg>`;
}

function mapOf(spot: Point, land: readonly Shape[]): string {
  const [left, top] = [spot.x - SPOT.x / ZOOM, spot.y - SPOT.y / ZOOM];
  const right = left + PREVIEW_WIDTH / ZOOM;
  const bottom = top + PREVIEW_HEIGHT / ZOOM;
  const seen = land.filter((shape) =>
    shape.right > left && shape.left < right && shape.bottom > top &&
    shape.top < bottom
  );
  return `<path transform="scale(${ZOOM}) translate(${-left} ${-top})" fill="#123a45" d="${
    seen.map(({ path }) => path).join("")
  }"/>
<circle cx="${SPOT.x}" cy="${SPOT.y}" r="16" fill="#ff8f8f" stroke="#0b2a33" stroke-width="5"/>`;
}

/** Smaller if it is long; nothing if the fonts lack a letter of it. */
function line(
  wanted: string,
  x: number,
  y: number,
  size: number,
  fill: string,
): string {
  if (!DRAWABLE.test(wanted)) return "";
  const shown = shortened(wanted, MAX_LINE);
  const room = PREVIEW_WIDTH - MARGIN - x;
  const fitting = Math.min(size, room / (shown.length * REGULAR_EM));
  return text(shown, x, y, fitting, 400, fill);
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
};

function text(
  shown: string,
  x: number,
  y: number,
  size: number,
  weight: number,
  fill: string,
): string {
  const escaped = shown.replace(/[&<>]/g, (letter) => ENTITIES[letter]);
  return `<text x="${x}" y="${y}" font-family="${FONT}" font-size="${
    size.toFixed(1)
  }" font-weight="${weight}" fill="${fill}">${escaped}</text>`;
}
