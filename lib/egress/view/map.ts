import { MAP_HEIGHT, MAP_WIDTH, project } from "../../ipinfo/view/world_map.ts";
import type { EgressTexts } from "./texts.ts";
import { fill } from "../../i18n/language.ts";
import { placeText } from "./address_text.ts";
import type { EgressReport } from "./report.ts";

/** The side of the dot on which a label is. */
export type LabelSide = "end" | "start" | "above" | "below";

/** A dot with a label, in percent of the map's width and height. */
interface Labelled {
  x: number;
  y: number;
  label: string;
}

/** The extent of a dot or a label on one axis, and the position of its dot. */
interface Span {
  at: number;
  from: number;
  to: number;
}

/** The extent on both axes. */
type Box = readonly [x: Span, y: Span];

/**
 * Sizes in CSS pixels on the narrowest map. Dots and labels keep their size on
 * a wider map, where they are further apart.
 */
const NARROWEST = 280;
const DOT = 6;
const LINE = 16;
const LETTER = 7.5;
/** Chinese characters and punctuation, which take the width of two others. */
const WIDE = /[\u2e80-\uffef]/g;

/** The direction of a label for each side. The first free side is used. */
const SIDES: readonly (readonly [LabelSide, dx: number, dy: number])[] = [
  ["end", 1, 0],
  ["start", -1, 0],
  ["below", 0, 1],
  ["above", 0, -1],
];

/**
 * Chooses a side for each dot on which its label covers no dot and no earlier
 * label, and stays on the map; null if there is none.
 */
export function labelSides(marks: readonly Labelled[]): (LabelSide | null)[] {
  const taken = marks.map((mark) => boxAt(mark, DOT, DOT, 0, 0));
  return marks.map((mark) => {
    const half = mark.label.replace(WIDE, "__").length * LETTER / 2;
    for (const [side, dx, dy] of SIDES) {
      const box = boxAt(mark, half, LINE / 2, dx, dy);
      const [{ from, to }] = box;
      const isInside = from >= 0 && to <= NARROWEST;
      if (isInside && taken.every((other) => areApart(box, other))) {
        taken.push(box);
        return side;
      }
    }
    return null;
  });
}

function boxAt(
  { x, y }: Labelled,
  halfWidth: number,
  halfHeight: number,
  dx: number,
  dy: number,
): Box {
  const scale = NARROWEST / 100;
  return [
    spanAt(x * scale, halfWidth, dx),
    spanAt(y * scale * MAP_HEIGHT / MAP_WIDTH, halfHeight, dy),
  ];
}

function spanAt(at: number, half: number, side: number): Span {
  const middle = at + side * (half + DOT + 2);
  return { at, from: middle - half, to: middle + half };
}

/**
 * Whether two boxes are apart, on wider maps as well: in the order of their
 * dots, which move apart.
 */
function areApart(one: Box, other: Box): boolean {
  return one.some((span, axis) =>
    isBefore(span, other[axis]) || isBefore(other[axis], span)
  );
}

function isBefore(a: Span, b: Span): boolean {
  return a.to <= b.from && a.at <= b.at;
}

/** A dot on the map: the addresses at one place. */
export interface MapMark {
  /** In percent of the map's width and height. */
  x: number;
  y: number;
  /** What is at the place: `IPv4, DNS`. */
  label: string;
  /** Null if no side is free; the list beside the map has the label. */
  side: LabelSide | null;
  /** `IPv4, DNS: Falkenstein, Germany`. */
  text: string;
  isExit: boolean;
}

export interface MapDrawing {
  marks: MapMark[];
  /**
   * From the IPv4 exit to the IPv6 exit, if both have a place and are apart.
   */
  line: { from: MapMark; to: MapMark } | null;
}

interface Spot {
  x: number;
  y: number;
  where: string | null;
  kinds: string[];
}

const IPV4 = "IPv4";
const IPV6 = "IPv6";

/** The dots of a report, and the line between its exits. */
export function mapDrawing(
  report: EgressReport,
  texts: EgressTexts,
): MapDrawing {
  const spots = spotsOf(report, texts);
  const { listComma, spot } = texts.phrases;
  const labelled = spots.map(({ x, y, where, kinds }) => {
    const label = kinds.join(listComma);
    return {
      x,
      y,
      label,
      text: where === null ? label : fill(spot, { label, place: where }),
      isExit: kinds.includes(IPV4) || kinds.includes(IPV6),
    };
  });
  const sides = labelSides(labelled);
  const marks = labelled.map((mark, i) => ({ ...mark, side: sides[i] }));
  const [from, to] = [IPV4, IPV6].map((kind) =>
    marks[spots.findIndex(({ kinds }) => kinds.includes(kind))]
  );
  return { marks, line: from && to && from !== to ? { from, to } : null };
}

function spotsOf(report: EgressReport, texts: EgressTexts): Spot[] {
  const spots: Spot[] = [];
  for (const [kind, ip] of named(report, texts)) {
    const place = report.places[ip];
    if (!place || place.latitude === null || place.longitude === null) continue;
    const at = project(place.latitude, place.longitude);
    const x = hundredths(at.x / MAP_WIDTH);
    const y = hundredths(at.y / MAP_HEIGHT);
    // Places too close for any screen share a dot.
    const spot = spots.find((one) =>
      Math.abs(one.x - x) < 0.2 && Math.abs(one.y - y) < 0.2
    );
    if (spot === undefined) {
      spots.push({ x, y, where: placeText(place, texts), kinds: [kind] });
    } else if (!spot.kinds.includes(kind)) spot.kinds.push(kind);
  }
  return spots;
}

/** Two decimals are finer than a screen, and keep attributes short. */
function hundredths(share: number): number {
  return Math.round(share * 1e4) / 100;
}

/** All addresses with their labels, exits first. */
function named(
  report: EgressReport,
  texts: EgressTexts,
): [kind: string, ip: string][] {
  const { exits, resolvers, resolversV6, candidates, sites } = report;
  const found: [string, string][] = [];
  for (const { value } of Object.values(exits)) {
    if (value) found.push([value.family === 4 ? IPV4 : IPV6, value.ip]);
  }
  for (const { value = [] } of [resolvers, resolversV6]) {
    for (const { ip } of value) found.push(["DNS", ip]);
  }
  for (const { address } of candidates.value ?? []) {
    found.push(["WebRTC", address]);
  }
  for (const { probe } of sites) {
    if (probe.value?.exit) found.push([texts.map.site, probe.value.exit.ip]);
  }
  return found;
}
