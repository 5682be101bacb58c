import assert from "node:assert/strict";
import { withCountry } from "../../../../lib/data/places/countries.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import { type IpAddress, parseIp } from "../../../../lib/net/ip_address.ts";
import {
  GeoFileSource,
  RegionalSource,
} from "../../../../lib/ipinfo/sources/geo_tables.ts";
import { type MmdbEntry, writeMmdb } from "../../../support/mmdb.ts";
import { openRegionalFile } from "../../../../lib/data/regional/regional_file.ts";
import { IPDB_V4, writeIpdb } from "../../../support/ipdb.ts";
import { writeXdb } from "../../../support/xdb.ts";

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

function sourceOf(type: string, entries: readonly MmdbEntry[]) {
  const bytes = writeMmdb(entries, { type, buildEpoch: 1_780_000_000 });
  return new GeoFileSource(MmdbFile.open(bytes), withCountry);
}

Deno.test("GeoFileSource - returns the completed facts of a record, as the same object each time", () => {
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

Deno.test("GeoFileSource - returns flags as evidence with the date of the file", () => {
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
        detail: {
          code: "trait-claimed",
          params: { speaker: "database", trait: "hosting" },
        },
      },
      {
        ...said,
        kind: "vpn",
        weight: -40,
        detail: {
          code: "trait-denied",
          params: { speaker: "database", trait: "vpn" },
        },
      },
    ],
  });
});

Deno.test("GeoFileSource - has no findings for IPv6 in an IPv4 file, unknown addresses, and records without a place", () => {
  const source = sourceOf("x", [["0", { country: { iso_code: "FR" } }], [
    "11000",
    { country: { iso_code: "FR" } },
  ]]);
  for (const text of ["2a00::1", "200.0.0.1", "192.31.196.1"]) {
    assert.deepEqual(source.lookup(ip(text)), { facts: {} }, text);
  }
  assert.equal(source.lookup(ip("192.31.197.1")).facts.countryCode, "FR");
});

Deno.test("RegionalSource - returns the region and the facts of its country, as the same object each time", () => {
  const source = new RegionalSource(openRegionalFile(writeXdb([
    ["1.0.1.0", "1.0.3.255", "中国|广东省|深圳市|电信|CN"],
    ["1.1.0.0", "1.1.0.255", "中国|香港|0|电讯盈科|HK"],
  ])));
  assert.equal(source.name, "regional:xdb-v4");
  assert.equal(source.kind, "regional");
  const findings = source.lookup(ip("1.0.2.1"));
  assert.deepEqual(findings, {
    facts: {
      country: "China",
      countryCode: "CN",
      continent: "Asia",
      continentCode: "AS",
      timezone: "Asia/Shanghai",
      region: "Guangdong",
      regionCode: "GD",
      city: "Shenzhen",
      isp: "China Telecom",
    },
  });
  assert.equal(source.lookup(ip("1.0.3.9")), findings);
  assert.deepEqual(source.lookup(ip("1.1.0.9")), {
    facts: {
      country: "Hong Kong",
      countryCode: "HK",
      continent: "Asia",
      continentCode: "AS",
      timezone: "Asia/Hong_Kong",
      isp: "PCCW",
    },
  });
});

Deno.test("RegionalSource - has no findings for unknown addresses, and records without a place", () => {
  const china = ["中国", "北京", "北京", "", "", "电信", "CN"];
  const source = new RegionalSource(openRegionalFile(writeIpdb([
    [IPDB_V4 + "0", ["局域网", "", "", "", "", "局域网", ""]],
    [IPDB_V4 + "110", china],
  ])));
  for (const text of ["1.2.3.4", "130.0.0.1", "2a00::1", "192.31.196.1"]) {
    assert.deepEqual(source.lookup(ip(text)), { facts: {} }, text);
  }
  assert.equal(source.lookup(ip("192.31.197.1")).facts.region, "Beijing");
});
