import type { Language } from "./language.ts";
import { doneTexts } from "./texts/account_done.ts";

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
