import type { Language } from "./language.ts";
import { adminDoneTexts } from "./texts/admin_done.ts";

/** What an administrator has done, as the next page's address says it. */
export type AdminDone = keyof typeof adminDoneTexts.en;

/** The sentence for a word in a page's address; null for any other word. */
export function adminDoneText(
  word: string | null,
  language: Language = "en",
): string | null {
  const sentences = adminDoneTexts[language];
  return word !== null && Object.hasOwn(sentences, word)
    ? sentences[word as AdminDone]
    : null;
}
