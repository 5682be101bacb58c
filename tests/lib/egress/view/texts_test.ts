import assert from "node:assert/strict";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";

/** Each text by its key path. */
function textsIn(texts: object, path = ""): Map<string, string> {
  const found = new Map<string, string>();
  for (const [key, value] of Object.entries(texts)) {
    if (typeof value === "object" && value !== null) {
      for (const [inner, text] of textsIn(value, `${path}${key}.`)) {
        found.set(inner, text);
      }
    } else found.set(path + key, value);
  }
  return found;
}

const slotsOf = (text: string) =>
  [...text.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort();

const en = textsIn(egressTexts.en);
const zh = textsIn(egressTexts.zh);

Deno.test("egressTexts - contain only strings", () => {
  for (const [key, text] of [...en, ...zh]) {
    assert.equal(typeof text, "string", key);
  }
});

Deno.test("egressTexts - have the same slots in all languages", () => {
  assert.deepEqual([...zh.keys()].sort(), [...en.keys()].sort());
  for (const [key, text] of en) {
    assert.deepEqual(slotsOf(zh.get(key)!), slotsOf(text), key);
  }
  assert.deepEqual(slotsOf(en.get("phrases.address")!), ["{ip}", "{known}"]);
});

Deno.test("egressTexts - use Chinese punctuation in Chinese", () => {
  for (const [key, text] of zh) {
    assert.doesNotMatch(text, /[\p{Script=Han}}][,.:;!?()]/u, key);
    // Chinese and other text are separated by a space, except next to
    // punctuation.
    assert.doesNotMatch(text, /\p{Script=Han}[\w{]|[\w}]\p{Script=Han}/u, key);
  }
});
