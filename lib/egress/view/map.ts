import {
  project,
  regionOf,
  shareOf,
  viewBoxOf,
} from "../../ipinfo/view/world_map.ts";
import type { EgressTexts } from "./texts.ts";
import { fill } from "../../i18n/language.ts";
import { placeText } from "./address_text.ts";
import type { EgressReport } from "./report.ts";
import type { PartName } from "./verdict/verdict.ts";

/** A dot on the map: the addresses at one place. */
interface MapMark {
  /** In percent of the map's width and height. */
  x: number;
  y: number;
  /** `IPv4, DNS: Falkenstein, Germany`. */
  text: string;
  /** Of the first address. */
  part: MapPart;
}

/** What an address is of; it decides about the color of a dot. */
type MapPart = PartName | "site";

interface MapDrawing {
  /** The part of the world that has all dots, as an SVG view box. */
  viewBox: string;
  marks: MapMark[];
  /**
   * From the IPv4 exit to the IPv6 exit, if both have a place and are apart.
   */
  line: { from: MapMark; to: MapMark } | null;
}

interface Spot {
  /** In the world map's units. */
  x: number;
  y: number;
  where: string | null;
  parts: MapPart[];
}

/** The region and the dots of a report, and the line between its exits. */
export function mapDrawing(
  report: EgressReport,
  texts: EgressTexts,
): MapDrawing {
  const spots = spotsOf(report, texts);
  const region = regionOf(spots);
  const { listComma, spot } = texts.phrases;
  const names = { ...texts.verdicts.parts, site: texts.map.site };
  const marks = spots.map(({ x, y, where, parts }) => {
    const label = parts.map((part) => names[part]).join(listComma);
    return {
      ...shareOf(region, { x, y }),
      text: where === null ? label : fill(spot, { label, place: where }),
      part: parts[0],
    };
  });
  const [from, to] = (["ipv4", "ipv6"] as const).map((part) =>
    marks[spots.findIndex(({ parts }) => parts.includes(part))]
  );
  return {
    viewBox: viewBoxOf(region),
    marks,
    line: from && to && from !== to ? { from, to } : null,
  };
}

function spotsOf(report: EgressReport, texts: EgressTexts): Spot[] {
  const spots: Spot[] = [];
  for (const [part, ip] of placed(report)) {
    const place = report.places[ip];
    if (!place || place.latitude === null || place.longitude === null) continue;
    const { x, y } = project(place.latitude, place.longitude);
    // Places too close for any screen share a dot.
    const spot = spots.find((one) =>
      Math.abs(one.x - x) < 1 && Math.abs(one.y - y) < 1
    );
    if (spot === undefined) {
      spots.push({ x, y, where: placeText(place, texts), parts: [part] });
    } else if (!spot.parts.includes(part)) spot.parts.push(part);
  }
  return spots;
}

/** All addresses with their parts, exits first. */
function placed(report: EgressReport): [part: MapPart, ip: string][] {
  const { exits, resolvers, resolversV6, candidates, sites } = report;
  const found: [MapPart, string][] = [];
  for (const { value } of Object.values(exits)) {
    if (value) found.push([value.family === 4 ? "ipv4" : "ipv6", value.ip]);
  }
  for (const { value = [] } of [resolvers, resolversV6]) {
    for (const { ip } of value) found.push(["dns", ip]);
  }
  for (const { address } of candidates.value ?? []) {
    found.push(["webrtc", address]);
  }
  for (const { probe } of sites) {
    const exit = probe.value?.exit;
    if (exit) found.push(["site", exit.ip]);
  }
  return found;
}
