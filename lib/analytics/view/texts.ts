import { type Catalogue, type Language, partOf } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };
import { formatText } from "../../i18n/format.ts";

const texts: Catalogue<typeof en> = { en, zh };

export const adminAnalyticsTexts = partOf(texts, "page");

/** The sentences about failures, by code. */
export const analyticsFailureTexts = partOf(texts, "failures");

export interface ListedWebsite {
  readonly id: string;
  readonly name: string;
}

/** Why there are no figures. */
export type AnalyticsFailure =
  | {
    readonly code: "not_configured";
    /** Names of the missing variables. */
    readonly missing: readonly string[];
  }
  | {
    readonly code: "website_unknown" | "website_not_chosen";
    /** Some websites of the account. */
    readonly listed: readonly ListedWebsite[];
  }
  | {
    readonly code: "refused";
    readonly status: number;
    /** The message of the server. */
    readonly message: string | null;
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

/** The failure in one or two sentences. The log is in English. */
export function analyticsFailureText(
  failure: AnalyticsFailure,
  language: Language = "en",
): string {
  const texts = analyticsFailureTexts[language];
  if (failure.code !== "refused") return texts[failure.code];
  const { status, message } = failure;
  return formatText(
    message === null ? texts.refused : texts.refused_with_message,
    { status, message: message ?? "" },
  );
}
