import assert from "node:assert/strict";
import fc from "fast-check";
import type { Evidence } from "../../../../lib/ipinfo/risk/evidence.ts";
import {
  type EvidenceDetail,
  isEvidenceDetail,
  type Trait,
} from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { type Risk, riskOf } from "../../../../lib/ipinfo/risk/risk.ts";

const DAY_MS = 86_400_000;
const NOW = 1000 * DAY_MS;

const NONE: Risk = {
  lineType: null,
  isHosting: false,
  isMobile: false,
  isSatellite: false,
  isProxy: false,
  isVpn: false,
  isTor: false,
  isRelay: false,
  isCrawler: false,
  isAbuser: false,
  score: 0,
  confidence: 0,
  reasons: [],
};

/** Distinguishes equal statements of two sources by their speakers. */
function paramsOf(source: string, trait: Trait) {
  return {
    speaker: source === "a" ? "commercial" : "database",
    trait,
  } as const;
}

function claim(source: string, trait: Trait): EvidenceDetail {
  return { code: "trait-claimed", params: paramsOf(source, trait) };
}

function denial(source: string, trait: Trait): EvidenceDetail {
  return { code: "trait-denied", params: paramsOf(source, trait) };
}

function evidence(
  kind: Trait,
  weight: number,
  source = "a",
  over: Partial<Evidence> = {},
): Evidence {
  const detail = (weight > 0 ? claim : denial)(source, kind);
  return { kind, source, weight, detail, observedAt: NOW, ...over };
}

const daysAgo = (days: number) => ({ observedAt: NOW - days * DAY_MS });

Deno.test("riskOf - returns one shared verdict without evidence", () => {
  assert.deepEqual(riskOf([], NOW), NONE);
  assert.equal(riskOf([], NOW), riskOf([], 0));
  assert.equal(Object.isFrozen(riskOf([], NOW)), true);
});

