import type { Evidence, Trait } from "./evidence.ts";

/** What kind of line an address belongs to. */
export type LineType = "residential" | "commercial" | "hosting" | "mobile";

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
  /** The evidence the verdict rests on, in words, the weightiest first. */
  readonly reasons: readonly string[];
}

/**
 * Judges an address by all that was said of it.
 *
 * @param now milliseconds since the epoch: old evidence is worth less
 */
export function riskOf(evidence: readonly Evidence[], _now: number): Risk {
  const has = (kind: Trait) =>
    evidence.some((item) => item.kind === kind && item.weight > 0);
  const lineType = (["hosting", "mobile", "commercial", "residential"] as const)
    .find(has) ?? null;
  return {
    lineType,
    isHosting: has("hosting"),
    isMobile: has("mobile"),
    isSatellite: has("satellite"),
    isProxy: has("proxy"),
    isVpn: has("vpn"),
    isTor: has("tor"),
    isCrawler: has("crawler"),
    isAbuser: has("abuser"),
    score: 0,
    confidence: 0,
    reasons: evidence.map(({ detail }) => detail),
  };
}
