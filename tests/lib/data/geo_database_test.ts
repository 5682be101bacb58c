import assert from "node:assert/strict";
import {
  databaseInfo,
  GeoDatabase,
  type GeoRecords,
  openGeoFile,
} from "../../../lib/data/geo_database.ts";
import { MmdbFile } from "../../../lib/data/mmdb_file.ts";
import { writeMmdb } from "../../support/mmdb.ts";
import { ip } from "../../support/address.ts";
import { tempFolder } from "../../support/temp_folder.ts";

const four = MmdbFile.open(writeMmdb([["0000", { country_code: "FR" }]]));
const six = MmdbFile.open(
  writeMmdb([["0010", { country_code: "DE" }]], { ipVersion: 6 }),
);

/** A database of these files, unless they are opened otherwise. */
const open = (more?: Partial<Record<"v4" | "v6", () => Promise<GeoRecords>>>) =>
  new GeoDatabase({
    v4: () => Promise.resolve(four),
    v6: () => Promise.resolve(six),
    ...more,
  });

Deno.test("GeoDatabase.lookup - uses the file of each family", async () => {
  const geo = open();
  await Promise.all([geo.loaded(4), geo.loaded(6)]);
  assert.deepEqual(geo.lookup(ip("1.2.3.4")), { countryCode: "FR" });
  assert.deepEqual(geo.lookup(ip("2001:db8::1")), { countryCode: "DE" });
  assert.deepEqual(geo.lookup(ip("200.0.0.1")), {});
});

Deno.test("GeoDatabase.lookup - finds and reads an address once if it is asked about in a row", async () => {
  let [found, read] = [0, 0];
  const counted: GeoRecords = {
    supports: () => true,
    recordId: (ip) => {
      found++;
      return ip.text.startsWith("1.") ? 1 : 2;
    },
    factsOf: () => ({ asn: ++read }),
    countryRuns: () => [],
    recordRuns: () => [],
  };
  const geo = open({ v4: () => Promise.resolve(counted) });
  await geo.loaded(4);
  const address = ip("1.2.3.4");
  assert.deepEqual(geo.lookup(address), { asn: 1 });
  assert.equal(geo.lookup(address), geo.lookup(address));
  assert.deepEqual([found, read], [1, 1]);
  assert.deepEqual(geo.lookup(ip("2.3.4.5")), { asn: 2 });
  assert.deepEqual(geo.lookup(ip("1.9.9.9")), { asn: 3 });
  assert.equal(found, 3);
});

Deno.test("GeoDatabase.lookup - finds IPv4 addresses while IPv6 is loading", async () => {
  const later = Promise.withResolvers<MmdbFile>();
  const geo = open({ v6: () => later.promise });
  await geo.loaded(4);
  assert.equal(geo.isLoaded(4), true);
  assert.equal(geo.isLoaded(6), false);
  assert.deepEqual(geo.lookup(ip("1.2.3.4")), { countryCode: "FR" });
  const six1 = ip("2001:db8::1");
  assert.throws(() => geo.lookup(six1), /IPv6 database is not loaded/);
  later.resolve(six);
  await geo.loaded(6);
  assert.equal(geo.isLoaded(6), true);
  assert.deepEqual(geo.lookup(six1), { countryCode: "DE" });
});

Deno.test("GeoDatabase.loaded - opens a file at the first call, and once", async () => {
  const opened: string[] = [];
  const counted = (name: string, file: MmdbFile) => () => {
    opened.push(name);
    return Promise.resolve(file);
  };
  const geo = open({ v4: counted("v4", four), v6: counted("v6", six) });
  await geo.loaded(4);
  assert.deepEqual(opened, ["v4"]);
  await Promise.all([geo.loaded(6), geo.loaded(6), geo.loaded(4)]);
  assert.deepEqual(opened, ["v4", "v6"]);
});

Deno.test("GeoDatabase.loaded - rejects if the IPv6 file contains only IPv4", async () => {
  const geo = open({ v6: () => Promise.resolve(four) });
  await assert.rejects(geo.loaded(6), /The database contains no IPv6/);
  assert.equal(geo.isLoaded(6), false);
  assert.throws(() => geo.lookup(ip("2001:db8::1")), /is not loaded/);
});

Deno.test("GeoDatabase.loaded - an unreadable file rejects for its family only", async () => {
  const geo = open({ v6: () => Promise.reject(new Error("no such file")) });
  await geo.loaded(4);
  await assert.rejects(geo.loaded(6), /no such file/);
});

Deno.test("GeoDatabase.loaded - tries again only if the process was out of file descriptors", async () => {
  const error = new Error("os error 24");
  const outOfDescriptors = Object.assign(error, { code: "EMFILE" });
  let [damaged, opened] = [0, 0];
  const geo = open({
    v4: () => Promise.reject(new Error(`damaged ${++damaged}`)),
    v6: () =>
      opened++ ? Promise.resolve(six) : Promise.reject(outOfDescriptors),
  });
  await assert.rejects(geo.loaded(6), outOfDescriptors);
  await geo.loaded(6);
  assert.deepEqual(geo.lookup(ip("2001:db8::1")), { countryCode: "DE" });
  await assert.rejects(geo.loaded(4), { message: "damaged 1" });
  await assert.rejects(geo.loaded(4), { message: "damaged 1" });
});

Deno.test("openGeoFile - opens a file, and names the path in its errors", async () => {
  await using folder = await tempFolder();
  const path = `${folder.path}/GeoLite2-City.mmdb`;
  const france = { country: { iso_code: "FR" } };
  const bytes = writeMmdb([["0000", france]], { type: "GeoLite2-City" });
  await Deno.writeFile(path, bytes);
  assert.equal((await openGeoFile(path)).type, "GeoLite2-City");
  await Deno.writeFile(path, bytes.subarray(0, 20));
  const cannot = (what: string) =>
    new RegExp(`^Error: Cannot use the database .*${what}`);
  await assert.rejects(openGeoFile(path), cannot("GeoLite2-City\\.mmdb: ."));
  const none = openGeoFile(`${folder.path}/none.mmdb`);
  await assert.rejects(none, cannot("none\\.mmdb: No such file"));
});

const maxMind = {
  license: "LicenseRef-GeoLite2-EULA",
  attribution: "This product includes GeoLite2 data created by MaxMind",
  url: "https://www.maxmind.com",
};
const dbIp = {
  license: "CC-BY-4.0",
  attribution: "IP Geolocation by DB-IP",
  url: "https://db-ip.com",
};
const ipinfo = {
  license: "CC-BY-SA-4.0",
  attribution: "IP address data powered by IPinfo",
  url: "https://ipinfo.io",
};
const none = { license: "NOASSERTION", attribution: "", url: "" };

const cases = [
  ["GeoLite2-City", maxMind],
  ["GeoLite2-ASN", maxMind],
  ["GeoIP2-City", none],
  ["DBIP-City-Lite", dbIp],
  ["DBIP-Country-Lite (compat=Country)", dbIp],
  ["DBIP-Location-ISP (compat=Enterprise)", none],
  ["ipinfo lite", ipinfo],
  ["IPinfo country_asn.mmdb", ipinfo],
  ["My own GeoLite2", none],
] as const;
for (const [type, terms] of cases) {
  Deno.test(`databaseInfo - the terms of ${type}`, () => {
    const info = databaseInfo({ type, builtAt: 5 });
    assert.deepEqual(info, { name: type, builtAt: 5, ...terms });
  });
}
