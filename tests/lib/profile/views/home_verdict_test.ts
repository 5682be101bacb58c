import assert from "node:assert/strict";
import {
  type AddressTexts,
  addressTexts,
} from "../../../../lib/shared/texts/address.ts";
import type { Evidence, Trait } from "../../../../lib/profile/evidence.ts";
import type { Facts } from "../../../../lib/profile/profile.ts";
import { riskOf } from "../../../../lib/profile/risk.ts";
import { homeVerdict } from "../../../../lib/profile/views/home_verdict.ts";
import type { HomeField } from "../../../../lib/shared/home_fields.ts";
import type { Language } from "../../../../lib/shared/language.ts";
import { evidenceOf, profileOf } from "../../../support/profile.ts";

const full: Partial<Facts> = {
  country: "United Kingdom",
  city: "London",
  asnOrg: "A Net Ltd",
  isp: "A Net",
};

function denialOf(kind: Trait): Evidence {
  return { ...evidenceOf(kind), weight: -40, source: `against ${kind}` };
}

function verdict(
  facts: Partial<Facts>,
  evidence: Evidence[] = [],
  hidden: HomeField[] = [],
  language: Language = "en",
): string {
  return homeVerdict(
    profileOf("81.2.69.142", facts, { evidence, risk: riskOf(evidence, 0) }),
    (field) => !hidden.includes(field),
    addressTexts[language],
  );
}

const cases: [
  expected: string,
  facts: Partial<Facts>,
  traits: Trait[],
  denied?: Trait[],
][] = [
  ["Address of A Net Ltd in London, United Kingdom.", full, []],
  [
    "Hosting address of A Net Ltd in London, United Kingdom; confidence 64.",
    full,
    ["hosting"],
  ],
  [
    "Mobile line of A Net Ltd in United Kingdom; confidence 64.",
    { ...full, city: undefined },
    ["mobile"],
  ],
  ["Business line of A Net; confidence 64.", { isp: "A Net" }, ["commercial"]],
  [
    "Residential line of A Net Ltd in London, United Kingdom; proxy seen; confidence 64.",
    full,
    ["residential", "proxy"],
  ],
  [
    "Address in Chad; VPN, proxy and Tor exit seen; confidence 64.",
    { country: "Chad" },
    ["tor", "proxy", "vpn"],
  ],
  [
    "Residential line in Chad; no proxy seen; confidence 76.",
    { country: "Chad" },
    ["residential"],
    ["proxy"],
  ],
  [
    "Residential line in Chad; no VPN, proxy or Tor exit seen; confidence 89.",
    { country: "Chad" },
    ["residential"],
    ["tor", "proxy", "vpn"],
  ],
  [
    "Address in Chad; VPN seen; confidence 76.",
    { country: "Chad" },
    ["vpn"],
    ["tor"],
  ],
  [
    "Satellite line in Chad; confidence 64.",
    { country: "Chad" },
    ["satellite"],
  ],
  ["Address; VPN seen; confidence 64.", {}, ["vpn"]],
  ["Nothing is known of this address.", {}, []],
];

for (const [expected, facts, traits, denied = []] of cases) {
  Deno.test(`homeVerdict - says: ${expected}`, () => {
    const evidence = [...traits.map(evidenceOf), ...denied.map(denialOf)];
    assert.equal(verdict(facts, evidence), expected);
  });
}

const seen = [evidenceOf("residential"), evidenceOf("proxy")];
const hiding: [hidden: HomeField[], expected: string][] = [
  [
    ["city"],
    "Residential line of A Net Ltd in United Kingdom; proxy seen; confidence 64.",
  ],
  [
    ["country"],
    "Residential line of A Net Ltd in London; proxy seen; confidence 64.",
  ],
  [
    ["organization"],
    "Residential line of A Net in London, United Kingdom; proxy seen; confidence 64.",
  ],
  [
    ["organization", "isp"],
    "Residential line in London, United Kingdom; proxy seen; confidence 64.",
  ],
  [
    ["networkType"],
    "Address of A Net Ltd in London, United Kingdom; proxy seen; confidence 64.",
  ],
  [
    ["proxy"],
    "Residential line of A Net Ltd in London, United Kingdom; confidence 64.",
  ],
  [
    ["confidence"],
    "Residential line of A Net Ltd in London, United Kingdom; proxy seen.",
  ],
  [
    ["country", "city", "organization", "isp", "networkType", "proxy"],
    "An address of the public internet.",
  ],
];

for (const [hidden, expected] of hiding) {
  Deno.test(`homeVerdict - without ${hidden.join(", ")}`, () => {
    assert.equal(verdict(full, seen, hidden), expected);
  });
}

Deno.test("homeVerdict - a confidence of 0 is left out", () => {
  const confidences: (number | null)[] = [];
  const texts: AddressTexts = {
    ...addressTexts.en,
    verdict: ({ confidence }) => {
      confidences.push(confidence);
      return "";
    },
  };
  const profile = profileOf("81.2.69.142", full);
  for (const confidence of [0, 1, 64]) {
    const risk = { ...profile.risk, confidence };
    homeVerdict({ ...profile, risk }, () => true, texts);
  }
  assert.deepEqual(confidences, [null, 1, 64]);
});

Deno.test("homeVerdict - a satellite line needs both of its fields", () => {
  const evidence = [evidenceOf("satellite")];
  for (const field of ["networkType", "satellite"] as const) {
    assert.equal(
      verdict({ country: "Chad" }, evidence, [field, "confidence"]),
      "Address in Chad.",
    );
  }
});

Deno.test("homeVerdict - says the same in Chinese", () => {
  const zh = (facts: Partial<Facts>, traits: Trait[], denied: Trait[] = []) =>
    verdict(
      facts,
      [...traits.map((kind) => evidenceOf(kind)), ...denied.map(denialOf)],
      [],
      "zh",
    );
  assert.equal(
    zh(full, ["mobile", "vpn"]),
    "移动网络，A Net Ltd，位于 United Kingdom London，检测到 VPN，置信度 64。",
  );
  assert.equal(
    zh(full, [], ["proxy", "tor"]),
    "A Net Ltd，位于 United Kingdom London，未检测到代理、Tor 出口，置信度 54。",
  );
  assert.equal(
    zh({ ...full, country: "中国", city: "深圳" }, ["mobile"]),
    "移动网络，A Net Ltd，位于中国深圳，置信度 64。",
  );
  assert.equal(zh({}, []), "没有关于该地址的信息。");
});
