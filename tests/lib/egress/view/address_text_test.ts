import fc from "fast-check";
import assert from "node:assert/strict";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import { isBogon } from "../../../../lib/net/special_blocks.ts";
import {
  flagOf,
  isPublicAddress,
  networkText,
  ownerText,
  placeOf as placeOfRow,
  placeText,
} from "../../../../lib/egress/view/address_text.ts";
import { egressTexts } from "../../../../lib/egress/view/texts.ts";
import { placeOf, V4, V6 } from "./reports.ts";
import samples from "./address_text.json" with { type: "json" };

Deno.test("isPublicAddress - distinguishes public and reserved addresses", () => {
  for (const [ip, isPublic] of samples.addresses) {
    assert.equal(isPublicAddress(String(ip)), isPublic, String(ip));
  }
});

Deno.test("isPublicAddress - accepts every public IPv4 address", () => {
  fc.assert(fc.property(fc.ipV4(), (ip) => {
    const parsed = parseIp(ip);
    assert(parsed !== null);
    assert(isBogon(parsed) || isPublicAddress(ip), ip);
  }));
});

const { en } = egressTexts;

Deno.test("placeText - names the city or region and the country", () => {
  const cases: [Parameters<typeof placeOf>[1], string | null][] = [
    [{}, "Falkenstein, Germany"],
    [{ city: null }, "Saxony, Germany"],
    [{ city: null, region: null }, "Germany"],
    [{ city: "Singapore", country: "Singapore" }, "Singapore"],
    [{ city: null, region: null, country: null }, null],
    [{ city: "", region: "", country: "" }, null],
  ];
  for (const [known, text] of cases) {
    assert.equal(placeText(placeOf(V4, known), en), text);
  }
});

Deno.test("networkText - names the AS and its organization", () => {
  const cases: [Parameters<typeof placeOf>[1], string | null][] = [
    [{}, "AS24940 Hetzner Online GmbH"],
    [{ organization: null }, "AS24940"],
    [{ asn: null }, "Hetzner Online GmbH"],
    [{ asn: null, organization: null }, null],
    [{ isRegistered: true }, "AS24940 Hetzner Online GmbH by registration"],
  ];
  for (const [known, text] of cases) {
    assert.equal(networkText(placeOf(V4, known), en), text);
  }
  const registered = placeOf(V6, { isRegistered: true });
  const text = "AS24940 Hetzner Online GmbH（登记信息）";
  assert.equal(networkText(registered, egressTexts.zh), text);
});

Deno.test("ownerText - says of a network that it is only registered", () => {
  const places = { [V6]: placeOf(V6, { isRegistered: true }) };
  const owner = "Hetzner Online GmbH by registration, Germany";
  assert.equal(ownerText({ places }, V6, en), owner);
});

Deno.test("flagOf - returns the country's flag, or an empty string", () => {
  const cases: [string | null, string][] = [
    ["DE", "de"],
    ["ZW", "zw"],
    ["de", ""],
    ["DEU", ""],
    [null, ""],
  ];
  for (const [countryCode, flag] of cases) {
    assert.equal(flagOf(placeOf(V4, { countryCode })), flag);
  }
});

Deno.test("placeOf - has no place in a country that is uncertain", () => {
  const geo = {
    country: "Poland",
    country_code: "PL",
    region_name: "Mazovia",
    city: "Warsaw",
    latitude: 52.2,
    longitude: 21,
  };
  const network = { org: "", asn: 15169, as_org: "Google LLC" };
  const of = (uncertain_country: string | null) =>
    placeOfRow({ ip: "2a00:1450::1", geo, network }, {
      kind: "hosting",
      tunnel: null,
      public_dns: null,
      is_country_sure: false,
      is_registered: true,
      unchecked: ["tor"],
      uncertain_country,
    });
  const place = of("Poland or Ireland");
  assert.equal(place.country, "Poland or Ireland");
  assert.deepEqual([place.countryCode, place.region], [null, null]);
  assert.equal(place.city, null);
  assert.deepEqual([place.latitude, place.longitude], [null, null]);
  const { city: certain, isRegistered, unchecked } = of(null);
  assert.deepEqual([certain, isRegistered], ["Warsaw", true]);
  assert.deepEqual(unchecked, ["tor"]);
});
