import { doneTexts } from "./texts.ts";
import type { Catalogue, Language } from "../../i18n/language.ts";

/** The usage of a token this month. */
export interface QuotaView {
  /** Including the bonus of ads. */
  limit: number;
  used: number;
  resetAtMs: number;
}

/** An API token as its owner sees it: recognizable, but not usable. */
export interface TokenView {
  id: string;
  name: string;
  lastFour: string;
  createdAtMs: number;
  usedAtMs: number | null;
  /** Null if the token is inactive because the tier allows fewer tokens. */
  quota: QuotaView | null;
}

/** A new token. Its text is shown only once. */
export interface NewToken {
  name: string;
  text: string;
}

/** A completed action, as in the `done` query parameter. */
export type Done = keyof typeof doneTexts["en"];

/**
 * The sentence for a `done` query parameter; null for an unknown one.
 *
 * @param texts the sentences by their words
 */
export function doneText(
  word: string | null,
  language: Language = "en",
  texts: Catalogue<Readonly<Record<string, string>>> = doneTexts,
): string | null {
  const sentences = texts[language];
  return word !== null && Object.hasOwn(sentences, word)
    ? sentences[word]
    : null;
}
