import {
  FACT_NAMES,
  FACTS,
  GROUP_COORDINATES,
  GROUP_REGION,
  GROUP_WITHIN_REGION,
} from "../data/facts.ts";
import type { Label } from "../data/labels.ts";
import { isSamePlaceName } from "../data/places/place_names.ts";
import type { Contribution } from "./merge.ts";
import type { Fact, Facts, Profile } from "./profile.ts";
import type { Evidence } from "./risk/evidence.ts";
import { lineTypeOfTrait } from "./risk/risk.ts";
import { flagEvidence } from "./sources/query_source.ts";

const SOURCE_NAME = "labels";

/** The confidence in what the operator states. */
export const STATED = 100;

export function labelContribution({ facts, type }: Label): Contribution {
  return {
    source: SOURCE_NAME,
    kind: "open",
    facts,
    evidence: type &&
      flagEvidence(SOURCE_NAME, { [type]: true }, { yes: 100 }, {
        speaker: "operator",
      }),
  };
}

export function isLabel({ source }: Contribution): boolean {
  return source === SOURCE_NAME;
}

export function statesLineType({ evidence }: Contribution): boolean {
  return evidence?.some(isAboutLine) ?? false;
}

/**
 * Whether it is a bogon about which the operator's labels say nothing, either.
 */
export function isUnknownBogon(
  { isBogon, facts }: Pick<Profile, "isBogon" | "facts">,
): boolean {
  return isBogon && facts.label === undefined &&
    facts.countryCode === undefined;
}

/** Facts about the place within a country. */
const EXACT_PLACE = factsOfGroups(GROUP_REGION | GROUP_WITHIN_REGION);
const COORDINATES = factsOfGroups(GROUP_COORDINATES);

/** Deletes all facts about a place except the country from its argument. */
export function withoutExactPlace<T extends { [F in Fact]?: unknown }>(
  of: T,
): T {
  for (const fact of EXACT_PLACE) delete of[fact];
  return of;
}

function factsOfGroups(groups: number) {
  return FACT_NAMES.filter((fact) => (FACTS[fact].groups & groups) !== 0);
}

/**
 * Contributions without what a label contradicts: places of another city, which a
 * merge would combine with the label's, and evidence for another type of line.
 */
export function correctedBy(
  label: Contribution,
  others: readonly Contribution[],
): Contribution[] {
  const { region, city } = label.facts;
  const isPlaced = region !== undefined || city !== undefined;
  const isLine = statesLineType(label);
  return others.filter(({ anycast }) => !isPlaced || !anycast).map((other) => ({
    ...other,
    facts: city === undefined ? other.facts : near(other.facts, label.facts),
    evidence: isLine
      ? other.evidence?.filter((item) => !isAboutLine(item))
      : other.evidence,
  }));
}

function isAboutLine({ kind }: Evidence): boolean {
  return lineTypeOfTrait(kind) !== undefined;
}

/** Facts of a source without a place in another city than the stated one. */
function near(
  facts: Readonly<Partial<Facts>>,
  { region, city = "" }: Readonly<Partial<Facts>>,
): Readonly<Partial<Facts>> {
  if (facts.city !== undefined && isSamePlaceName(facts.city, city)) {
    return facts;
  }
  const rest = { ...facts };
  for (const fact of region === undefined ? EXACT_PLACE : COORDINATES) {
    delete rest[fact];
  }
  return rest;
}
