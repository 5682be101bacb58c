import assert from "node:assert/strict";
import {
  echoipRecord,
  echoipView,
  userAgentParts,
} from "../../../../lib/ipinfo/records/echoip.ts";
import { profileOf } from "../../../support/profile.ts";
import samples from "./echoip.json" with { type: "json" };

/**
 * As echoip's own tests expect `/json` (mpolden/echoip, http/http_test.go),
 * without `metro_code`, which no source here knows.
 */
const RECORDED =
  `{"ip":"127.0.0.1","ip_decimal":2130706433,"country":"Elbonia","country_iso":"EB","country_eu":false,"region_name":"North Elbonia","region_code":"1234","zip_code":"1234","city":"Bornyasherk","latitude":63.416667,"longitude":10.416667,"time_zone":"Europe/Bornyasherk","asn":"AS59795","asn_org":"Hosting4Real","hostname":"localhost","user_agent":{"product":"curl","version":"7.2.6.0","raw_value":"curl/7.2.6.0"}}`;

const jsonOf = (...parameters: Parameters<typeof echoipView>) =>
  JSON.stringify(echoipView(...parameters));

Deno.test("echoipView - has the keys of echoip in its order", () => {
  const profile = profileOf("127.0.0.1", samples.facts);
  assert.equal(jsonOf(profile, "curl/7.2.6.0"), RECORDED);
  echoipRecord.parse(JSON.parse(RECORDED));
});

// Its TestDisabledHandlers.
Deno.test("echoipView - leaves out what is unknown", () => {
  const known = '{"ip":"127.0.0.1","ip_decimal":2130706433}';
  for (const agent of [null, ""]) {
    assert.equal(jsonOf(profileOf("127.0.0.1"), agent), known);
  }
});

Deno.test("echoipView - has all digits of an IPv6 address", () => {
  const decimal = "42540766411282592856903984951653826561";
  const expected = `{"ip":"2001:db8::1","ip_decimal":${decimal}}`;
  assert.equal(jsonOf(profileOf("2001:db8::1"), null), expected);
});

Deno.test("echoipView - knows the European Union, and names places in Chinese", () => {
  const inUnion = (countryCode: string) =>
    echoipView(profileOf("192.0.2.1", { countryCode }), null).country_eu;
  const codes = ["DE", "HR", "RE", "AX", "GB", "CH", "NO", "PF", "SX"];
  assert.deepEqual(codes.map(inUnion), codes.map((_, i) => i < 4));
  const facts = { countryCode: "DE", country: "Germany" };
  const record = echoipView(profileOf("192.0.2.1", facts), null, "zh");
  assert.deepEqual([record.country, record.country_iso], ["德国", "DE"]);
});

/** The cases of echoip's useragent_test.go, and blanks and slashes in odd places. */
const userAgents = samples.userAgents as [string, Record<string, string>][];

for (const [text, parts] of userAgents) {
  Deno.test(`userAgentParts - splits "${text}" as echoip does`, () => {
    const expected = JSON.stringify({ ...parts, raw_value: text });
    assert.equal(JSON.stringify(userAgentParts(text)), expected);
  });
}
