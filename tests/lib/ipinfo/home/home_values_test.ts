import assert from "node:assert/strict";
import { addressTexts } from "../../../../lib/ipinfo/view/address_texts.ts";
import type { Evidence } from "../../../../lib/ipinfo/risk/evidence.ts";
import type {
  EvidenceDetail,
  Trait,
} from "../../../../lib/ipinfo/view/evidence_detail.ts";
import type { Facts } from "../../../../lib/ipinfo/profile.ts";
import type { Checks } from "../../../../lib/ipinfo/risk/checks.ts";
import {
  hasTrait,
  homeValues,
} from "../../../../lib/ipinfo/home/home_values.ts";
import type { HomeField } from "../../../../lib/ipinfo/view/home_fields.ts";
import { claimed, denied, stated } from "../../../support/evidence.ts";
import { profileOf } from "../../../support/profile.ts";

/** A source's statement; of the database by default. */
const evidenceOf = (
  kind: Trait,
  weight: number,
  detail: EvidenceDetail = (weight > 0 ? claimed : denied)("database", kind),
) => stated("a", kind, weight, detail);

function profileWith(
  evidence: Evidence[],
  facts: Partial<Facts> = {},
  checks: Checks = {},
) {
  const profile = profileOf("81.2.69.142", facts, { evidence });
  return { ...profile, checks };
}

const all = () => true;
const allBut = (...hidden: HomeField[]) => (field: HomeField) =>
  !hidden.includes(field);

const FLAGS = [
  ...["proxy", "vpn", "tor", "crawler", "satellite", "abuser"] as const,
];

for (const kind of FLAGS) {
  Deno.test(`homeValues - ${kind} is Yes if reported, No if denied, else unknown`, () => {
    const value = (...evidence: Evidence[]) =>
      homeValues[kind](profileWith(evidence), all, texts);
    assert.equal(value(), null);
    assert.equal(value(evidenceOf("hosting", 80)), null);
    assert.equal(value(evidenceOf(kind, 20)), null);
    assert.equal(value(evidenceOf(kind, 80)), "Yes");
    assert.equal(value(evidenceOf(kind, -40)), "No");
    assert.equal(value(evidenceOf(kind, 20), evidenceOf(kind, -40)), "No");
    const other = stated("b", kind, -40, denied("database", kind));
    assert.equal(value(evidenceOf(kind, 80), other), "Yes");
  });
}

const texts = addressTexts.en;

Deno.test("homeValues - has a fact as it is, or null", () => {
  const values = [{ city: "Bonn" }, {}]
    .map((facts) => homeValues.city(profileWith([], facts), all, texts));
  assert.deepEqual(values, ["Bonn", null]);
});

