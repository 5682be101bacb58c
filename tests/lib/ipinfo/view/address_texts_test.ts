import assert from "node:assert/strict";
import { SPECIAL_BLOCKS } from "../../../../lib/facts/block_facts.ts";
import type { EvidenceDetail } from "../../../../lib/ipinfo/view/evidence_detail.ts";
import {
  evidenceText,
  holderInChinese,
  RESERVED_BLOCKS_IN_CHINESE,
} from "../../../../lib/ipinfo/view/address_texts.ts";
import { everyDetail } from "../../../support/evidence.ts";
import samples from "./evidence_texts.json" with { type: "json" };

/** Names of protocols, which are the same in every language. */
const NO_WORDS = ["AS112-v4", "AS112-v6", "AMT", "TEREDO", "ORCHIDv2", "6to4"];

Deno.test("RESERVED_BLOCKS_IN_CHINESE - has every block of the registries and no other", () => {
  const names = SPECIAL_BLOCKS.map(([, , name]) => name)
    .filter((name) => !NO_WORDS.includes(name));
  const translated = Object.keys(RESERVED_BLOCKS_IN_CHINESE).sort();
  assert.deepEqual(translated, [...new Set(names)].sort());
});

Deno.test("RESERVED_BLOCKS_IN_CHINESE - has Chinese names only", () => {
  for (const name of Object.values(RESERVED_BLOCKS_IN_CHINESE)) {
    assert.match(name ?? "", /\p{Script=Han}/u);
  }
});

type Sentence = [detail: EvidenceDetail, en: string, zh: string];
const sentences = samples.sentences as Sentence[];
for (const [detail, en, zh] of sentences) {
  Deno.test(`evidenceText - ${JSON.stringify(detail)}`, () => {
    assert.equal(evidenceText(detail), en);
    assert.equal(evidenceText(detail, "zh"), zh);
  });
}

Deno.test("evidenceText - has a distinct text for every detail in both languages", () => {
  const details = everyDetail();
  const en = details.map((detail) => evidenceText(detail, "en"));
  const zh = details.map((detail) => evidenceText(detail, "zh"));
  assert.equal(new Set(en).size, details.length);
  assert.equal(new Set(zh).size, details.length);
  for (const text of en) assert.match(text, /^[A-Z][\x20-\x7e]+[^.]$/, text);
  for (const text of zh) {
    assert.match(text, /\p{Script=Han}/u, text);
    // Latin letters occur only in names, separated by spaces.
    assert.doesNotMatch(text, / {2}|^ | $|\p{Script=Han}[A-Za-z]/u, text);
    const rest = text.replace(/\b(?:AS63|AI|Tor|VPN)\b/g, "");
    assert.doesNotMatch(rest, /[A-Za-z]/, text);
  }
  for (const text of [...en, ...zh]) {
    assert.doesNotMatch(text, /undefined|null|NaN|\[object/, text);
  }
});

const cases = [
  ["isp", "运营商"],
  ["ISP", "运营商"],
  ["hosting", "机房"],
  ["education", "教育机构"],
  ["inactive", "inactive"],
  ["constructor", "constructor"],
] as const;
for (const [type, chinese] of cases) {
  Deno.test(`holderInChinese - ${type} is ${chinese}`, () => {
    assert.equal(holderInChinese(type), chinese);
  });
}