const cases: [what: string, evidence: Evidence[], risk: Partial<Risk>][] = [
  [
    "a network on a built-in list",
    [evidence("hosting", 80, "a", { observedAt: null })],
    {
      lineType: "hosting",
      isHosting: true,
      score: 20,
      confidence: 64,
      reasons: [claim("a", "hosting")],
    },
  ],
  [
    "a rule on a name is enough",
    [evidence("mobile", 45)],
    {
      lineType: "mobile",
      isMobile: true,
      confidence: 45,
      reasons: [claim("a", "mobile")],
    },
  ],
  ["a hint is not enough", [evidence("hosting", 25)], { score: 6 }],
  [
    "two independent hints are",
    [evidence("hosting", 30), evidence("hosting", 30, "b")],
    {
      lineType: "hosting",
      isHosting: true,
      score: 13,
      confidence: 51,
      reasons: [claim("a", "hosting"), claim("b", "hosting")],
    },
  ],
  [
    "two hints of one source are not",
    [
      evidence("hosting", 25),
      evidence("hosting", 24, "a", {
        detail: { code: "anonymous", params: {} },
      }),
    ],
    { score: 6 },
  ],
  [
    "a hint is enough for a home",
    [evidence("residential", 30, "a", { observedAt: null })],
    {
      lineType: "residential",
      confidence: 24,
      reasons: [claim("a", "residential")],
    },
  ],
  [
    "an exit of Tor that one commercial source has not noticed",
    [evidence("tor", 90), evidence("tor", -40, "b")],
    {
      isTor: true,
      score: 77,
      confidence: 54,
      reasons: [claim("a", "tor"), denial("b", "tor")],
    },
  ],
  [
    "a name against a source that looked",
    [evidence("hosting", 45), evidence("hosting", -40, "b")],
    {
      score: 6,
      confidence: 22,
      reasons: [claim("a", "hosting"), denial("b", "hosting")],
    },
  ],
  [
    "denials of what nobody claims",
    [evidence("vpn", -40), evidence("tor", -40), evidence("proxy", -40, "b")],
    { confidence: 64 },
  ],
  [
    "a hosted VPN",
    [evidence("vpn", 75), evidence("hosting", 80, "b")],
    {
      lineType: "hosting",
      isHosting: true,
      isVpn: true,
      score: 62,
      confidence: 95,
      reasons: [claim("b", "hosting"), claim("a", "vpn")],
    },
  ],
  [
    "a proxy at home",
    [evidence("residential", 40), evidence("proxy", 50, "b")],
    {
      lineType: "residential",
      isProxy: true,
      score: 40,
      confidence: 70,
      reasons: [claim("b", "proxy"), claim("a", "residential")],
    },
  ],
  [
    "a server on what is called a home line",
    [evidence("hosting", 80), evidence("residential", 40, "b")],
    {
      lineType: "hosting",
      isHosting: true,
      score: 20,
      confidence: 48,
      reasons: [claim("a", "hosting"), claim("b", "residential")],
    },
  ],
  [
    "a crawler is no reason for distrust",
    [evidence("crawler", 90)],
    { isCrawler: true, confidence: 90, reasons: [claim("a", "crawler")] },
  ],
  [
    "an abuser",
    [evidence("abuser", 80)],
    {
      isAbuser: true,
      score: 72,
      confidence: 80,
      reasons: [claim("a", "abuser")],
    },
  ],
  [
    "a satellite link",
    [evidence("satellite", 80)],
    {
      lineType: "residential",
      isSatellite: true,
      confidence: 80,
      reasons: [claim("a", "satellite")],
    },
  ],
  [
    "a satellite link to a home is no contradiction",
    [evidence("satellite", 80), evidence("residential", 40, "b")],
    {
      lineType: "residential",
      isSatellite: true,
      confidence: 88,
      reasons: [claim("a", "satellite"), claim("b", "residential")],
    },
  ],
  [
    "the same detail twice",
    [
      evidence("vpn", 75, "a", { detail: { code: "vpn-block", params: {} } }),
      evidence("vpn", 70, "b", { detail: { code: "vpn-block", params: {} } }),
    ],
    {
      isVpn: true,
      score: 65,
      confidence: 93,
      reasons: [{ code: "vpn-block", params: {} }],
    },
  ],
  [
    "a Tor exit of yesterday",
    [evidence("tor", 90, "a", daysAgo(1))],
    { isTor: true, score: 81, confidence: 45, reasons: [claim("a", "tor")] },
  ],
  ["a Tor exit of two days ago", [evidence("tor", 90, "a", daysAgo(2))], {}],
  [
    "an open proxy of ten days ago",
    [evidence("proxy", 90, "a", daysAgo(10))],
    {
      isProxy: true,
      score: 36,
      confidence: 17,
      reasons: [claim("a", "proxy")],
    },
  ],
  [
    "a VPN of last month",
    [evidence("vpn", 75, "a", daysAgo(30))],
    { isVpn: true, score: 52, confidence: 46, reasons: [claim("a", "vpn")] },
  ],
  ["items worth nothing", [evidence("vpn", 0)], {}],
  [
    "a trait is true from 40 on",
    [evidence("vpn", 40)],
    { isVpn: true, score: 28, confidence: 40, reasons: [claim("a", "vpn")] },
  ],
  [
    "a trait is not true at 39",
    [evidence("vpn", 39)],
    { score: 27, reasons: [claim("a", "vpn")] },
  ],
  [
    "evidence without a verdict is told from 35 on",
    [evidence("vpn", 35)],
    { score: 25, reasons: [claim("a", "vpn")] },
  ],
  ["evidence without a verdict is not told at 34", [evidence("vpn", 34)], {
    score: 24,
  }],
  [
    "a denial is told from 35 on",
    [evidence("crawler", 90), evidence("crawler", -35, "b")],
    {
      isCrawler: true,
      confidence: 59,
      reasons: [claim("a", "crawler"), denial("b", "crawler")],
    },
  ],
  [
    "a denial is not told at 34",
    [evidence("crawler", 90), evidence("crawler", -34, "b")],
    { isCrawler: true, confidence: 59, reasons: [claim("a", "crawler")] },
  ],
  [
    "an address is residential from 15 on",
    [evidence("residential", 15)],
    {
      lineType: "residential",
      confidence: 15,
      reasons: [claim("a", "residential")],
    },
  ],
  ["an address is not residential at 14", [evidence("residential", 14)], {}],
  [
    "a source that contradicts itself counts once on each side",
    [evidence("hosting", 80), evidence("residential", 40)],
    {
      lineType: "hosting",
      isHosting: true,
      score: 20,
      confidence: 48,
      reasons: [claim("a", "hosting"), claim("a", "residential")],
    },
  ],
];
for (const [what, evidence, risk] of cases) {
  Deno.test(`riskOf - ${what}`, () => {
    assert.deepEqual(riskOf(evidence, NOW), { ...NONE, ...risk });
  });
}

const lines: [evidence: Evidence[], lineType: Risk["lineType"]][] = [
  [[evidence("hosting", 50), evidence("mobile", 50)], "hosting"],
  [[evidence("hosting", 50), evidence("mobile", 80)], "mobile"],
  [[evidence("mobile", 50), evidence("residential", 80)], "mobile"],
  [[evidence("commercial", 45), evidence("residential", 45)], "commercial"],
  [[evidence("commercial", 30), evidence("residential", 45)], "residential"],
  [[evidence("hosting", 30), evidence("residential", 20)], "residential"],
  [[evidence("residential", 10)], null],
  [[evidence("satellite", 40)], "residential"],
  [[evidence("satellite", 39)], null],
  [[evidence("satellite", 80), evidence("commercial", 20)], "commercial"],
  [[evidence("satellite", 90), evidence("mobile", 40)], "mobile"],
  [[evidence("vpn", 90)], null],
];
for (const [evidence, lineType] of lines) {
  const what = evidence.map(({ kind, weight }) => `${kind} ${weight}`);
  Deno.test(`riskOf - the line of ${what.join(", ")} is ${lineType}`, () => {
    assert.equal(riskOf(evidence, NOW).lineType, lineType);
  });
}

