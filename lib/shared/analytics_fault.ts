import type { Language } from "./language.ts";
import { analyticsFaultTexts } from "./texts/admin_analytics_faults.ts";

/** A website as its account lists it. */
export interface ListedWebsite {
  readonly id: string;
  readonly name: string;
}

/** Why there are no figures, as people are told it. */
export type AnalyticsFault =
  | {
    readonly code: "not_configured";
    /** Names of the variables. */
    readonly missing: readonly string[];
  }
  | {
    readonly code: "website_unknown";
    /** Some of those the account lists. */
    readonly listed: readonly ListedWebsite[];
  }
  | {
    readonly code: "refused";
    readonly status: number;
    /** The server's own words. */
    readonly said: string | null;
  }
  | {
    readonly code:
      | "wrong_password"
      | "wrong_key"
      | "timeout"
      | "unreachable"
      | "redirected"
      | "wrong_shape";
  };

/** What is wrong, in a sentence or two; the log speaks English. */
export function analyticsFaultText(
  fault: AnalyticsFault,
  language: Language = "en",
): string {
  const texts = analyticsFaultTexts[language];
  return fault.code === "refused"
    ? texts.refused(fault.status, fault.said)
    : texts[fault.code];
}
