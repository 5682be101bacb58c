import {
  compareDetails,
  type EvidenceDetail,
  type Trait,
} from "../view/evidence_detail.ts";

/** A source's statement for or against a trait of an address. */
export interface Evidence {
  readonly kind: Trait;
  /** The source's name. Statements of the same source are not independent. */
  readonly source: string;
  /**
   * -100 to 100: the weight of this statement alone. Negative means against.
   */
  readonly weight: number;
  /** The reason, as data; never the source's name. */
  readonly detail: EvidenceDetail;
  /**
   * When the source last checked, in milliseconds since the epoch; null if it
   * does not say.
   */
  readonly observedAt: number | null;
}

/** A statement with its current weight. */
export interface WeightedEvidence {
  readonly item: Evidence;
  /** 0 to 1, regardless of direction. */
  readonly effectiveWeight: number;
  /** 0 to 1: the share of its confidence that is left; 1 without a date. */
  readonly freshness: number;
}

/**
 * How long an observation keeps its full weight. Longer than a month, so that a
 * monthly list still counts if the next update is late.
 */
const FULL_WEIGHT_DAYS = 35;

/**
 * The half-life of an observation, in days: of its confidence from the first
 * day, of its weight from day 35. Tor exits change within days, VPN exits and
 * abusers within weeks, and the use of a network over months.
 */
export const HALF_LIFE_DAYS: Readonly<Record<Trait, number>> = {
  tor: 7,
  proxy: 28,
  abuser: 28,
  vpn: 42,
  relay: 42,
  crawler: 90,
  residential: 180,
  commercial: 180,
  hosting: 180,
  mobile: 180,
  satellite: 180,
};

const DAY_MS = 86_400_000;

/**
 * The strongest statement of each source for and against each trait, strongest
 * first. The result does not depend on the order of the input.
 *
 * @param now milliseconds since the epoch; old evidence fades, undated evidence
 * does not
 */
export function weighEvidence(
  evidence: readonly Evidence[],
  now: number,
): WeightedEvidence[] {
  const all: WeightedEvidence[] = [];
  for (const item of evidence) {
    const weight = Math.min(Math.abs(item.weight), 100) / 100;
    if (!(weight > 0)) continue;
    const ageDays = ageOf(item, now);
    const effectiveWeight = weight *
      faded(item, Math.max(0, ageDays - FULL_WEIGHT_DAYS));
    if (effectiveWeight > 0) {
      all.push({ item, effectiveWeight, freshness: faded(item, ageDays) });
    }
  }
  if (all.length < 2) return all;
  all.sort(byEffectiveWeight);
  return all.filter((one, i) => !isRepeated(all, i, one.item));
}

function ageOf({ observedAt }: Evidence, now: number): number {
  return observedAt === null ? 0 : Math.max(0, now - observedAt) / DAY_MS;
}

function faded({ kind }: Evidence, days: number): number {
  return days === 0 ? 1 : 2 ** (-days / HALF_LIFE_DAYS[kind]);
}

function byEffectiveWeight(a: WeightedEvidence, b: WeightedEvidence): number {
  return b.effectiveWeight - a.effectiveWeight ||
    compare(a.item.kind, b.item.kind) ||
    compareDetails(a.item.detail, b.item.detail) ||
    compare(a.item.source, b.item.source) ||
    b.item.weight - a.item.weight;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether a statement before `i` has the same source, trait and direction. */
function isRepeated(
  all: readonly WeightedEvidence[],
  i: number,
  { kind, source, weight }: Evidence,
): boolean {
  for (let j = 0; j < i; j++) {
    const before = all[j].item;
    if (
      before.kind === kind && before.source === source &&
      before.weight > 0 === weight > 0
    ) return true;
  }
  return false;
}
