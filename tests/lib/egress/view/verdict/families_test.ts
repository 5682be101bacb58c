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
  for (const [v4, v6, state, text] of samples.strips) {
    assert.deepEqual(stripOf(v4, v6), { state, text });
  }
});

Deno.test("familyStrip - cuts a name of more than 32 characters", () => {
  const names = [
    ["Institute of 32 characters indeed", "Institute of 32 characters inde…"],

    ["Institute of 32 characters exact", "Institute of 32 characters exact"],
    ["Institute of a space at the end of", "Institute of a space at the end…"],
  ];
  const textOf = (change: Partial<Place>) => {
    const places = [placeIn("vpn4"), { ...placeIn("home6"), ...change }];
    return familyStrip(places, familyStripTexts("en"))!.text;
  };
  for (const [organization, shown] of names) {
    assert.equal(
      textOf({ organization }),
      `Your IPv6 does not go through your VPN: sites see ${shown}, Germany.`,
    );
  }
  const registered = /: sites see Deutsche Teleko… by registration, Germany\.$/;
  assert.match(textOf({ isRegistered: true }), registered);
});

Deno.test("familyStrip - is silent about one network, one tunnel, and what it doesn't know", () => {
  const cases = [
    ["home4", "sameIsp6", "nothingKnown6"],
    ["vpn4", "vpnSweden6", "hosting6", "vpnUnlisted6"],
    ["nothingKnown4", "nothingKnown6"],
  ];
  for (const [v4, ...others] of cases) {
    for (const v6 of others) assert.equal(stripOf(v4, v6), null, `${v4} ${v6}`);
  }
});

Deno.test("familyStrip - takes countries for different only if both are sure", () => {
  const [v4, v6] = ["home4", "abroad6"].map(placeIn);
  const between = (one: boolean, other: boolean) =>
    familyStrip([
      { ...v4, isCountrySure: one },
      { ...v6, isCountrySure: other },
    ], familyStripTexts("en"))?.text;
  assert.match(between(true, true)!, / in different countries\.$/);
  for (const [one, other] of [[true, false], [false, true]]) {
    assert.match(between(one, other)!, / different networks: /);
  }
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
