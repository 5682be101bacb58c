import assert from "node:assert/strict";
import { GeoDatabase } from "../../../../lib/data/geo_database.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import { CountryVote } from "../../../../lib/ipinfo/sources/country_vote.ts";
import { OpenGeoSource } from "../../../../lib/ipinfo/sources/open_geo.ts";
import { type MmdbValue, writeMmdb } from "../../../support/mmdb.ts";

Deno.test("OpenGeoSource - is pending for a family until its file is loaded", async () => {
  const later = Promise.withResolvers<MmdbFile>();
  const four = MmdbFile.open(writeMmdb([["0", { country_code: "FR" }]]));
  const geo = new GeoDatabase({
    v4: () => Promise.resolve(four),
    v6: () => later.promise,
  });
  await geo.loaded(4);
  const source = new OpenGeoSource(geo);
  const v4 = ipv4FromValue(0x01020304);
  const v6 = ipv6FromWords([0x2a000001, 0, 0, 1]);
  assert.equal(source.pending(v4), undefined);
  assert.deepEqual(source.lookup(v4).facts, { countryCode: "FR" });
  const pending = source.pending(v6);
  assert(pending);
  later.resolve(MmdbFile.open(
    writeMmdb([["001", { country_code: "DE" }]], { ipVersion: 6 }),
  ));
  await pending;
  assert.equal(source.pending(v6), undefined);
  assert.deepEqual(source.lookup(v6).facts, { countryCode: "DE" });
});

Deno.test("OpenGeoSource - has no findings for an address without a location", async () => {
  const file = MmdbFile.open(
    writeMmdb([["0", { country_code: "FR" }]], { ipVersion: 6 }),
  );
  const geo = new GeoDatabase({
    v4: () => Promise.resolve(file),
    v6: () => Promise.resolve(file),
  });
  await Promise.all([geo.loaded(4), geo.loaded(6)]);
  const source = new OpenGeoSource(geo);
  const at = (first: number) =>
    source.lookup(ipv6FromWords([first, 0, 0, 1])).facts;
  assert.deepEqual(at(0x20000000), {});
  assert.deepEqual(at(0x20010020), {});
  assert.deepEqual(at(0x2a000001), { countryCode: "FR" });
  assert.deepEqual(source.lookup(ipv4FromValue(0xc01fc401)).facts, {});
  assert.deepEqual(source.lookup(ipv4FromValue(0xc01fc501)).facts, {
    countryCode: "FR",
  });
});

const ADDRESS = ipv4FromValue(0x01020304);

/** A source whose database has one record. */
async function voted(
  record: MmdbValue,
  { registered, system, org = "Example Telecom" }: {
    registered?: string;
    system?: string;
    org?: string;
  },
) {
  const file = MmdbFile.open(writeMmdb([["0", record]]));
  const open = () => Promise.resolve(file);
  const geo = new GeoDatabase({ v4: open, v6: open });
  await geo.loaded(4);
  const vote = new CountryVote({
    countries: { ofAddress: () => registered, ofAsn: () => system },
    table: {
      asnOf: () => 64500,
      findRow: () => 7,
      system: () => ({ asn: 64500, org }),
      systemCount: 9,
      systemIndex: () => 8,
    },
  });
  return new OpenGeoSource(geo, vote).lookup(ADDRESS);
}

const PARIS = {
  country_code: "FR",
  city: "Paris",
  latitude: 48.9,
  longitude: 2.4,
};

Deno.test("OpenGeoSource - is outvoted by two registrations, and keeps nothing of the place", async () => {
  const { facts, countries } = await voted(PARIS, {
    registered: "CH",
    system: "CH",
  });
  assert.deepEqual(facts, {
    countryCode: "CH",
    country: "Switzerland",
    continent: "Europe",
    continentCode: "EU",
    timezone: "Europe/Zurich",
  });
  assert.deepEqual(countries?.(), ["FR", "CH", "CH"]);
});

Deno.test("OpenGeoSource - is outvoted only by registrations that agree and count", async () => {
  const cases = [
    [PARIS, { registered: "CH", system: "DE" }, "FR"],
    [PARIS, { registered: "CH" }, "FR"],
    [PARIS, { system: "CH" }, "FR"],
    // Registrations of a host tell where the company is.
    [PARIS, { registered: "CH", system: "CH", org: "Example Hosting" }, "FR"],
    // France registers for its territories, and a neighbour for Kosovo.
    [{ country_code: "RE" }, { registered: "FR", system: "FR" }, "RE"],
    [{ country_code: "XK" }, { registered: "RS", system: "RS" }, "XK"],
    [{ country_code: "FR" }, { registered: "RE", system: "RE" }, "RE"],
    // The database knows nothing.
    [{ city: "" }, { registered: "CH" }, "CH"],
    [{ city: "" }, { system: "CH" }, undefined],
  ] as const;
  for (const [record, says, expected] of cases) {
    const { facts } = await voted(record, says);
    assert.equal(facts.countryCode, expected, JSON.stringify([record, says]));
    assert.equal(
      facts.city,
      record === PARIS && expected === "FR" ? "Paris" : undefined,
    );
  }
});
