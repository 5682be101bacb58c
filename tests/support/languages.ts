import assert from "node:assert/strict";
import type { Catalogue } from "../../lib/i18n/language.ts";
import { englishLeft } from "./english_left.ts";

/** Asserts that a Chinese page contains none of a catalogue's English texts. */
export function assertNoEnglish<Texts>(
  html: string,
  catalogue: Catalogue<Texts>,
): void {
  assert.deepEqual(englishLeft(html, catalogue), []);
}
