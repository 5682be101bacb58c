import {
  compareDetails,
  type EvidenceDetail,
  type Trait,
} from "../view/evidence_detail.ts";
import { ASN_CLASS_MEANINGS, FEED_MEANINGS } from "../../facts/feed_facts.ts";

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

/** Whether a source says that an address lacks a trait. That nobody reported it does not say so. */
export function isDenial({ weight, detail: { code } }: Evidence): boolean {
  return weight < 0 && !UNREPORTED.includes(code);
}

const UNREPORTED: readonly EvidenceDetail["code"][] = [
  "abuse-unreported",
  "abuse-allowlisted",
];

export interface WeightedEvidence {
  readonly item: Evidence;
  /** 0 to 1, regardless of direction. */
  readonly effectiveWeight: number;
  /** 0 to 1: the share of its confidence that is left; 1 without a date. */
  readonly freshness: number;
}

/** How fast an observation of a trait loses its weight. */
interface Decay {
  /** How long it keeps its full weight. */
  readonly fullWeightDays: number;
  /** Its half-life after that. Of its confidence, from the first day. */
  readonly halfLifeDays: number;
  /** The age from which it has no weight. */
  readonly worthlessAfterDays?: number;
}

/**
 * Longer than a month, so that a monthly list still counts if the next update is
 * late.
 */
const SLOW: Decay = { fullWeightDays: 35, halfLifeDays: 180 };

/**
 * Tor exits change within hours, open proxies and attackers within days, VPN exits
 * within weeks, and the use of a network over months. What changes fast is also
 * downloaded often (`Feed.period`), so its full weight ends after a few missed
 * updates.
 */
export const DECAY: Readonly<Record<Trait, Decay>> = {
  tor: { fullWeightDays: 1, halfLifeDays: 1, worthlessAfterDays: 2 },
  proxy: { fullWeightDays: 3, halfLifeDays: 7, worthlessAfterDays: 30 },
  abuser: { fullWeightDays: 7, halfLifeDays: 14, worthlessAfterDays: 60 },
  crawler: { fullWeightDays: 14, halfLifeDays: 90 },
  vpn: { fullWeightDays: 35, halfLifeDays: 42 },
  relay: { fullWeightDays: 35, halfLifeDays: 42 },
  residential: SLOW,
  commercial: SLOW,
  hosting: SLOW,
  mobile: SLOW,
  satellite: SLOW,
};

const DAY_MS = 86_400_000;

/**
 * When an observation has lost all its weight, in milliseconds since the epoch.
 *
 * @param observedAt null if it has no date
 */
export function decayedAt(
  { kind, observedAt }: Pick<Evidence, "kind" | "observedAt">,
): number {
  const { worthlessAfterDays } = DECAY[kind];
  return observedAt === null || worthlessAfterDays === undefined
    ? Infinity
    : observedAt + worthlessAfterDays * DAY_MS;
}

/**
 * The strongest statement of each source for and against each trait, strongest
 * first. The result does not depend on the order of the input.
 *
 * @param now milliseconds since the epoch; old evidence fades and in the end
 * counts for nothing, undated evidence does not
 */
export function weighEvidence(
  evidence: readonly Evidence[],
  now: number,
): WeightedEvidence[] {
  const all: WeightedEvidence[] = [];
  for (const item of evidence) {
    const weight = Math.min(Math.abs(item.weight), 100) / 100;
    if (!(weight > 0)) continue;
    if (now >= decayedAt(item)) continue;
    const ageDays = ageOf(item, now);
    const { fullWeightDays } = DECAY[item.kind];
    const effectiveWeight = weight *
      faded(item, Math.max(0, ageDays - fullWeightDays));
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
  return days === 0 ? 1 : 2 ** (-days / DECAY[kind].halfLifeDays);
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

/** What an entry in a list means for an address or network. */
export interface ListMeaning {
  readonly kind: Trait;
  /**
   * Lists from the same maker, or derived from each other, share a name and
   * count as one source.
   */
  readonly source: string;
  /** -100 to 100, as in `Evidence`. */
  readonly weight: number;
  readonly detail: EvidenceDetail;
  /**
   * The business of the network's holder, if the list describes whole networks.
   */
  readonly asnType?: string;
  /**
   * The list that the publisher has copied into this one: an entry that is also in
   * that one says nothing more.
   */
  readonly includes?: string;
}

/** The meaning of each feed of addresses, places or autonomous systems, by name. */
export const LIST_MEANINGS: ReadonlyMap<string, ListMeaning> = new Map(
  FEED_MEANINGS.map((
    { name, trait, source, weight, statement, asType, includes },
  ) => [name, {
    kind: trait as Trait,
    source,
    weight,
    // A test checks that these are details.
    detail: {
      code: statement,
      params: statement === "network-listed" ? { networkList: trait } : {},
    } as EvidenceDetail,
    ...asType && { asnType: asType },
    ...includes && { includes },
  }]),
);

/**
 * Whether the addresses of a list are those of people behind a relay: their places
 * are where the people are, wherever the servers are.
 */
export function isRelayList(name: string): boolean {
  return LIST_MEANINGS.get(name)?.kind === "relay";
}

/**
 * The meaning of each network class, in lower case. Other classes say nothing
 * about the connection.
 */
export const ASN_CLASSES: ReadonlyMap<
  string,
  { readonly asnType: string; readonly means?: ListMeaning }
> = new Map(
  ASN_CLASS_MEANINGS.map(({ name, asType, trait, weight, networkClass }) => [
    name,
    {
      asnType: asType,
      ...trait && {
        means: {
          kind: trait as Trait,
          source: "bgptools",
          weight,
          detail: {
            code: "network-classified",
            params: { networkClass },
          } as EvidenceDetail,
        },
      },
    },
  ]),
);
