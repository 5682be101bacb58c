import assert from "node:assert/strict";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";

/** Each text by the path of its keys. */
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

Deno.test("egressTexts - are data: strings and nothing else", () => {
  for (const [key, text] of [...en, ...zh]) {
    assert.equal(typeof text, "string", key);
  }
});

Deno.test("egressTexts - each text has the same slots in each language", () => {
  assert.deepEqual([...zh.keys()].sort(), [...en.keys()].sort());
  for (const [key, text] of en) {
    assert.deepEqual(slotsOf(zh.get(key)!), slotsOf(text), key);
  }
  assert.deepEqual(slotsOf(en.get("phrases.address")!), ["{ip}", "{known}"]);
});

Deno.test("egressTexts - Chinese is written with its own punctuation", () => {
  for (const [key, text] of zh) {
    assert.doesNotMatch(text, /[\p{Script=Han}}][,.:;!?()]/u, key);
    // A space stands between Chinese and what is not, but for punctuation.
    assert.doesNotMatch(text, /\p{Script=Han}[\w{]|[\w}]\p{Script=Han}/u, key);
  }
});
