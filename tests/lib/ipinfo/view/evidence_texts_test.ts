import assert from "node:assert/strict";
import type { EvidenceDetail } from "../../../../lib/ipinfo/view/evidence_detail.ts";
import {
  evidenceText,
  holderInChinese,
} from "../../../../lib/ipinfo/view/evidence_texts.ts";
import { everyDetail } from "../../../support/evidence.ts";

const sentences: [detail: EvidenceDetail, en: string, zh: string][] = [
  [
    { code: "tor-exit-listed", params: {} },
    "Listed as a Tor exit",
    "列于 Tor 出口名单",
  ],
  [
    { code: "relay-range", params: {} },
    "An exit of a privacy relay, which hides the address but keeps the region",
    "隐私中继的出口：隐藏用户地址，但保留其所在地区",
  ],
  [
    { code: "network-listed", params: { networkList: "vpn" } },
    "Its network is listed as a VPN network",
    "所在网络列于 VPN 名单",
  ],
  [
    { code: "network-listed", params: { networkList: "mobile" } },
    "Its network is listed as a mobile network",
    "所在网络列于移动网络名单",
  ],
  [
    { code: "network-classified", params: { networkClass: "business" } },
    "Its network is classified as a business network",
    "所在网络归类为企业网络",
  ],
  [
    { code: "network-known", params: { asn: 24940, networkType: "hosting" } },
    "AS24940 is a known hosting network",
    "AS24940 是已知的机房网络",
  ],
  [
    {
      code: "network-named",
      params: { asn: 3320, networkType: "residential" },
    },
    "The name of AS3320 suggests an access network",
    "从名称看，AS3320 是住宅接入网络",
  ],
  [
    { code: "network-named", params: { asn: 7, networkType: "commercial" } },
    "The name of AS7 suggests a network of an organization",
    "从名称看，AS7 是自有线路的企事业单位网络",
  ],
  [
    { code: "network-holder", params: { holder: "isp" } },
    "A commercial source says its network belongs to an ISP",
    "商业数据源将所在网络归为运营商",
  ],
  [
    { code: "network-abuse", params: { level: "very-high" } },
    "The level of abuse from its network is very high",
    "所在网络的滥用行为很多",
  ],
  [
    { code: "trait-claimed", params: { speaker: "free", trait: "mobile" } },
    "A free service says it is a mobile line",
    "免费服务认为该地址是移动网络",
  ],
  [
    { code: "trait-denied", params: { speaker: "database", trait: "tor" } },
    "A database says it is not a Tor exit",
    "数据库认为该地址不是 Tor 出口",
  ],
  [
    { code: "usage", params: { usage: "hosting" } },
    "Registered use: data center, web hosting or transit",
    "登记用途：数据中心、网站托管或转接",
  ],
  [
    { code: "abuse-score", params: { score: 63 } },
    "Its abuse score for the last 90 days is 63 of 100",
    "近 90 天的滥用举报评分为 63 / 100",
  ],
];
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
    assert.equal(
      text.replace(/\b(?:AS63|AI|Tor|VPN)\b/g, "").match(/[A-Za-z]/),
      null,
      text,
    );
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
