import assert from "node:assert/strict";
import { addressTexts } from "../../../lib/ipinfo/view/address_texts.ts";
import type { Evidence, Trait } from "../../../lib/ipinfo/risk/evidence.ts";
import type { Facts } from "../../../lib/ipinfo/profile.ts";
import { riskOf } from "../../../lib/ipinfo/risk/risk.ts";
import { hasTrait, homeValues } from "../../../lib/ipinfo/home_values.ts";
import type { HomeField } from "../../../lib/ipinfo/view/home_fields.ts";
import { profileOf } from "../../support/profile.ts";

function said(
  kind: Trait,
  weight: number,
  over: Partial<Evidence> = {},
): Evidence {
  const detail = `${weight > 0 ? "for" : "against"} ${kind}`;
  return { kind, weight, source: "a", detail, observedAt: null, ...over };
}

function profileWith(evidence: Evidence[], facts: Partial<Facts> = {}) {
  return profileOf("81.2.69.142", facts, {
    evidence,
    risk: riskOf(evidence, 0),
  });
}

const all = () => true;
const allBut = (...hidden: HomeField[]) => (field: HomeField) =>
  !hidden.includes(field);

const FLAGS = [
  "proxy",
  "vpn",
  "tor",
  "crawler",
  "satellite",
  "abuser",
] as const;

for (const kind of FLAGS) {
  Deno.test(`homeValues - ${kind} is Yes where seen, No where denied, else not known`, () => {
    const value = (...evidence: Evidence[]) =>
      homeValues[kind](profileWith(evidence), all, texts);
    assert.equal(value(), null);
    assert.equal(value(said("hosting", 80)), null);
    assert.equal(value(said(kind, 20)), null);
    assert.equal(value(said(kind, 80)), "Yes");
    assert.equal(value(said(kind, -40)), "No");
    assert.equal(value(said(kind, 20), said(kind, -40)), "No");
    assert.equal(
      value(said(kind, 80), said(kind, -40, { source: "b" })),
      "Yes",
    );
  });
}

const texts = addressTexts.en;

Deno.test("hasTrait - a denial of another trait is none", () => {
  const profile = profileWith([said("vpn", -40)]);
  assert.equal(hasTrait(profile, "vpn"), false);
  assert.equal(hasTrait(profile, "proxy"), null);
});

const types: [kind: Trait, value: string][] = [
  ["residential", "Residential"],
  ["commercial", "Business"],
  ["hosting", "Hosting"],
  ["mobile", "Mobile"],
  ["satellite", "Satellite"],
];

for (const [kind, value] of types) {
  Deno.test(`homeValues - the network type ${value}`, () => {
    const profile = profileWith([said(kind, 80)]);
    assert.equal(homeValues.networkType(profile, all, texts), value);
  });
}

Deno.test("homeValues - the network type does not tell of a satellite that is hidden", () => {
  const profile = profileWith([said("satellite", 80)]);
  assert.equal(
    homeValues.networkType(profile, allBut("satellite"), texts),
    null,
  );
});

Deno.test("homeValues - coordinates take both, and may be zero", () => {
  const value = (facts: Partial<Facts>) =>
    homeValues.coordinates(profileWith([], facts), all, texts);
  assert.equal(value({ latitude: 0, longitude: 0 }), "0, 0");
  assert.equal(value({ latitude: 1.5 }), null);
  assert.equal(value({ longitude: 1.5 }), null);
});

Deno.test("homeValues - a score of 0 is one where somebody spoke of the address", () => {
  const value = (...evidence: Evidence[]) =>
    homeValues.riskScore(profileWith(evidence), all, texts);
  assert.equal(value(), null);
  assert.equal(value(said("residential", 80)), "0 of 100");
  assert.equal(value(said("vpn", 80)), "56 of 100");
});

Deno.test("homeValues - contact and dates hold what there is of them", () => {
  const profile = profileWith([], {
    abusePhone: "+1 555 0100",
    asnUpdated: "2020-02-03",
  });
  assert.deepEqual(homeValues.abuseContact(profile, all, texts), [
    "+1 555 0100",
  ]);
  assert.deepEqual(homeValues.asnDates(profile, all, texts), [
    "Updated 2020-02-03",
  ]);
  assert.equal(homeValues.abuseContact(profileWith([]), all, texts), null);
  assert.equal(homeValues.asnDates(profileWith([]), all, texts), null);
});

Deno.test("homeValues - no reason for what is hidden, and none that quotes it", () => {
  const profile = profileWith([
    said("hosting", 80, { detail: "AS7 is a known hosting network" }),
    said("vpn", 70, { detail: "its network is listed as one of VPNs" }),
    said("tor", 60, { detail: "on a list of Acme's Tor exits" }),
  ], { asn: 8, asnOrg: "ACME" });
  const hosting = "AS7 is a known hosting network";
  const vpn = "Its network is listed as one of VPNs";
  const tor = "On a list of Acme's Tor exits";
  const reasons = (...hidden: HomeField[]) =>
    homeValues.riskReasons(profile, allBut(...hidden), texts);
  assert.deepEqual(reasons(), [hosting, vpn, tor]);
  assert.deepEqual(reasons("vpn"), [hosting, tor]);
  assert.deepEqual(reasons("networkType"), [vpn, tor]);
  assert.deepEqual(reasons("asn"), [vpn, tor]);
  assert.deepEqual(reasons("organization"), [hosting, vpn]);
  assert.equal(reasons("asn", "vpn", "tor"), null);
});

Deno.test("homeValues - each source once, and none that speaks of the hidden alone", () => {
  const evidence = [
    said("tor", 80, { source: "tor-project" }),
    said("hosting", 80, { source: "asn-table" }),
    said("vpn", -40, { source: "asked" }),
  ];
  const profile = profileOf("81.2.69.142", {}, {
    evidence,
    risk: riskOf(evidence, 0),
    sources: { city: "open-geo", country: "open-geo", asn: "asn-table" },
  });
  assert.deepEqual(homeValues.sourcesUsed(profile, all, texts), [
    "open-geo",
    "asn-table",
    "tor-project",
    "asked",
  ]);
  assert.deepEqual(homeValues.sourcesUsed(profile, allBut("tor"), texts), [
    "open-geo",
    "asn-table",
    "asked",
  ]);
  assert.equal(homeValues.sourcesUsed(profileWith([]), all, texts), null);
});
