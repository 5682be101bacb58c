import {
  compareDetails,
  type EvidenceDetail,
  type Trait,
} from "../view/evidence_detail.ts";

/** One thing a source says for or against a trait of an address. */
export interface Evidence {
  readonly kind: Trait;
  /** Name of the source. Two items of one source are not independent. */
  readonly source: string;
  /** -100 to 100: how much the item alone is worth; below zero it speaks against. */
  readonly weight: number;
  /** Why, as data; never the name of the source. */
  readonly detail: EvidenceDetail;
  /** When the source last looked, in milliseconds since the epoch; null where it does not say. */
  readonly observedAt: number | null;
}

/** An item as it counts today. */
export interface WeighedEvidence {
  readonly item: Evidence;
  /** 0 to 1, whichever way the item speaks. */
  readonly worth: number;
  /** 0 to 1: how much of its confidence is left; 1 without a date. */
  readonly freshness: number;
}

/**
 * An observation stands this long. Lists that are fetched once a month, a tenth
 * later by chance, must not fall silent before the next ones come.
 */
const STANDS_DAYS = 35;

/**
 * Days after which half of the trust in an observation is gone: of the
 * confidence in it from the first day on, of its worth from the day on which it
 * no longer stands. Exits of Tor come and go
 * within days, those of VPNs and what is abused within weeks; what a network is
 * for changes in months.
 */
export const HALF_LIFE_DAYS: Readonly<Record<Trait, number>> = {
  tor: 7,
  proxy: 28,
  abuser: 28,
  vpn: 42,
  crawler: 90,
  residential: 180,
  commercial: 180,
  hosting: 180,
  mobile: 180,
  satellite: 180,
};

const DAY_MS = 86_400_000;

/**
 * What each source has to say of each trait: its strongest item for and its
 * strongest against, the weightiest first, in an order that does not hang on
 * that of the list.
 *
 * @param now milliseconds since the epoch: old items fade, those without a date do not
 */
export function weighEvidence(
  evidence: readonly Evidence[],
  now: number,
): WeighedEvidence[] {
  const all: WeighedEvidence[] = [];
  for (const item of evidence) {
    const weight = Math.min(Math.abs(item.weight), 100) / 100;
    if (!(weight > 0)) continue;
    const ageDays = ageOf(item, now);
    const worth = weight * faded(item, Math.max(0, ageDays - STANDS_DAYS));
    if (worth > 0) all.push({ item, worth, freshness: faded(item, ageDays) });
  }
  if (all.length < 2) return all;
  all.sort(byWorth);
  return all.filter((one, i) => !isSaidBefore(all, i, one.item));
}

function ageOf({ observedAt }: Evidence, now: number): number {
  return observedAt === null ? 0 : Math.max(0, now - observedAt) / DAY_MS;
}

function faded({ kind }: Evidence, days: number): number {
  return days === 0 ? 1 : 2 ** (-days / HALF_LIFE_DAYS[kind]);
}

function byWorth(a: WeighedEvidence, b: WeighedEvidence): number {
  return b.worth - a.worth || compare(a.item.kind, b.item.kind) ||
    compareDetails(a.item.detail, b.item.detail) ||
    compare(a.item.source, b.item.source) ||
    b.item.weight - a.item.weight;
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Whether an item before `i` is of the same source on the same trait and side. */
function isSaidBefore(
  all: readonly WeighedEvidence[],
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
