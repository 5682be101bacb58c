import assert from "node:assert/strict";
import { countries } from "countries-list";
import { COUNTRY_CENTERS } from "../../../lib/facts/network_facts.ts";
import type { Facts, Profile } from "../../../lib/ipinfo/profile.ts";
import { echoipView } from "../../../lib/ipinfo/records/echoip.ts";
import { geoipView } from "../../../lib/ipinfo/records/geoip.ts";
import {
  ipApiView,
  parseIpApiFields,
} from "../../../lib/ipinfo/records/ip_api.ts";
import { v1View } from "../../../lib/ipinfo/records/v1.ts";
import { v2View } from "../../../lib/ipinfo/records/v2.ts";
import { countryTimezone } from "../../../lib/data/places/countries.ts";
import { profileOf } from "../../support/profile.ts";
import { clockIn, withNamesIn } from "../../../lib/ipinfo/places.ts";

const CITY = { latitude: 52.5, longitude: 13.4, timezone: "Europe/Berlin" };

const ANYCAST = { anycast: "network" } as const;

const cases: [string, Partial<Facts>, string | null, Partial<Profile>?][] = [
  ["a city", { countryCode: "DE", city: "Berlin", ...CITY }, null],
  ["a region without coordinates", { countryCode: "DE", region: "X" }, null],
  ["a country", { countryCode: "US", asn: 64500 }, "country_only"],
  ["a network", { asn: 64500 }, null],
  ["nothing", {}, "not_announced"],
  ["an anycast network", { countryCode: "US", asn: 13335 }, "anycast", ANYCAST],
  [
    "an anycast network with a published place",
    { countryCode: "DE", ...CITY },
    null,
    ANYCAST,
  ],
  ["a bogon", {}, null, { isBogon: true }],
];

for (const [name, facts, reason, more] of cases) {
  Deno.test(`reasonOf - of ${name} is ${reason} in V1, V2 and GeoIP, whose place stays unknown`, () => {
    const profile = profileOf("198.18.0.1", facts, more);
    const v1 = v1View(profile);
    const v2 = v2View(profile, 0);
    const request = { group: "ip", requestedAt: 0 };
    const geoip = geoipView({ profile, savedAt: null }, request);
    const expected = [reason, reason, reason ?? undefined];
    const views = [v1, v2, geoip];
    assert.deepEqual(views.map(({ meta }) => meta.reason), expected);
    for (const { geo } of views) {
      assert.equal(geo.latitude, facts.latitude ?? null);
    }
  });
}

Deno.test("withCenter - ip-api's and echoip's formats have the center of a country of which nothing else is known", () => {
  const options = {
    fields: parseIpApiFields("lat,lon,timezone,offset,city"),
    language: "en",
    now: Date.UTC(2026, 0, 1),
  } as const;
  const viewsOf = (facts: Partial<Facts>) => {
    const profile = profileOf("192.0.2.1", facts);
    const { latitude, longitude, time_zone } = echoipView(profile, null);
    const place = { latitude, longitude, time_zone };
    return [ipApiView(profile, options), place] as const;
  };
  const { latitude: lat, longitude: lon, timezone } = CITY;
  const offset = 3600;
  assert.deepEqual(viewsOf({ countryCode: "US" }), [
    {
      ...{ city: "", lat: 39.89, lon: -98.82 },
      ...{ timezone: "America/Chicago", offset: -6 * 3600 },
    },
    { latitude: 39.89, longitude: -98.82, time_zone: "America/Chicago" },
  ]);
  assert.deepEqual(viewsOf({ countryCode: "DE", city: "Berlin", ...CITY }), [
    { city: "Berlin", lat, lon, timezone, offset },
    { latitude: lat, longitude: lon, time_zone: timezone },
  ]);
  // The time zone of a region is better than that of the center.
  const known = { countryCode: "US", timezone: "America/Denver" };
  assert.equal(viewsOf(known)[0].timezone, "America/Denver");
  assert.deepEqual(viewsOf({})[0], {
    ...{ city: "", lat: null, lon: null, timezone: "", offset: null },
  });
});

Deno.test("COUNTRY_CENTERS - every country has one, with a time zone that exists and is the only one, if there is one", () => {
  const centers = Object.entries(COUNTRY_CENTERS);
  const codes = centers.map(([code]) => code);
  assert.deepEqual(codes, Object.keys(countries).sort());
  for (const [code, { latitude, longitude, timezone }] of centers) {
    assert(Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180, code);
    assert(new Intl.DateTimeFormat("en", { timeZone: timezone }), code);
    assert.equal(timezone, countryTimezone(code, undefined) ?? timezone, code);
  }
});

const NOON = Date.UTC(2026, 0, 15, 12);

Deno.test("clockIn - the time of day of each zone changes with the minute, in either direction", () => {
  const seconds = [0, 59.999, 60, 59, 3_600, -1];
  const clocks = seconds.map((second) => {
    const now = NOON + second * 1_000;
    return [clockIn("Asia/Kolkata", now), clockIn("America/New_York", now)]
      .join(" ");
  });
  assert.equal(
    clocks.join(),
    "17:30 07:00,17:30 07:00,17:31 07:01,17:30 07:00,18:30 08:00,17:29 06:59",
  );
});

Deno.test("clockIn - null for an unknown zone", () => {
  assert.equal(clockIn("Mars/Olympus", NOON), null);
});

Deno.test("withNamesIn - names in Chinese what has a known translation", () => {
  const cases: [Partial<Facts>, ...names: (string | undefined)[]][] = [
    [{ countryCode: "CN", regionCode: "JS" }, "中国", "江苏省", "苏州"],
    [{ countryCode: "CN", regionCode: "BJ" }, "中国", "北京市", "Suzhou"],
    [{ countryCode: "CN" }, "中国", "Jiangsu", "Suzhou"],
    [{ countryCode: "DE", regionCode: "BE" }, "德国", "柏林", "Suzhou"],
    [{ countryCode: "DE", city: "Berlin" }, "德国", "Jiangsu", "柏林"],
    [{}, undefined, "Jiangsu", "Suzhou"],
  ];
  for (const [place, ...names] of cases) {
    const facts = { region: "Jiangsu", city: "Suzhou", ...place };
    const { country, region, city } = withNamesIn("zh", facts);
    assert.deepEqual([country, region, city], names);
    assert.equal(withNamesIn("en", facts), facts);
  }
  const others = { continentCode: "AS", asnOrg: "China Telecom", isp: "X" };
  assert.deepEqual(withNamesIn("zh", { countryCode: "CN", ...others }), {
    ...{ countryCode: "CN", country: "中国", continentCode: "AS" },
    ...{ continent: "亚洲", region: undefined, city: undefined },
    ...{ asnOrg: "中国电信", isp: "X" },
  });
});
