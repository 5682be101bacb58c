import {
  type Evidence,
  weighEvidence,
  type WeightedEvidence,
} from "./evidence.ts";
import {
  compareDetails,
  type EvidenceDetail,
  type Trait,
} from "../view/evidence_detail.ts";

/** The types of connection that an address can belong to. */
export const LINE_TYPES = [
  "residential",
  "commercial",
  "hosting",
  "mobile",
] as const;
export type LineType = typeof LINE_TYPES[number];

/** The type of line that evidence for a trait speaks for; undefined if it says nothing about the line. */
export function lineTypeOfTrait(trait: Trait): LineType | undefined {
  return trait === "satellite"
    ? "residential"
    : LINE_TYPES.find((type) => type === trait);
}

export interface Risk {
  readonly lineType: LineType | null;
  readonly isHosting: boolean;
  readonly isMobile: boolean;
  readonly isSatellite: boolean;
  readonly isProxy: boolean;
  readonly isVpn: boolean;
  readonly isTor: boolean;
  /**
   * A relay such as iCloud Private Relay hides the address of its user but keeps
   * the region, so it is neither a proxy nor a VPN, and does not affect the score.
   */
  readonly isRelay: boolean;
  readonly isCrawler: boolean;
  readonly isAbuser: boolean;
  /** 0 to 100: the higher, the less trustworthy. */
  readonly score: number;
  /** 0 to 100: how many independent sources agree, and how recent they are. */
  readonly confidence: number;
  /**
   * The evidence for the verdict, strongest first, without duplicate details.
   */
  readonly reasons: readonly EvidenceDetail[];
}

/** The verdict on each trait that has one of its own. */
export const FLAGS = {
  hosting: "isHosting",
  mobile: "isMobile",
  satellite: "isSatellite",
  proxy: "isProxy",
  vpn: "isVpn",
  tor: "isTor",
  relay: "isRelay",
  crawler: "isCrawler",
  abuser: "isAbuser",
} as const satisfies Partial<Record<Trait, keyof Risk>>;

/**
 * A trait is true from this strength. One rule of thumb reaches it, a single
 * hint does not.
 */
const TRUE_FROM = 0.4;

/**
 * Residential and commercial need only a hint, because they do not count
 * against an address.
 */
const HINT_FROM = 0.15;

/** Evidence against the verdict is listed from this weight. */
const LISTED_FROM = 0.35;

/** The share of confidence of an undated statement, which may be old. */
const UNDATED_SHARE = 0.8;

/**
 * The share of the score for each trait that is certain. Anonymizers and abuse
 * weigh most; hosting less, because servers rarely browse, but many are honest.
 * Other traits say nothing about trust.
 */
const SCORE_SHARES: readonly (readonly [kind: Trait, share: number])[] = [
  ["tor", 0.9],
  ["abuser", 0.9],
  ["proxy", 0.8],
  ["vpn", 0.7],
  ["hosting", 0.25],
];

const NOTHING: Risk = Object.freeze({
  lineType: null,
  isHosting: false,
  isMobile: false,
  isSatellite: false,
  isProxy: false,
  isVpn: false,
  isTor: false,
  isRelay: false,
  isCrawler: false,
  isAbuser: false,
  score: 0,
  confidence: 0,
  reasons: Object.freeze([]),
});

/**
 * Assesses an address from all evidence about it.
 *
 * Sources are independent, and each counts once for and once against a trait.
 * The doubt that n sources leave is the product of the doubts that each leaves;
 * this gives `for` and `against`. The strength of a trait is `for - against *
 * (1 - for)`, so evidence against it counts only as far as there is doubt.
 *
 * @param now milliseconds since the epoch, to discount old evidence
 */
export function riskOf(evidence: readonly Evidence[], now: number): Risk {
  if (evidence.length === 0) return NOTHING;
  const weighted = weighEvidence(evidence, now);
  if (weighted.length === 0) return NOTHING;
  const strengths = new Strengths(weighted);
  const is = (kind: Trait) => strengths.of(kind) >= TRUE_FROM;
  const lineType = lineTypeOf(strengths);
  const agreeing = weighted.map(({ item: { kind, weight } }) => {
    // A satellite's line ends in a home or in a company.
    const isSo = kind === "residential" || kind === "commercial"
      ? kind === lineType || is("satellite")
      : is(kind);
    return isSo === weight > 0;
  });
  return {
    lineType,
    isHosting: is("hosting"),
    isMobile: is("mobile"),
    isSatellite: is("satellite"),
    isProxy: is("proxy"),
    isVpn: is("vpn"),
    isTor: is("tor"),
    isRelay: is("relay"),
    isCrawler: is("crawler"),
    isAbuser: is("abuser"),
    score: scoreOf(strengths),
    confidence: confidenceOf(weighted, agreeing),
    reasons: reasonsOf(weighted, strengths, agreeing),
  };
}

