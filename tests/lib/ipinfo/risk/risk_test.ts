import assert from "node:assert/strict";
import fc from "fast-check";
import type { Evidence } from "../../../../lib/ipinfo/risk/evidence.ts";
import {
  type EvidenceDetail,
  isEvidenceDetail,
  type Trait,
  TRAITS,
} from "../../../../lib/ipinfo/view/evidence_detail.ts";
import {
  isAnyProxy,
  LINE_TYPES,
  lineTypeOfTrait,
  type Risk,
  riskOf,
} from "../../../../lib/ipinfo/risk/risk.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./risk.json" with { type: "json" };

const DAY_MS = 86_400_000;
const NOW = 1000 * DAY_MS;

const FLAGS = [
  ...["isHosting", "isMobile", "isSatellite", "isProxy", "isVpn"] as const,
  ...["isTor", "isRelay", "isCrawler", "isAbuser"] as const,
];

const NONE = {
  lineType: null,
  ...Object.fromEntries(FLAGS.map((flag) => [flag, false])),
  score: 0,
  confidence: 0,
  reasons: [],
} as unknown as Risk;

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

/** Evidence in words: `hosting 80, b: tor -40` is by two sources. */
function evidenceIn(text: string): Evidence[] {
  return text.split(", ").map((item) => {
    const [, source = "a", kind, weight, days] =
      /^(?:(b): )?(\w+) (-?\d+)(?: (undated|\d+(?= d$)))?/.exec(item)!;
    return evidence(
      kind as Trait,
      Number(weight),
      source,
      days === "undated" ? { observedAt: null } : daysAgo(Number(days ?? 0)),
    );
  });
}

/** Reasons in words: `hosting, b: no tor` is a claim, and another source's denial. */
function reasonsIn(text: string): EvidenceDetail[] {
  return text.split(", ").map((item) => {
    const [, source = "a", no, kind] = /^(?:(b): )?(no )?(\w+)$/.exec(item)!;
    return (no ? denial : claim)(source, kind as Trait);
  });
}

/**
 * A verdict in words: `hosting isHosting isVpn 62/95 by vpn` is the type of the
 * line, what is true, the score and the confidence, and the reasons.
 */
function riskIn(text: string): Risk {
  const [, words, score, confidence, reasons] =
    /^(.*?)(\d+)\/(\d+)(?: by (.+))?$/.exec(text)!;
  const all = words.match(/\w+/g) ?? [];
  const flags = all.filter((word) => word.startsWith("is"));
  const [lineType = null] = all.filter((word) => !word.startsWith("is"));
  return {
    ...NONE,
    ...Object.fromEntries(flags.map((flag) => [flag, true])),
    lineType: lineType as Risk["lineType"],
    score: Number(score),
    confidence: Number(confidence),
    reasons: reasons ? reasonsIn(reasons) : [],
  };
}

const cases = {
  "a network on a built-in list":
    "hosting 80 undated -> hosting isHosting 20/64 by hosting",
  "a rule on a name is enough": "mobile 45 -> mobile isMobile 0/45 by mobile",
  "a hint is not enough": "hosting 25 -> 6/0",
  "two independent hints are": "hosting 30, b: hosting 30 -> " +
    "hosting isHosting 13/51 by hosting, b: hosting",
  "a hint is enough for a home":
    "residential 30 undated -> residential 0/24 by residential",
  "an exit of Tor that one commercial source has not noticed":
    "tor 90, b: tor -40 -> isTor 77/54 by tor, b: no tor",
  "a name against a source that looked":
    "hosting 45, b: hosting -40 -> 6/22 by hosting, b: no hosting",
  "denials of what nobody claims": "vpn -40, tor -40, b: proxy -40 -> 0/64",
  "a hosted VPN":
    "vpn 75, b: hosting 80 -> hosting isHosting isVpn 62/95 by b: hosting, vpn",
  "a proxy at home": "residential 40, b: proxy 50 -> " +
    "residential isProxy 40/70 by b: proxy, residential",
  "a server on what is called a home line":
    "hosting 80, b: residential 40 -> " +
    "hosting isHosting 20/48 by hosting, b: residential",
  "a crawler is no reason for distrust":
    "crawler 90 -> isCrawler 0/90 by crawler",
  "an abuser": "abuser 80 -> isAbuser 72/80 by abuser",
  "a satellite link":
    "satellite 80 -> residential isSatellite 0/80 by satellite",
  "a satellite link to a home is no contradiction":
    "satellite 80, b: residential 40 -> " +
    "residential isSatellite 0/88 by satellite, b: residential",
  "a Tor exit of yesterday": "tor 90 1 d -> isTor 81/45 by tor",
  "a Tor exit of two days ago": "tor 90 2 d -> 0/0",
  "an open proxy of ten days ago": "proxy 90 10 d -> isProxy 36/17 by proxy",
  "a VPN of last month": "vpn 75 30 d -> isVpn 52/46 by vpn",
  "items worth nothing": "vpn 0 -> 0/0",
  "a trait is true from 40 on": "vpn 40 -> isVpn 28/40 by vpn",
  "a trait is not true at 39": "vpn 39 -> 27/0 by vpn",
  "evidence without a verdict is told from 35 on": "vpn 35 -> 25/0 by vpn",
  "evidence without a verdict is not told at 34": "vpn 34 -> 24/0",
  "a denial is told from 35 on":
    "crawler 90, b: crawler -35 -> isCrawler 0/59 by crawler, b: no crawler",
  "a denial is not told at 34":
    "crawler 90, b: crawler -34 -> isCrawler 0/59 by crawler",
  "an address is residential from 15 on":
    "residential 15 -> residential 0/15 by residential",
  "an address is not residential at 14": "residential 14 -> 0/0",
  "a source that contradicts itself counts once on each side":
    "hosting 80, residential 40 -> " +
    "hosting isHosting 20/48 by hosting, residential",
};
for (const [what, text] of Object.entries(cases)) {
  Deno.test(`riskOf - ${what}`, () => {
    const [given, expected] = text.split(" -> ");
    assert.deepEqual(riskOf(evidenceIn(given), NOW), riskIn(expected));
  });
}

