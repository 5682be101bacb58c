import { doneTexts, type TierName } from "./console_texts.ts";
import type { Language } from "../../i18n/language.ts";

/** A month's requests of one token. */
export interface QuotaView {
  /** With the bonus of ads. */
  limit: number;
  used: number;
  resetAtMs: number;
}

/** An API token as its owner sees it: enough to know it again, not to use it. */
export interface TokenView {
  id: string;
  name: string;
  lastFour: string;
  createdAtMs: number;
  usedAtMs: number | null;
  /** Null where the token sleeps: the account's tier has no room for it. */
  quota: QuotaView | null;
}

/** Requests that can be had for an ad. */
export interface AdOffer {
  bonus: number;
  leftToday: number;
}

/** Everything the console shows. */
export interface ConsoleView {
  email: string;
  tier: TierName;
  tokens: TokenView[];
  maxTokens: number;
  /** Identifies the current tokens. A form with another version is out of date. */
  tokensVersion: string;
  /** Null where ads add nothing. */
  ad: AdOffer | null;
}

/** A token that has just been made. Its text is shown now and never again. */
export interface NewToken {
  name: string;
  text: string;
}

/** A session as its owner sees it. */
export interface SessionView {
  /** By which it is revoked; not its whole id, which nobody need see. */
  handle: string;
  isThis: boolean;
  agent: string;
  address: string;
  createdAtMs: number;
  seenAtMs: number;
}

/** What has been done, as the next page's address says it. */
export type Done = keyof typeof doneTexts["en"];

/** The sentence for a word in a page's address; null for any other word. */
export function doneText(
  word: string | null,
  language: Language = "en",
): string | null {
  const sentences = doneTexts[language];
  return isDone(word) ? sentences[word] : null;
}

function isDone(word: string | null): word is Done {
  return word !== null && Object.hasOwn(doneTexts.en, word);
}
