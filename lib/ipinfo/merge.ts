import {
  type AllFacts,
  allFacts,
  FACT_NAMES,
  FACTS,
  GROUP_COORDINATES,
  GROUP_NETWORK,
  GROUP_PLACE,
  GROUP_REGION,
  GROUP_WITHIN_CITY,
  GROUP_WITHIN_REGION,
  GROUP_WITHIN_ROUTE,
} from "../data/facts.ts";
import { countryTimezone } from "../data/places/countries.ts";
import { isSamePlaceName } from "../data/places/place_names.ts";
import type { Fact, Facts, Findings, SourceKind } from "./profile.ts";

/** One source's result. Unknown facts are absent or undefined, never empty. */
export interface Contribution extends Findings {
  readonly source: string;
  readonly kind: SourceKind;
}

/**
 * Merges facts field by field. The first source in the list that has a value
 * wins.
 *
 * Related facts must fit together: coordinates, and a region with its code,
 * come from a single source. Facts about a place are not taken from a source
 * with another country, nor those within a region or city from a source with
 * another one, nor facts about a network from a source with another ASN. Names
 * in another script, or with another suffix, count as equal. The time zone of a
 * country with only one zone applies to all its regions.
 */
export function mergedFacts(contributions: readonly Contribution[]): AllFacts {
  const facts = allFacts(
    contributions.length > 0 ? contributions[0].facts : {},
  );
  for (let i = 1; i < contributions.length; i++) {
    fill(facts, contributions[i].facts);
  }
  return facts;
}

/** The source of each fact that {@link mergedFacts} returns. */
export function factSources(
  contributions: readonly Contribution[],
): Partial<Record<Fact, string>> {
  const facts = allFacts({});
  const sources: Partial<Record<Fact, string>> = {};
  for (const { source, facts: reported } of contributions) {
    fill(facts, reported);
    for (const fact of FACT_NAMES) {
      if (facts[fact] !== undefined) sources[fact] ??= source;
    }
  }
  return sources;
}

/** Drops empty and undefined values, which remote sources send. */
export function withoutEmpty(facts: Readonly<Partial<Facts>>): Partial<Facts> {
  const entries = Object.entries(facts)
    .filter(([, value]) => value !== undefined && value !== "");
  return Object.fromEntries(entries);
}

/**
 * Sorts sources or results by the order of their kinds, and drops other kinds.
 * Keeps the order within a kind.
 */
export function inOrder<T extends { readonly kind: SourceKind }>(
  items: readonly T[],
  kinds: readonly SourceKind[],
): T[] {
  const sorted: T[] = [];
  for (const kind of kinds) {
    for (const item of items) if (item.kind === kind) sorted.push(item);
  }
  return sorted;
}

function fill(settled: AllFacts, reported: Readonly<Partial<Facts>>): void {
  const barred = barredGroups(settled, reported);
  const facts: Record<Fact, Facts[Fact] | undefined> = settled;
  for (const key in reported) {
    const fact = key as Fact;
    const value = reported[fact];
    if (value === undefined || facts[fact] !== undefined) continue;
    if (
      barred !== 0 && (FACTS[fact].groups & barred) !== 0 &&
      !(fact === "timezone" && isOnlyTimezone(settled, reported.timezone))
    ) continue;
    facts[fact] = value;
  }
}

function isOnlyTimezone(
  { countryCode, regionCode }: Readonly<Partial<Facts>>,
  timezone: string | undefined,
): boolean {
  return countryCode !== undefined &&
    timezone === countryTimezone(countryCode, regionCode);
}

function barredGroups(
  settled: Readonly<Partial<Facts>>,
  reported: Readonly<Partial<Facts>>,
): number {
  let barred = 0;
  if (differ(settled.countryCode, reported.countryCode)) barred |= GROUP_PLACE;
  if (haveOtherRegions(settled, reported)) barred |= GROUP_WITHIN_REGION;
  if (haveOtherNames(settled.city, reported.city)) barred |= GROUP_WITHIN_CITY;
  if (differ(settled.asn, reported.asn)) barred |= GROUP_NETWORK;
  if (differ(settled.route, reported.route)) barred |= GROUP_WITHIN_ROUTE;
  if (hasCoordinates(reported) && hasCoordinates(settled)) {
    barred |= GROUP_COORDINATES;
  }
  if (hasRegion(reported) && hasRegion(settled)) barred |= GROUP_REGION;
  return barred;
}

function hasCoordinates(facts: Readonly<Partial<Facts>>): boolean {
  return facts.latitude !== undefined || facts.longitude !== undefined ||
    facts.accuracyRadiusKm !== undefined;
}

function hasRegion(facts: Readonly<Partial<Facts>>): boolean {
  return facts.region !== undefined || facts.regionCode !== undefined;
}

/** Compares codes, or names if one has no code. */
function haveOtherRegions(
  settled: Readonly<Partial<Facts>>,
  reported: Readonly<Partial<Facts>>,
): boolean {
  return settled.regionCode !== undefined && reported.regionCode !== undefined
    ? settled.regionCode !== reported.regionCode
    : haveOtherNames(settled.region, reported.region);
}

function haveOtherNames(
  settled: string | undefined,
  reported: string | undefined,
): boolean {
  return settled !== undefined && reported !== undefined &&
    settled !== reported &&
    !isSamePlaceName(settled, reported);
}

function differ<T>(settled: T | undefined, reported: T | undefined): boolean {
  return settled !== undefined && reported !== undefined &&
    settled !== reported;
}
