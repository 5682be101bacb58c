import assert from "node:assert/strict";
import { TRAITS } from "../../../../lib/ipinfo/risk/evidence.ts";
import {
  ASN_CLASSES,
  ASN_LISTS,
  PREFIX_LISTS,
} from "../../../../lib/ipinfo/risk/feed_evidence.ts";
import {
  flagEvidence,
  holderEvidence,
} from "../../../../lib/ipinfo/sources/flag_evidence.ts";
import {
  holderInChinese,
  reasonInChinese,
} from "../../../../lib/ipinfo/view/verdict_reasons.ts";
import { literalsIn } from "../../../support/fault_sentences.ts";

for (
  const [english, chinese] of [
    ["On a list of Tor exits", "列于 Tor 出口名单"],
    [
      "In a block run or hijacked by criminals",
      "所在地址段由犯罪团伙运营或被其劫持",
    ],
    ["Its network is listed as one of VPNs", "所在网络列于 VPN 名单"],
    ["Its network is classed as of a company", "所在网络归类为企业网络"],
    ["A commercial source calls it a VPN", "商业数据源认为该地址是 VPN"],
    ["A free service calls it a mobile line", "免费服务认为该地址是移动网络"],
    [
      "A database says it is not a Tor exit",
      "数据库认为该地址不是 Tor 出口",
    ],
    [
      "A commercial source says it hides its user",
      "商业数据源认为该地址隐藏了使用者",
    ],
    [
      "A commercial source counts its network as isp",
      "商业数据源将所在网络归为运营商",
    ],
    ["Abuse from its network is very high", "所在网络的滥用行为很多"],
    [
      "Reports of abuse within 90 days add up to 63 of 100",
      "近 90 天的滥用举报评分为 63 / 100",
    ],
    ["Nobody has reported abuse within 90 days", "近 90 天内没有滥用举报"],
    [
      "Its use is given as Data Center/Web Hosting/Transit",
      "登记用途：数据中心、网站托管或转接",
    ],
    ["AS24940 is a known hosting network", "AS24940 是已知的机房网络"],
    [
      "The name of AS3320 is that of an access provider",
      "从名称看，AS3320 是接入服务商",
    ],
    // Of a later version, kept by another instance.
    ["A commercial source calls it a toaster", null],
    ["On a list of toasters", null],
    ["constructor", null],
    ["", null],
  ] as const
) {
  Deno.test(`reasonInChinese - "${english}"`, () => {
    assert.equal(reasonInChinese(english), chinese ?? english);
  });
}

/** As a verdict tells it. */
function told(detail: string): string {
  return detail.charAt(0).toUpperCase() + detail.slice(1);
}

function assertKnown(details: readonly string[]) {
  assert.deepEqual(
    details.map(told).filter((reason) => reasonInChinese(reason) === reason),
    [],
  );
}

Deno.test("reasonInChinese - knows what every list means", () => {
  const meanings = [
    ...Object.values(PREFIX_LISTS),
    ...Object.values(ASN_LISTS),
    ...Object.values(ASN_CLASSES).flatMap(({ means }) => means ?? []),
  ];
  assertKnown(meanings.map(({ detail }) => detail));
});

Deno.test("reasonInChinese - knows what every speaker says of every trait", () => {
  const weights = { yes: 50, no: -50 };
  const said = ["a commercial source", "a free service", "a database"]
    .flatMap((speaker) =>
      [true, false].flatMap((is) => {
        const flags = Object.fromEntries(TRAITS.map((kind) => [kind, is]));
        return flagEvidence("a", flags, weights, { speaker });
      })
    );
  assert.equal(said.length, 3 * 2 * TRAITS.length);
  assertKnown(said.map(({ detail }) => detail));
});

Deno.test("reasonInChinese - knows every kind of holder", () => {
  const types = [
    "isp",
    "business",
    "banking",
    "education",
    "government",
    "hosting",
  ];
  const said = types.flatMap((type) => holderEvidence("a", type));
  assert.equal(said.length, types.length);
  assertKnown(said.map(({ detail }) => detail));
});

Deno.test("reasonInChinese - knows what stands in the sources' code", async () => {
  const literals = await literalsIn("lib/ipinfo/sources", {
    kind: "hosting",
    asn: "64500",
    type: "mobile",
    noun: "a mobile network",
    name: "isp",
    usageType: "Library",
    "worst.toLowerCase()": "high",
    speaker: "a database",
    "NOUNS[kind]": "a VPN",
  });
  const details = literals.filter((text) =>
    /^(?:a .+ (?:calls|says|counts)|AS\d+|those|nobody|reports|abuse|its|the name) .+ /
      .test(text)
  );
  // One of each form, that the pattern may not pass them by.
  for (
    const form of [
      "a commercial source says it hides its user",
      "AS64500 is a known mobile network",
      "those who collect reports of abuse vouch for it",
      "nobody has reported abuse within 90 days",
      "abuse from its network is high",
      "its use is given as Library",
      "the name of AS64500 is that of a mobile network",
    ]
  ) assert(details.includes(form), form);
  assertKnown(details);
});

Deno.test("reasonInChinese - knows the types of use and the kinds of names", () => {
  const uses = [
    "Commercial",
    "Organization",
    "Government",
    "Military",
    "University/College/School",
    "Library",
    "Content Delivery Network",
    "Data Center/Web Hosting/Transit",
    "Fixed Line ISP",
    "Mobile ISP",
    "Search Engine Spider",
  ];
  assertKnown(uses.map((use) => `its use is given as ${use}`));
  const names = [
    "a hosting network",
    "a mobile network",
    "an organisation with lines of its own",
    "an access provider",
  ];
  assertKnown(names.map((name) => `the name of AS1 is that of ${name}`));
  assertKnown(
    ["hosting", "mobile", "satellite"].map((type) =>
      `AS1 is a known ${type} network`
    ),
  );
  assertKnown(
    ["elevated", "high", "very high"].map((degree) =>
      `abuse from its network is ${degree}`
    ),
  );
});

for (
  const [type, chinese] of [
    ["isp", "运营商"],
    ["ISP", "运营商"],
    ["hosting", "机房"],
    ["education", "教育机构"],
    ["inactive", "inactive"],
    ["constructor", "constructor"],
  ] as const
) {
  Deno.test(`holderInChinese - ${type} is ${chinese}`, () => {
    assert.equal(holderInChinese(type), chinese);
  });
}
