import type { EgressTexts } from "../texts/egress.ts";
import { fill } from "../texts/fill.ts";
import { type LabelSide, labelSides } from "./map_labels.ts";
import { placeText } from "./place_text.ts";
import { MAP_HEIGHT, MAP_WIDTH, project } from "./projection.ts";
import type { EgressReport } from "./report.ts";

/** A dot on the map: the addresses of one spot. */
export interface MapMark {
  /** In hundredths of the map's width and height. */
  x: number;
  y: number;
  /** What is there: `IPv4, DNS`. */
  label: string;
  /** Null where no side is free: the list beside the map names it. */
  side: LabelSide | null;
  /** `IPv4, DNS: Falkenstein, Germany`. */
  text: string;
  isExit: boolean;
}

export interface MapDrawing {
  marks: MapMark[];
  /** From the IPv4 to the IPv6 exit, where both have a place and not the same. */
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
    // One dot for what no screen could keep apart.
    const spot = spots.find((one) =>
      Math.abs(one.x - x) < 0.2 && Math.abs(one.y - y) < 0.2
    );
    if (spot === undefined) {
      spots.push({ x, y, where: placeText(place, texts), kinds: [kind] });
    } else if (!spot.kinds.includes(kind)) spot.kinds.push(kind);
  }
  return spots;
}

/** With two decimals, finer than a screen: short attributes. */
function hundredths(share: number): number {
  return Math.round(share * 1e4) / 100;
}

/** Every address with what it is, the exits first. */
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
