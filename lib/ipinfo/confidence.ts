import type { Contribution } from "./merge.ts";
import { type Facts, type Findings, PLACE_LIST } from "./profile.ts";
import type { Evidence } from "./risk/evidence.ts";
import type { EvidenceCode } from "./view/evidence_detail.ts";
import { type LineType, lineTypeOfTrait } from "./risk/risk.ts";

/**
 * How often the country of an announced address is right, by how many independent
 * sources name it and how many contradict. Measured by `deno task evaluate`
 * (tests/evaluation/RESULTS.md) against the word of the network, or MaxMind's of the
 * addresses about which it publishes nothing. Kinds with too few addresses, or as often
 * right as another one, share its level.
 */
const COUNTRY_STEPS = {
  three: 99,
  /** Two sources, or a network's own word, whatever others say. */
  two: 97,
  /**
   * The only one; or disputed, but in IPv4 more sources name it than not, and in IPv6
   * registrations outvoted the database.
   */
  most: 80,
  /** In IPv6, more sources name it than not; or two name it, and as many don't. */
  divided: 52,
  /** Fewer name it than not, or one each. */
  alone: 22,
} as const;

/** Below it, the country can well be another one. */
const UNCERTAIN_BELOW = 50;

/**
 * How sure the country is, in per cent, and which other one it can be if it is
 * uncertain.
 *
 * @param country the code in the profile
 * @param contributions all that name a country
 */
export function countryConfidence(
  country: string | undefined,
  contributions: readonly Pick<
    Contribution,
    "source" | "facts" | "countries"
  >[],
  family: 4 | 6,
) {
  if (country === undefined) return { percent: null };
  let agreeing = 0;
  let contrary = 0;
  let isStated = false;
  let isOutvoted = false;
  const others = new Map<string, number>();
  for (const { source, facts, countries } of contributions) {
    const codes = countries?.() ?? [facts.countryCode];
    // The first one is that of the database.
    if (codes.length > 1 && codes[0] !== country) isOutvoted = true;
    if (source.startsWith(PLACE_LIST) && codes[0] === country) isStated = true;
    for (const code of codes) {
      if (code === country) agreeing++;
      else if (code !== undefined) {
        contrary++;
        others.set(code, (others.get(code) ?? 0) + 1);
      }
    }
  }
  const percent = COUNTRY_STEPS[
    contrary === 0 && agreeing >= 3
      ? "three"
      : isStated || contrary === 0 && agreeing === 2
      ? "two"
      : contrary === 0 || (family === 4 ? agreeing > contrary : isOutvoted)
      ? "most"
      : agreeing > 1 && agreeing >= contrary
      ? "divided"
      : "alone"
  ];
  if (percent >= UNCERTAIN_BELOW || others.size === 0) return { percent };
  // The first of those that most sources name.
  const [alternative] = [...others].reduce((a, b) => b[1] > a[1] ? b : a);
  return { percent, alternative };
}

/**
 * How often the line type is right, by its kind of evidence. Measured like
 * {@link COUNTRY_STEPS}.
 */
export const LINE_TYPE_STEPS = {
  several: 98,
  list: 97,
  name: 90,
  disputed: 70,
} as const;

/** What only the autonomous system of an address says of its line. */
const OF_SYSTEM: ReadonlySet<string> = new Set<EvidenceCode>([
  "network-listed",
  "network-classified",
  "network-known",
  "network-named",
]);

/** @param system how sure the system is, in per cent */
export function lineTypeConfidence(
  lineType: LineType | null,
  evidence: readonly Evidence[],
  system = 100,
): number | null {
  if (lineType === null) return null;
  const sources = new Set<string>();
  let isNameOnly = true;
  let isOfSystem = true;
  let isDisputed = false;
  for (const { kind, source, weight, detail } of evidence) {
    const type = lineTypeOfTrait(kind);
    if (!type) continue;
    if (type === lineType && weight > 0) {
      sources.add(source);
      isNameOnly &&= detail.code === "network-named";
      isOfSystem &&= OF_SYSTEM.has(detail.code);
    } else if (type === lineType || weight > 0) {
      isDisputed = true;
    }
  }
  const percent = LINE_TYPE_STEPS[
    isDisputed
      ? "disputed"
      : sources.size > 1
      ? "several"
      : isNameOnly
      ? "name"
      : "list"
  ];
  return isOfSystem ? Math.min(percent, system) : percent;
}

/**
 * How often the system to which an IPv6 address is registered announces it: right for
 * 74 of 102 prefixes of 30 large providers (2026-11).
 */
export const REGISTERED_SYSTEM = 73;

/** An estimate closer than this would pretend to know the street. */
const LEAST_RADIUS_KM = 5;

/**
 * The radius around the coordinates, in kilometers, that contains the coordinates
 * of all sources in the country; undefined if fewer than two sources have
 * coordinates.
 */
export function spreadKm(
  { countryCode, latitude, longitude }: Readonly<Partial<Facts>>,
  contributions: readonly Pick<Findings, "facts">[],
): number | undefined {
  if (latitude === undefined || longitude === undefined) return undefined;
  let count = 0;
  let widest = LEAST_RADIUS_KM;
  for (const { facts } of contributions) {
    if (facts.latitude === undefined || facts.longitude === undefined) continue;
    if (facts.countryCode !== countryCode) continue;
    count++;
    // Most profiles have one source, whose coordinates these are.
    if (facts.latitude === latitude && facts.longitude === longitude) continue;
    widest = Math.max(
      widest,
      distanceKm(latitude, longitude, facts.latitude, facts.longitude),
    );
  }
  return count > 1 ? Math.ceil(widest) : undefined;
}

const EARTH_RADIUS_KM = 6371;

/** The length of the great circle between two places in degrees, by the haversine formula. */
function distanceKm(
  latitude1: number,
  longitude1: number,
  latitude2: number,
  longitude2: number,
): number {
  const half = (degrees: number) => Math.sin(degrees * Math.PI / 360) ** 2;
  const cosine = (degrees: number) => Math.cos(degrees * Math.PI / 180);
  const chord = half(latitude2 - latitude1) +
    cosine(latitude1) * cosine(latitude2) * half(longitude2 - longitude1);
  return 2 * EARTH_RADIUS_KM * Math.asin(Math.min(1, Math.sqrt(chord)));
}