Deno.test("riskOf - a relay is neither a proxy nor a VPN, and does not change the score", () => {
  const detail = { code: "relay-range", params: {} } as const;
  assert.deepEqual(riskOf([evidence("relay", 95, "a", { detail })], NOW), {
    ...NONE,
    isRelay: true,
    confidence: 95,
    reasons: [detail],
  });
});

const TRAITS = [
  "residential",
  "commercial",
  "hosting",
  "mobile",
  "satellite",
  "proxy",
  "vpn",
  "tor",
  "relay",
  "crawler",
  "abuser",
] as const;

const FLAGS = [
  "isHosting",
  "isMobile",
  "isSatellite",
  "isProxy",
  "isVpn",
  "isTor",
  "isRelay",
  "isCrawler",
  "isAbuser",
] as const;

const anyItem = (min: number): fc.Arbitrary<Evidence> =>
  fc.record({
    kind: fc.constantFrom(...TRAITS),
    source: fc.constantFrom("a", "b", "c", "d"),
    weight: fc.integer({ min, max: 100 }),
    detail: fc.constantFrom<EvidenceDetail>(
      claim("a", "vpn"),
      claim("b", "vpn"),
      denial("a", "vpn"),
      { code: "vpn-block", params: {} },
    ),
    observedAt: fc.option(
      fc.integer({ min: NOW - 500 * DAY_MS, max: NOW + DAY_MS }),
    ),
  });
const anyEvidence = fc.array(anyItem(-100), { maxLength: 12 });

Deno.test("riskOf - does not depend on the order of evidence", () => {
  const shuffled = anyEvidence.chain((evidence) =>
    fc.tuple(
      fc.constant(evidence),
      fc.shuffledSubarray(evidence, { minLength: evidence.length }),
    )
  );
  fc.assert(fc.property(shuffled, ([evidence, other]) => {
    assert.deepEqual(riskOf(other, NOW), riskOf(evidence, NOW));
  }));
});

Deno.test("riskOf - never clears a trait or lowers the score by evidence for a trait", () => {
  fc.assert(fc.property(anyEvidence, anyItem(0), (evidence, more) => {
    const before = riskOf(evidence, NOW);
    const after = riskOf([...evidence, more], NOW);
    for (const flag of FLAGS) assert(after[flag] || !before[flag], flag);
    assert(after.score >= before.score);
    assert(after.lineType !== null || before.lineType === null);
  }));
});

Deno.test("riskOf - never sets a trait or raises the score by evidence against a trait", () => {
  fc.assert(fc.property(anyEvidence, anyItem(0), (evidence, more) => {
    const before = riskOf(evidence, NOW);
    const after = riskOf([...evidence, { ...more, weight: -more.weight }], NOW);
    for (const flag of FLAGS) assert(before[flag] || !after[flag], flag);
    assert(after.score <= before.score);
  }));
});

Deno.test("riskOf - counts a repeated statement once", () => {
  const repeated = anyEvidence.chain((evidence) =>
    fc.tuple(fc.constant(evidence), fc.subarray(evidence))
  );
  fc.assert(fc.property(repeated, ([evidence, again]) => {
    assert.deepEqual(
      riskOf([...evidence, ...again], NOW),
      riskOf(evidence, NOW),
    );
  }));
});

Deno.test("riskOf - keeps numbers within bounds, and the connection type consistent with the traits", () => {
  fc.assert(fc.property(anyEvidence, (evidence) => {
    const risk = riskOf(evidence, NOW);
    for (const figure of [risk.score, risk.confidence]) {
      assert(Number.isInteger(figure) && figure >= 0 && figure <= 100);
    }
    if (risk.isHosting || risk.isMobile) {
      assert(risk.lineType === "hosting" || risk.lineType === "mobile");
    }
    if (risk.lineType === "hosting") assert(risk.isHosting);
    if (risk.lineType === "mobile") assert(risk.isMobile);
    if (risk.isSatellite) assert(risk.lineType !== null);
    const reasons = risk.reasons.map((reason) => JSON.stringify(reason));
    assert.equal(new Set(reasons).size, reasons.length);
    assert(risk.reasons.every(isEvidenceDetail));
  }));
});

Deno.test("riskOf - never raises the score over time", () => {
  const dated = fc.array(
    anyItem(0).map((item) => ({ ...item, observedAt: item.observedAt ?? 0 })),
    { maxLength: 8 },
  );
  fc.assert(fc.property(dated, fc.nat({ max: 400 }), (evidence, days) => {
    const later = riskOf(evidence, NOW + days * DAY_MS);
    assert(later.score <= riskOf(evidence, NOW).score);
  }));
});
