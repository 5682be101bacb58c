import {
  type Evidence,
  type WeighedEvidence,
  weighEvidence,
} from "./evidence.ts";
import {
  compareDetails,
  type EvidenceDetail,
  type Trait,
} from "../view/evidence_detail.ts";

/** What kind of line an address belongs to. */
export const LINE_TYPES = [
  "residential",
  "commercial",
  "hosting",
  "mobile",
  "satellite",
] as const;
export type LineType = typeof LINE_TYPES[number];

/** The verdict over the evidence about one address. */
export interface Risk {
  readonly lineType: LineType | null;
  readonly isHosting: boolean;
  readonly isMobile: boolean;
  readonly isSatellite: boolean;
  readonly isProxy: boolean;
  readonly isVpn: boolean;
  readonly isTor: boolean;
  readonly isCrawler: boolean;
  readonly isAbuser: boolean;
  /** 0 to 100: how much speaks for distrust. */
  readonly score: number;
  /** 0 to 100: how many independent sources agree, and how fresh they are. */
  readonly confidence: number;
  /** The evidence the verdict rests on, the weightiest first, each detail once. */
  readonly reasons: readonly EvidenceDetail[];
}

/** A trait is true from this strength on: one rule of thumb is enough, one hint is not. */
export const TRUE_FROM = 0.4;

/** A home or an office needs no more than a hint: nothing is held against it. */
const HINT_FROM = 0.15;

/** What speaks against the verdict is told from this worth on. */
const TOLD_FROM = 0.35;

/** An item without a date may be old: so much of it counts for confidence. */
const UNDATED_SHARE = 0.8;

/**
 * How much of the score a trait is worth that is beyond doubt. What hides the
 * sender or is abused weighs most; a server is no sender by nature, but many
 * are honest; the other traits say nothing of trust.
 */
export const SCORE_SHARES: readonly (readonly [kind: Trait, share: number])[] =
  [
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
  isCrawler: false,
  isAbuser: false,
  score: 0,
  confidence: 0,
  reasons: Object.freeze([]),
});

/**
 * Judges an address by all that was said of it.
 *
 * Sources are independent witnesses, and each counts once for and once against
 * a trait. What n of them leave open is the product of what each leaves open:
 * that gives `for` and `against`, and a trait's strength is
 * `for - against * (1 - for)`: a denial weighs as far as there is doubt.
 *
 * @param now milliseconds since the epoch: old evidence is worth less
 */
export function riskOf(evidence: readonly Evidence[], now: number): Risk {
  if (evidence.length === 0) return NOTHING;
  const said = weighEvidence(evidence, now);
  if (said.length === 0) return NOTHING;
  const strengths = new Strengths(said);
  const is = (kind: Trait) => strengths.of(kind) >= TRUE_FROM;
  const lineType = lineTypeOf(strengths);
  const agreeing = said.map(({ item: { kind, weight } }) => {
    // A satellite's line ends in a home or in a company.
    const isSo = kind === "residential" || kind === "commercial"
      ? kind === lineType || lineType === "satellite"
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
    isCrawler: is("crawler"),
    isAbuser: is("abuser"),
    score: scoreOf(strengths),
    confidence: confidenceOf(said, agreeing),
    reasons: reasonsOf(said, strengths, agreeing),
  };
}

/**
 * Whether the address hides its sender in any of three ways. ip-api's `proxy`
 * means the same: "Proxy, VPN or Tor exit address" (ip-api.com/docs/api:json).
 */
export function isAnyProxy(
  { isProxy, isVpn, isTor }: Pick<Risk, "isProxy" | "isVpn" | "isTor">,
): boolean {
  return isProxy || isVpn || isTor;
}

/** By trait, what those for it and those against it leave open: a share each. */
type Doubts = Record<Trait, number>;

/** How strongly the evidence speaks for each trait, 0 to 1. */
class Strengths {
  readonly #pro = noDoubts();
  readonly #contra = noDoubts();

  constructor(said: readonly WeighedEvidence[]) {
    for (const { item: { kind, weight }, worth } of said) {
      if (weight > 0) this.#pro[kind] *= 1 - worth;
      else this.#contra[kind] *= 1 - worth;
    }
  }

  of(kind: Trait): number {
    const doubt = this.#pro[kind];
    if (doubt === 1) return 0;
    return Math.max(0, 1 - doubt - (1 - this.#contra[kind]) * doubt);
  }

  /** Whether anybody speaks for a trait. */
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
    crawler: 1,
    abuser: 1,
  };
}

/** The stronger of hosting and mobile if one is true; else satellite if it is; else the stronger of the rest. */
function lineTypeOf(strengths: Strengths): LineType | null {
  return stronger("hosting", "mobile", strengths, TRUE_FROM) ??
    (strengths.of("satellite") >= TRUE_FROM ? "satellite" : null) ??
    stronger("commercial", "residential", strengths, HINT_FROM);
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

/** Sources that agree leave less doubt together; what contradicts takes its share away. */
function confidenceOf(
  said: readonly WeighedEvidence[],
  agreeing: readonly boolean[],
): number {
  let pro = 1;
  let contra = 1;
  for (let i = 0; i < said.length; i++) {
    const { item: { source, observedAt }, worth, freshness } = said[i];
    const isRepeated = said.findIndex(({ item }, j) =>
      item.source === source && agreeing[j] === agreeing[i]
    ) < i;
    if (isRepeated) {
      continue;
    }
    const doubt = 1 -
      worth * (observedAt === null ? UNDATED_SHARE : freshness);
    if (agreeing[i]) {
      pro *= doubt;
    } else contra *= doubt;
  }
  return Math.round(100 * (1 - pro) * contra);
}

/** What the verdict rests on, and what speaks clearly against it; a denial of what nobody claims is none. */
function reasonsOf(
  said: readonly WeighedEvidence[],
  strengths: Strengths,
  agreeing: readonly boolean[],
): EvidenceDetail[] {
  const reasons: EvidenceDetail[] = [];
  for (let i = 0; i < said.length; i++) {
    const { item: { kind, weight, detail }, worth } = said[i];
    const isTold = weight > 0
      ? agreeing[i] || worth >= TOLD_FROM
      : worth >= TOLD_FROM && strengths.isClaimed(kind);
    if (!isTold) continue;
    if (!reasons.some((told) => compareDetails(told, detail) === 0)) {
      reasons.push(detail);
    }
  }
  return reasons;
}
