import type { EgressTexts } from "../texts/egress.ts";

/** What one finding means. */
export interface Verdict {
  tone: "good" | "warn" | "bad" | "info";
  sentence: string;
}

/**
 * What it means that something leaves in another country or network: graver
 * where it goes around a VPN, which `split` says.
 */
export function apart(
  distance: "country" | "network",
  isSplit: boolean,
  { sentence, split }: { sentence: string; split: string },
  { phrases }: EgressTexts,
): Verdict {
  const tones = distance === "country"
    ? ["warn", "bad"] as const
    : ["info", "warn"] as const;
  return isSplit
    ? { tone: tones[1], sentence: sentence + phrases.space + split }
    : { tone: tones[0], sentence };
}
