import assert from "node:assert/strict";
import { familyStripTexts } from "../../../../../lib/egress/view/other_family.ts";
import type { Place } from "../../../../../lib/egress/view/report.ts";
import { familyStrip } from "../../../../../lib/egress/view/verdict/families.ts";
import { placeOf } from "../reports.ts";
import { addressIn, PLACES } from "./scenarios.ts";
import samples from "./families.json" with { type: "json" };

const placeIn = (name: string): Place => {
  const ip = addressIn(name);
  return PLACES.find((place) => place.ip === ip) ?? placeOf(ip, UNKNOWN);
};

const UNKNOWN: Partial<Place> = {
  country: null,
  countryCode: null,
  asn: null,
  organization: null,
  kind: null,
};

const stripOf = (v4: string, v6: string, language: "en" | "zh" = "en") =>
  familyStrip([placeIn(v4), placeIn(v6)], familyStripTexts(language));

Deno.test("familyStrip - names the family beside a tunnel, or networks that differ", () => {
  const cases = samples.strips as [
    v4: string,
    v6: string,
    state: string,
    text: string,
  ][];
  for (const [v4, v6, state, text] of cases) {
    assert.deepEqual(stripOf(v4, v6), { state, text });
  }
});

Deno.test("familyStrip - cuts a name of more than 32 characters", () => {
  const names = [
    ["Institute of 32 characters indeed", "Institute of 32 characters inde…"],

    ["Institute of 32 characters exact", "Institute of 32 characters exact"],
    ["Institute of a space at the end of", "Institute of a space at the end…"],
  ];
  for (const [organization, shown] of names) {
    const places = [placeIn("vpn4"), { ...placeIn("home6"), organization }];
    assert.equal(
      familyStrip(places, familyStripTexts("en"))?.text,
      `Your IPv6 does not go through your VPN: sites see ${shown}, Germany.`,
    );
  }
  const registered = { ...placeIn("home6"), isRegistered: true };
  assert.match(
    familyStrip([placeIn("vpn4"), registered], familyStripTexts("en"))!.text,
    /: sites see Deutsche Teleko… by registration, Germany\.$/,
  );
});

Deno.test("familyStrip - is silent about one network, one tunnel, and what it doesn't know", () => {
  for (
    const [v4, v6] of [
      ["home4", "sameIsp6"],
      ["vpn4", "vpnSweden6"],
      ["vpn4", "hosting6"],
      ["vpn4", "vpnUnlisted6"],
      ["home4", "nothingKnown6"],
      ["nothingKnown4", "nothingKnown6"],
    ]
  ) assert.equal(stripOf(v4, v6), null, `${v4} ${v6}`);
});

Deno.test("familyStrip - speaks Chinese, with the country's Chinese name", () => {
  assert.deepEqual(stripOf("vpn4", "home6", "zh"), {
    state: "leak",
    text: "IPv6 没有经过 VPN：网站看到的是 Deutsche Telekom AG，德国。",
  });
  assert.deepEqual(stripOf("home4", "otherIsp6", "zh"), {
    state: "differ",
    text: "IPv4（德国）与 IPv6（法国）从不同的国家或地区流出。",
  });
});
