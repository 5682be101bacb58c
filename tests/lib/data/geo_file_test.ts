import assert from "node:assert/strict";
import fc from "fast-check";
import {
  databaseInfo,
  GeoFile,
  openGeoFile,
} from "../../../lib/data/geo_file.ts";
import { factsOfRecord } from "../../../lib/data/records/geo_record.ts";
import { MmdbFile } from "../../../lib/data/mmdb_file.ts";
import { type IpAddress, parseIp } from "../../../lib/net/ip_address.ts";
import { writeMmdb } from "../../support/mmdb.ts";

function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

const france = { country: { iso_code: "FR" } };
const geoLite2 = {
  country: { iso_code: "US", names: { en: "United States" } },
  subdivisions: [{ iso_code: "CA", names: { en: "California" } }],
  city: { names: { en: "Mountain View" } },
  location: { latitude: 37.4, longitude: -122.1, time_zone: "X/Y" },
};

Deno.test("GeoFile.lookup - decodes each record once", () => {
  const records: unknown[] = [];
  const file = new GeoFile(
    MmdbFile.open(writeMmdb([["0000", france]])),
    (record) => ({ count: records.push(record) }),
  );
  const made = file.lookup(ip("1.2.3.4"));
  assert.deepEqual(made, { count: 1 });
  assert.equal(file.lookup(ip("2.3.4.5")), made);
  assert.deepEqual(records, [france]);
});

Deno.test("GeoFile.lookup - undefined without a record, and for IPv6 in an IPv4 file", () => {
  const four = new GeoFile(
    MmdbFile.open(writeMmdb([["0000", france]])),
    (record) => record,
  );
  assert.equal(four.lookup(ip("200.0.0.1")), undefined);
  assert.equal(four.lookup(ip("2001:db8::1")), undefined);
});

Deno.test("GeoFile.lookup - finds both families in an IPv6 file", () => {
  const six = new GeoFile(
    MmdbFile.open(writeMmdb([
      ["0".repeat(96) + "0000", france],
      ["0010", { country: { iso_code: "DE" } }],
    ], { ipVersion: 6 })),
    (record) => record,
  );
  assert.deepEqual(six.lookup(ip("1.2.3.4")), france);
  assert.deepEqual(six.lookup(ip("2001:db8::1")), {
    country: { iso_code: "DE" },
  });
});

Deno.test("openGeoFile - opens a file, and names the path in its errors", async () => {
  const folder = await Deno.makeTempDir();
  try {
    const path = `${folder}/GeoLite2-City.mmdb`;
    const bytes = writeMmdb([["0000", france]], { type: "GeoLite2-City" });
    await Deno.writeFile(path, bytes);
    assert.equal((await openGeoFile(path)).type, "GeoLite2-City");
    await Deno.writeFile(path, bytes.subarray(0, 20));
    await assert.rejects(
      openGeoFile(path),
      /^Error: Cannot use the database .*GeoLite2-City\.mmdb: ./,
    );
    await assert.rejects(
      openGeoFile(`${folder}/none.mmdb`),
      /^Error: Cannot use the database .*none\.mmdb: No such file/,
    );
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

const maxMind = {
  licence: "LicenseRef-GeoLite2-EULA",
  attribution: "This product includes GeoLite2 data created by MaxMind",
  url: "https://www.maxmind.com",
};
const dbIp = {
  licence: "CC-BY-4.0",
  attribution: "IP Geolocation by DB-IP",
  url: "https://db-ip.com",
};
const ipinfo = {
  licence: "CC-BY-SA-4.0",
  attribution: "IP address data powered by IPinfo",
  url: "https://ipinfo.io",
};
const none = { licence: "NOASSERTION", attribution: "", url: "" };

for (
  const [type, terms] of [
    ["GeoLite2-City", maxMind],
    ["GeoLite2-ASN", maxMind],
    ["GeoIP2-City", none],
    ["DBIP-City-Lite", dbIp],
    ["DBIP-Country-Lite (compat=Country)", dbIp],
    ["DBIP-Location-ISP (compat=Enterprise)", none],
    ["ipinfo lite", ipinfo],
    ["IPinfo country_asn.mmdb", ipinfo],
    ["My own GeoLite2", none],
  ] as const
) {
  Deno.test(`databaseInfo - the terms of ${type}`, () => {
    assert.deepEqual(databaseInfo({ type, builtAt: 5 }), {
      name: type,
      builtAt: 5,
      ...terms,
    });
  });
}

Deno.test("GeoFile.lookup - at worst throws on a damaged file", () => {
  const whole = writeMmdb([["0000", geoLite2], ["0010", france]]);
  const flips = fc.array(
    fc.tuple(fc.nat(whole.length - 1), fc.nat(255)),
    { maxLength: 6 },
  );
  const cut = fc.option(fc.nat(whole.length), { nil: whole.length });
  fc.assert(
    fc.property(flips, cut, (flips, length) => {
      const bytes = whole.slice(0, length);
      for (const [at, value] of flips) if (at < length) bytes[at] = value;
      try {
        const file = new GeoFile(MmdbFile.open(bytes), factsOfRecord);
        for (const text of ["1.2.3.4", "32.0.0.1", "255.0.0.1", "2a00::1"]) {
          const facts = file.lookup(ip(text)) ?? {};
          for (const value of Object.values(facts)) {
            assert(typeof value === "number" || value.length <= 200);
          }
        }
      } catch (error) {
        assert(error instanceof Error);
        assert.notEqual(error.name, "AssertionError", error.message);
      }
    }),
    { numRuns: 300 },
  );
});
