import assert from "node:assert/strict";
import {
  geoip2Record,
  geoip2View,
} from "../../../../lib/ipinfo/records/geoip2.ts";
import { bogonProfile } from "../../../../lib/ipinfo/merged_profile.ts";
import { ip } from "../../../support/address.ts";
import { profileOf } from "../../../support/profile.ts";
import samples from "./geoip2.json" with { type: "json" };

const FACTS = samples.facts;

const country = {
  continent: { code: "EU", names: { "en": "Europe", "zh-CN": "欧洲" } },
  country: {
    iso_code: "DE",
    names: { "en": "Germany", "zh-CN": "德国" },
    is_in_european_union: true,
  },
};
const own = { ip_address: "192.0.2.1", network: "192.0.2.1/32" };
const bavaria = { "en": "Bavaria", "zh-CN": "巴伐利亚州" };
const city = {
  ...country,
  subdivisions: [{ iso_code: "BY", names: bavaria }],
  city: { names: { en: "Nowhere on any map" } },
  postal: { code: "80331" },
  location: {
    ...{ latitude: 48.1, longitude: 11.6, accuracy_radius: 20 },
    time_zone: "Europe/Berlin",
  },
};
const network = {
  autonomous_system_number: 3320,
  autonomous_system_organization: "Deutsche Telekom AG",
  isp: "Telekom",
  organization: "Example GmbH",
};

/** The record as a client parses it, with the keys that are left out missing. */
function recordOf(...args: Parameters<typeof geoip2View>) {
  const record = JSON.parse(JSON.stringify(geoip2View(...args)));
  return geoip2Record.parse(record);
}

Deno.test("geoip2View - each service has more than the one before", () => {
  const profile = profileOf("192.0.2.1", FACTS);
  assert.deepEqual(recordOf(profile, "country"), { ...country, traits: own });
  const traits = { ...own, ...network };
  assert.deepEqual(recordOf(profile, "city"), { ...city, traits });
  const more = { ...traits, domain: "telekom.de" };
  assert.deepEqual(recordOf(profile, "insights"), { ...city, traits: more });
});

Deno.test("geoip2View - leaves out what is unknown", () => {
  assert.deepEqual(recordOf(profileOf("2001:db8::1", { asn: 3320 }), "city"), {
    traits: {
      ip_address: "2001:db8::1",
      network: "2001:db8::1/128",
      autonomous_system_number: 3320,
    },
  });
  const swiss = profileOf("192.0.2.1", { countryCode: "CH" });
  assert.deepEqual(recordOf(swiss, "country").country, { iso_code: "CH" });
});

Deno.test("geoip2View - marks anycast addresses", () => {
  const anycast = profileOf("8.8.8.8", FACTS, { anycast: "network" });
  const { traits } = recordOf(anycast, "country");
  const google = { ip_address: "8.8.8.8", network: "8.8.8.8/32" };
  assert.deepEqual(traits, { ...google, is_anycast: true });
});

const cases = [
  ["vpn", { is_anonymous: true, is_anonymous_vpn: true }],
  ["proxy", { is_anonymous: true, is_public_proxy: true }],
  ["tor", { is_anonymous: true, is_tor_exit_node: true }],
  ["relay", { is_anonymous: true, user_type: "consumer_privacy_network" }],
  ["crawler", { user_type: "search_engine_spider" }],
  ["hosting", { is_hosting_provider: true, user_type: "hosting" }],
  ["residential", { user_type: "residential" }],
  ["commercial", { user_type: "business" }],
  ["mobile", { user_type: "cellular", connection_type: "Cellular" }],
  ["satellite", { connection_type: "Satellite", user_type: "residential" }],
] as const;
for (const [trait, expected] of cases) {
  Deno.test(`geoip2View - insights name the trait ${trait}`, () => {
    const profile = profileOf("192.0.2.1", { asn: 1 }, { traits: [trait] });
    assert.deepEqual(recordOf(profile, "insights").traits, {
      ...own,
      autonomous_system_number: 1,
      ...expected,
    });
  });
}

Deno.test("geoip2View - refuses reserved and unknown addresses", () => {
  const reserved = { status: 400, code: "RESERVED_ADDRESS" };
  const bogon = bogonProfile(ip("10.0.0.1"));
  assert.throws(() => geoip2View(bogon, "country"), reserved);
  const unknown = { status: 404, code: "NOT_FOUND" };
  assert.throws(() => geoip2View(profileOf("192.0.2.1"), "city"), unknown);
});