/**
 * Whether the address is an anonymizer of any kind. ip-api defines `proxy` the
 * same way: "Proxy, VPN or Tor exit address" (ip-api.com/docs/api:json).
 */
export function isAnyProxy(
  { isProxy, isVpn, isTor }: Pick<Risk, "isProxy" | "isVpn" | "isTor">,
): boolean {
  return isProxy || isVpn || isTor;
}

/** The remaining doubt about each trait, from 0 to 1. */
type Doubts = Record<Trait, number>;

class Strengths {
  readonly #pro = noDoubts();
  readonly #contra = noDoubts();

  constructor(weighted: readonly WeightedEvidence[]) {
    for (const { item: { kind, weight }, effectiveWeight } of weighted) {
      if (weight > 0) this.#pro[kind] *= 1 - effectiveWeight;
      else this.#contra[kind] *= 1 - effectiveWeight;
    }
  }

  of(kind: Trait): number {
    const doubt = this.#pro[kind];
    if (doubt === 1) return 0;
    return Math.max(0, 1 - doubt - (1 - this.#contra[kind]) * doubt);
  }

  isClaimed(kind: Trait): boolean {
    return this.#pro[kind] < 1;
  }
}

function noDoubts(): Doubts {
  return {
    residential: 1,
    commercial: 1,
    hosting: 1,
    mobile: 1,
    satellite: 1,
    proxy: 1,
    vpn: 1,
    tor: 1,
    relay: 1,
    crawler: 1,
    abuser: 1,
  };
}

/** The stronger of hosting and mobile if one is true; else that of the rest; else residential for a satellite. */
function lineTypeOf(strengths: Strengths): LineType | null {
  return stronger("hosting", "mobile", strengths, TRUE_FROM) ??
    stronger("commercial", "residential", strengths, HINT_FROM) ??
    (strengths.of("satellite") >= TRUE_FROM ? "residential" : null);
}

function stronger<A extends Trait, B extends Trait>(
  first: A,
  second: B,
  strengths: Strengths,
  from: number,
): A | B | null {
  const a = strengths.of(first);
  const b = strengths.of(second);
  if (Math.max(a, b) < from) return null;
  return a >= b ? first : second;
}

function scoreOf(strengths: Strengths): number {
  let trust = 1;
  for (const [kind, share] of SCORE_SHARES) {
    trust *= 1 - share * strengths.of(kind);
  }
  return Math.round(100 * (1 - trust));
}

/**
 * Agreement between sources increases confidence; contradiction reduces it in
 * proportion.
 */
function confidenceOf(
  weighted: readonly WeightedEvidence[],
  agreeing: readonly boolean[],
): number {
  let pro = 1;
  let contra = 1;
  for (let i = 0; i < weighted.length; i++) {
    const { item: { source, observedAt }, effectiveWeight, freshness } =
      weighted[i];
    const isRepeated = weighted.findIndex(({ item }, j) =>
      item.source === source && agreeing[j] === agreeing[i]
    ) < i;
    if (isRepeated) {
      continue;
    }
    const doubt = 1 -
      effectiveWeight * (observedAt === null ? UNDATED_SHARE : freshness);
    if (agreeing[i]) {
      pro *= doubt;
    } else contra *= doubt;
  }
  return Math.round(100 * (1 - pro) * contra);
}

/**
 * The evidence for the verdict, and strong evidence against it. Leaves out
 * evidence against traits that nobody claims.
 */
function reasonsOf(
  weighted: readonly WeightedEvidence[],
  strengths: Strengths,
  agreeing: readonly boolean[],
): EvidenceDetail[] {
  const reasons: EvidenceDetail[] = [];
  for (let i = 0; i < weighted.length; i++) {
    const { item: { kind, weight, detail }, effectiveWeight } = weighted[i];
    const isTold = weight > 0
      ? agreeing[i] || effectiveWeight >= LISTED_FROM
      : effectiveWeight >= LISTED_FROM && strengths.isClaimed(kind);
    if (!isTold) continue;
    if (!reasons.some((told) => compareDetails(told, detail) === 0)) {
      reasons.push(detail);
    }
  }
  return reasons;
}
