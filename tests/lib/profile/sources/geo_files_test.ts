import assert from "node:assert/strict";
import { withCountry } from "../../../../lib/data/countries.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import { type IpAddress, parseIp } from "../../../../lib/net/ip_address.ts";
import { GeoFileSource } from "../../../../lib/profile/sources/geo_files.ts";
import { type MmdbEntry, writeMmdb } from "../../../support/mmdb.ts";

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

function sourceOf(type: string, entries: readonly MmdbEntry[]) {
  const bytes = writeMmdb(entries, { type, buildEpoch: 1_780_000_000 });
  return new GeoFileSource(MmdbFile.open(bytes), withCountry);
}

Deno.test("GeoFileSource - gives the facts of a record, completed, and the same object again", () => {
  const source = sourceOf("GeoLite2-City", [["0000", {
    country: { iso_code: "FR", names: { en: "France" } },
    subdivisions: [{ iso_code: "IDF", names: { en: "Île-de-France" } }],
    city: { names: { en: "Paris" } },
  }]]);
  assert.equal(source.name, "geo-file:GeoLite2-City");
  assert.equal(source.kind, "open");
  const findings = source.lookup(ip("1.2.3.4"));
  assert.deepEqual(findings, {
    facts: {
      country: "France",
      countryCode: "FR",
      continent: "Europe",
      continentCode: "EU",
      timezone: "Europe/Paris",
      region: "Île-de-France",
      regionCode: "IDF",
      city: "Paris",
    },
  });
  assert.equal(source.lookup(ip("2.3.4.5")), findings);
});

Deno.test("GeoFileSource - gives flags as evidence with the date of the file", () => {
  const source = sourceOf("ipinfo privacy", [["0000", {
    hosting: "true",
    vpn: "",
  }]]);
  const said = { source: "geo-file:ipinfo privacy", observedAt: 1.78e12 };
  assert.deepEqual(source.lookup(ip("1.2.3.4")), {
    facts: {},
    evidence: [
      {
        ...said,
        kind: "hosting",
        weight: 75,
        detail: "a database calls it a hosting network",
      },
      {
        ...said,
        kind: "vpn",
        weight: -40,
        detail: "a database says it is not a VPN",
      },
    ],
  });
});

Deno.test("GeoFileSource - says nothing of IPv6 in a file of IPv4, of the unknown, and of places that are none", () => {
  const source = sourceOf("x", [["0", { country: { iso_code: "FR" } }], [
    "11000",
    { country: { iso_code: "FR" } },
  ]]);
  for (const text of ["2a00::1", "200.0.0.1", "192.31.196.1"]) {
    assert.deepEqual(source.lookup(ip(text)), { facts: {} }, text);
  }
  assert.equal(source.lookup(ip("192.31.197.1")).facts.countryCode, "FR");
});