Deno.test("riskOf - two hints of one source are not enough", () => {
  const anonymous = { detail: { code: "anonymous", params: {} } } as const;
  const other = evidence("hosting", 24, "a", anonymous);
  assert.deepEqual(
    riskOf([evidence("hosting", 25), other], NOW),
    riskIn("6/0"),
  );
});

Deno.test("riskOf - the same detail twice is one reason", () => {
  const detail = { code: "vpn-block", params: {} } as const;
  const twice = [
    evidence("vpn", 75, "a", { detail }),
    evidence("vpn", 70, "b", { detail }),
  ];
  const expected = { ...riskIn("isVpn 65/93"), reasons: [detail] };
  assert.deepEqual(riskOf(twice, NOW), expected);
});

const lines = samples.lines as [evidence: string, lineType: Risk["lineType"]][];
for (const [text, lineType] of lines) {
  Deno.test(`riskOf - the line of ${text} is ${lineType}`, () => {
    assert.equal(riskOf(evidenceIn(text), NOW).lineType, lineType);
  });
}

Deno.test("riskOf - a relay is neither a proxy nor a VPN, and does not change the score", () => {
  const detail = { code: "relay-range", params: {} } as const;
  const risk = riskOf([evidence("relay", 95, "a", { detail })], NOW);
  assert.deepEqual(risk, { ...riskIn("isRelay 0/95"), reasons: [detail] });
});

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
  const shuffled = anyEvidence.chain((evidence) => {
    const { length: minLength } = evidence;
    const other = fc.shuffledSubarray(evidence, { minLength });
    return fc.tuple(fc.constant(evidence), other);
  });
  forAll([shuffled], ([evidence, other]) => {
    assert.deepEqual(riskOf(other, NOW), riskOf(evidence, NOW));
  });
});

Deno.test("riskOf - never clears a trait or lowers the score by evidence for a trait", () => {
  forAll([anyEvidence, anyItem(0)], (evidence, more) => {
    const before = riskOf(evidence, NOW);
    const after = riskOf([...evidence, more], NOW);
    for (const flag of FLAGS) assert(after[flag] || !before[flag], flag);
    assert(after.score >= before.score);
    assert(after.lineType !== null || before.lineType === null);
  });
});

Deno.test("riskOf - never sets a trait or raises the score by evidence against a trait", () => {
  forAll([anyEvidence, anyItem(0)], (evidence, more) => {
    const before = riskOf(evidence, NOW);
    const after = riskOf([...evidence, { ...more, weight: -more.weight }], NOW);
    for (const flag of FLAGS) assert(before[flag] || !after[flag], flag);
    assert(after.score <= before.score);
  });
});

Deno.test("riskOf - counts a repeated statement once", () => {
  const repeated = anyEvidence.chain((evidence) =>
    fc.tuple(fc.constant(evidence), fc.subarray(evidence))
  );
  forAll([repeated], ([evidence, again]) => {
    const repeated = riskOf([...evidence, ...again], NOW);
    assert.deepEqual(repeated, riskOf(evidence, NOW));
  });
});

Deno.test("riskOf - keeps numbers within bounds, and the connection type consistent with the traits", () => {
  forAll([anyEvidence], (evidence) => {
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
  });
});

Deno.test("riskOf - never raises the score over time", () => {
  const dated = fc.array(
    anyItem(0).map((item) => ({ ...item, observedAt: item.observedAt ?? 0 })),
    { maxLength: 8 },
  );
  forAll([dated, fc.nat({ max: 400 })], (evidence, days) => {
    const later = riskOf(evidence, NOW + days * DAY_MS);
    assert(later.score <= riskOf(evidence, NOW).score);
  });
});

Deno.test("isAnyProxy - of a proxy, a VPN and a Tor exit", () => {
  const hidden = FLAGS.filter((flag) => isAnyProxy({ ...NONE, [flag]: true }));
  assert.deepEqual(hidden, ["isProxy", "isVpn", "isTor"]);
});

Deno.test("lineTypeOfTrait - of each type of line, and of satellite", () => {
  const types = TRAITS.flatMap((trait) =>
    lineTypeOfTrait(trait) === trait ? [trait] : []
  );
  assert.deepEqual(types.toSorted(), [...LINE_TYPES].toSorted());
  assert.equal(lineTypeOfTrait("satellite"), "residential");
  assert.equal(lineTypeOfTrait("vpn"), undefined);
});