Deno.test("hasTrait - ignores denials of other traits", () => {
  const profile = profileWith([evidenceOf("vpn", -40)]);
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
  Deno.test(`homeValues - shows the network type ${value}`, () => {
    const profile = profileWith([evidenceOf(kind, 80)]);
    assert.equal(homeValues.networkType(profile, all, texts), value);
  });
}

Deno.test("homeValues - does not reveal a hidden satellite in the network type", () => {
  const profile = profileWith([evidenceOf("satellite", 80)]);
  const type = homeValues.networkType(profile, allBut("satellite"), texts);
  assert.equal(type, "Residential");
});

Deno.test("homeValues - says how sure a system is that only registrations name", () => {
  const profile = profileWith([], { asn: 3320, asnConfidence: 73 });
  const value = (isShown: (field: HomeField) => boolean) =>
    homeValues.confidence(profile, isShown, texts);
  const sure =
    "73% sure of the ASN, which is from a registration, not from routes";
  assert.deepEqual(value(all), [sure]);
  assert.equal(value(allBut("asn")), null);
});

Deno.test("homeValues - says how sure the country is, or between which two", () => {
  const profile = profileWith([], { countryCode: "FR" });
  const value = (alternative?: string) => {
    const confidence = { country: 52, alternative, lineType: null };
    return homeValues.confidence({ ...profile, confidence }, all, texts);
  };
  assert.deepEqual(value(), ["52% sure of the country"]);
  assert.deepEqual(value("DE"), ["Country uncertain: France or Germany"]);
});

Deno.test("homeValues - needs both coordinates, which may be zero", () => {
  const value = (facts: Partial<Facts>) =>
    homeValues.coordinates(profileWith([], facts), all, texts);
  assert.equal(value({ latitude: 0, longitude: 0 }), "0, 0");
  assert.equal(value({ latitude: 1.5 }), null);
  assert.equal(value({ longitude: 1.5 }), null);
});

Deno.test("homeValues - shows a score of 0 only if anonymizers and abuse were all checked", () => {
  const value = (...evidence: Evidence[]) =>
    homeValues.riskScore(profileWith(evidence), all, texts);
  assert.equal(value(), null);
  assert.equal(value(evidenceOf("residential", 80)), null);
  assert.equal(value(evidenceOf("vpn", -80)), null);
  assert.equal(value(evidenceOf("vpn", 80)), "at least 56 out of 100");
  const lists = [{ builtAt: null, families: [4] }] as const;
  const checks: Checks = { tor: lists, proxy: lists, abuser: lists };
  const checked = (weight: number) => {
    const profile = profileWith([evidenceOf("vpn", weight)], {}, checks);
    return homeValues.riskScore(profile, all, texts);
  };
  assert.equal(checked(-80), "0 out of 100");
  assert.equal(checked(80), "56 out of 100");
});

Deno.test("homeValues - shows the available contact data and dates", () => {
  const values = (facts: Partial<Facts>) =>
    [homeValues.abuseContact, homeValues.asnDates]
      .map((value) => value(profileWith([], facts), all, texts));
  const facts = { abusePhone: "+1 555 0100", asnUpdated: "2020-02-03" };
  assert.deepEqual(values(facts), [["+1 555 0100"], ["Updated 2020-02-03"]]);
  assert.deepEqual(values({}), [null, null]);
});

Deno.test("homeValues - hides reasons that reveal hidden fields, also by a parameter", () => {
  const asn7 = { asn: 7, networkType: "mobile" } as const;
  const listed = { networkList: "vpn" } as const;
  const business = { holder: "business" } as const;
  const mobile = { networkClass: "mobile" } as const;
  const profile = profileWith([
    evidenceOf("mobile", 80, { code: "network-known", params: asn7 }),
    evidenceOf("vpn", 70, { code: "network-listed", params: listed }),
    stated("b", "commercial", 65, { code: "network-holder", params: business }),
    evidenceOf("tor", 60, { code: "tor-exit-listed", params: {} }),
    stated("c", "mobile", 55, { code: "network-classified", params: mobile }),
    stated("d", "mobile", 50, claimed("free", "mobile")),
  ], { asn: 8, asnType: "Mobile" });
  const known = "AS7 is a known mobile network";
  const vpn = "Its network is listed as a VPN network";
  const holder = "A commercial source says its network belongs to a business";
  const tor = "Listed as a Tor exit";
  const classified = "Its network is classified as a mobile network";
  const byFree = "A free service says it is a mobile line";
  const reasons = (...hidden: HomeField[]) =>
    homeValues.riskReasons(profile, allBut(...hidden), texts);
  assert.deepEqual(reasons(), [known, vpn, holder, tor, classified, byFree]);
  assert.deepEqual(reasons("vpn"), [known, holder, tor, classified, byFree]);
  assert.deepEqual(reasons("networkType"), [vpn, tor]);
  // A source's AS number may differ from the accepted one.
  assert.deepEqual(reasons("asn"), [vpn, holder, tor, classified, byFree]);
  assert.deepEqual(reasons("asnType"), [vpn, tor]);
  assert.equal(reasons("networkType", "vpn", "tor"), null);
});

Deno.test("homeValues - lists each source once, and none that only supports hidden fields", () => {
  const evidence = [
    stated("tor-project", "tor", 80, claimed("database", "tor")),
    stated("asn-table", "hosting", 80, claimed("database", "hosting")),
    stated("asked", "vpn", -40, denied("database", "vpn")),
  ];
  const profile = profileOf("81.2.69.142", {}, {
    evidence,
    sources: { city: "open-geo", country: "open-geo", asn: "asn-table" },
  });
  const tables = [
    "Location database in use",
    "Table of autonomous systems in use",
  ];
  const used = (isShown: (field: HomeField) => boolean) =>
    homeValues.sourcesUsed({ ...profile, checks: {} }, isShown, texts);
  assert.deepEqual(used(all), [...tables, "tor-project", "asked"]);
  assert.deepEqual(used(allBut("tor")), [...tables, "asked"]);
  assert.equal(homeValues.sourcesUsed(profileWith([]), all, texts), null);
});

Deno.test("homeValues - a trait that lists were checked for is not listed", () => {
  const checks: Checks = { vpn: [{ builtAt: null, families: [4] }] };
  const profile = profileWith([], {}, checks);
  assert.equal(homeValues.vpn(profile, all, addressTexts.en), "Not listed");
  assert.equal(homeValues.tor(profile, all, addressTexts.en), null);
});

Deno.test("homeValues - name both countries if it is uncertain which", () => {
  const profile = {
    ...profileWith([], { countryCode: "DE", country: "Germany" }),
    confidence: { country: 38, alternative: "FR", lineType: 90 },
  };
  const { confidence, country } = homeValues;
  const { en, zh } = addressTexts;
  assert.equal(country(profile, all, en), "Germany or France");
  assert.equal(country(profile, all, zh), "德国或法国");
  const sure = "90% sure of the network type";
  assert.deepEqual(confidence(profile, all, en), [
    "Country uncertain: Germany or France",
    sure,
  ]);
  assert.deepEqual(confidence(profile, all, zh), [
    "国家/地区不确定：德国或法国",
    "网络类型：90%",
  ]);
  assert.deepEqual(confidence(profile, allBut("country"), en), [sure]);
});

Deno.test("homeValues - names the type of the system, if it is known", () => {
  const asnType = (facts: Partial<Facts>) =>
    homeValues.asnType(profileWith([], facts), all, texts);
  assert.equal(asnType({}), null);
  assert.equal(asnType({ asnType: "Business" }), texts.asnType("Business"));
});
