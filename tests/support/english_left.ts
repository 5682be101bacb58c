import assert from "node:assert/strict";
import type { Catalogue } from "../../lib/i18n/language.ts";

/**
 * The English texts of a catalogue, including nested ones, that still occur on a
 * Chinese page. Short texts are ignored, because they can occur for other reasons.
 */
export function englishLeft<Texts>(
  html: string,
  { en, zh }: Catalogue<Texts>,
): string[] {
  const chinese = new Set(textsIn(zh));
  return textsIn(en).filter((text) =>
    text.length > 12 && !chinese.has(text) && html.includes(text)
  );
}

/** Asserts that a Chinese page contains none of a catalogue's English texts. */
export function assertNoEnglish<Texts>(
  html: string,
  catalogue: Catalogue<Texts>,
) {
  assert.deepEqual(englishLeft(html, catalogue), []);
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value];
  if (typeof value !== "object" || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
