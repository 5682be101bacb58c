import assert from "node:assert/strict";
import fc from "fast-check";
import { withCountry } from "../../../../lib/data/places/countries.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import {
  GeoFileSource,
  OpenGeoSource,
  PlaceListSource,
  RegionalSource,
} from "../../../../lib/ipinfo/sources/geo_tables.ts";
import {
  type MmdbEntry,
  type MmdbValue,
  writeMmdb,
} from "../../../support/mmdb.ts";
import { openRegionalFile } from "../../../../lib/data/regional/regional_file.ts";
import { IPDB_V4, writeIpdb } from "../../../support/ipdb.ts";
import { writeXdb } from "../../../support/xdb.ts";
import { GeoDatabase } from "../../../../lib/data/geo_database.ts";
import type { RegisteredBlock } from "../../../../lib/data/networks/registered_countries.ts";
import { CountryVote } from "../../../../lib/ipinfo/sources/country_vote.ts";
import { withoutEmpty } from "../../../../lib/ipinfo/merge.ts";
import {
  parseGeofeedRow,
  PlacedBlocks,
} from "../../../../lib/data/feeds/geofeed.ts";
import { createPlaceCompletion } from "../../../../lib/data/places/place_facts.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { ip } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import { claimed, denied, stated } from "../../../support/evidence.ts";
import { asnTable } from "../../../support/asn_table.ts";
import samples from "./geo_tables.json" with { type: "json" };

const EUROPE = { continent: "Europe", continentCode: "EU" };
const france = { country: { iso_code: "FR" } };

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
      ...{ ...EUROPE, country: "France", countryCode: "FR" },
      ...{ timezone: "Europe/Paris", city: "Paris" },
      ...{ region: "Île-de-France", regionCode: "IDF" },
    },
  });
  assert.equal(source.lookup(ip("2.3.4.5")), findings);
});

Deno.test("GeoFileSource - returns flags as evidence with the date of the file", () => {
  const flags = { hosting: "true", vpn: "" };
  const source = sourceOf("ipinfo privacy", [["0000", flags]]);
  const name = "geo-file:ipinfo privacy";
  assert.deepEqual(source.lookup(ip("1.2.3.4")), {
    facts: {},
    evidence: [
      stated(name, "hosting", 75, claimed("database", "hosting"), 1.78e12),
      stated(name, "vpn", -40, denied("database", "vpn"), 1.78e12),
    ],
  });
});

Deno.test("GeoFileSource - has no findings for IPv6 in an IPv4 file, unknown addresses, and records without a place", () => {
  const source = sourceOf("x", [["0", france], ["11000", france]]);
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
  assert.deepEqual(findings, samples.regional);
  assert.equal(source.lookup(ip("1.0.3.9")), findings);
  assert.deepEqual(source.lookup(ip("1.1.0.9")), {
    facts: {
      ...{ country: "Hong Kong", countryCode: "HK", isp: "PCCW" },
      ...{ continent: "Asia", continentCode: "AS" },
      timezone: "Asia/Hong_Kong",
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

const geoLite2 = {
  country: { iso_code: "US", names: { en: "United States" } },
  subdivisions: [{ iso_code: "CA", names: { en: "California" } }],
  city: { names: { en: "Mountain View" } },
  location: { latitude: 37.4, longitude: -122.1, time_zone: "X/Y" },
};

Deno.test("GeoFileSource - finds both families in an IPv6 file, and decodes each record once", () => {
  const source = new GeoFileSource(
    MmdbFile.open(writeMmdb([
      ["0".repeat(96) + "0000", france],
      ["0010", { country: { iso_code: "DE" } }],
    ], { ipVersion: 6 })),
    (facts) => facts,
  );
  const found = source.lookup(ip("1.2.3.4"));
  assert.deepEqual(found, { facts: { countryCode: "FR" } });
  assert.equal(source.lookup(ip("2.3.4.5")), found);
  assert.deepEqual(source.lookup(ip("2a00::1")).facts, { countryCode: "DE" });
});

Deno.test("GeoFileSource - at worst throws on a damaged file", () => {
  const whole = writeMmdb([["0000", geoLite2], ["0010", france]]);
  const flips = fc.array(
    fc.tuple(fc.nat(whole.length - 1), fc.nat(255)),
    { maxLength: 6 },
  );
  const cut = fc.option(fc.nat(whole.length), { nil: whole.length });
  forAll([flips, cut], (flips, length) => {
    const bytes = whole.slice(0, length);
    for (const [at, value] of flips) if (at < length) bytes[at] = value;
    try {
      const file = new GeoFileSource(MmdbFile.open(bytes), (facts) => facts);
      for (const text of ["1.2.3.4", "32.0.0.1", "255.0.0.1", "2a00::1"]) {
        const { facts } = file.lookup(ip(text));
        for (const value of Object.values(facts)) {
          assert(typeof value === "number" || value.length <= 200);
        }
      }
    } catch (error) {
      assert(error instanceof Error);
      assert.notEqual(error.name, "AssertionError", error.message);
    }
  }, { numRuns: 300 });
});

const fileOf = (record: MmdbValue, bits = "0") =>
  MmdbFile.open(writeMmdb([[bits, record]], { ipVersion: 6 }));

/** A database that is the same file for both families. */
async function loaded(file: MmdbFile) {
  const open = () => Promise.resolve(file);
  const geo = new GeoDatabase({ v4: open, v6: open });
  await Promise.all([geo.loaded(4), geo.loaded(6)]);
  return geo;
}

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
  later.resolve(fileOf({ country_code: "DE" }, "001"));
  await pending;
  assert.equal(source.pending(v6), undefined);
  assert.deepEqual(source.lookup(v6).facts, { countryCode: "DE" });
});

Deno.test("OpenGeoSource - has no findings for an address without a location", async () => {
  const file = fileOf({ country_code: "FR" });
  const source = new OpenGeoSource(await loaded(file));
  const countryOf = (text: string) => source.lookup(ip(text)).facts;
  for (const text of ["2000::1", "2001:20::1", "192.31.196.1"]) {
    assert.deepEqual(countryOf(text), {}, text);
  }
  assert.deepEqual(countryOf("2a00:1::1"), { countryCode: "FR" });
  assert.deepEqual(countryOf("192.31.197.1"), { countryCode: "FR" });
});

const ADDRESS = ipv4FromValue(0x01020304);

/** The block from 2a03:: to the end of a /64. */
const blockTo = (...end: [number, number]): RegisteredBlock => ({
  start: [0x2a030000, 0],
  end,
});
const WHOLE = blockTo(0x2a03ffff, 0xffff_ffff);

interface Network {
  org?: string;
  address?: IpAddress;
  isByBlock?: boolean;
  block?: RegisteredBlock;
}

/**
 * What a source says whose database has one record.
 *
 * The countries of the address's registration, of the system and of IPFire are
 * in words, `_` for none. Without the last, IPFire's database is not loaded.
 */
async function voted(
  record: MmdbValue,
  said: string,
  {
    org = "Example Telecom",
    address = ADDRESS,
    isByBlock = false,
    block = WHOLE,
  }: Network,
) {
  const [registered, system, ipfire] = said.split(" ")
    .map((country) => () => country === "_" ? undefined : country);
  const geo = await loaded(fileOf(record));
  const blockOf = () => block;
  const vote = new CountryVote({
    geo,
    countries: {
      ofAddress: registered,
      ofAsn: system,
      ...isByBlock && { blockOf },
    },
    ipfire: ipfire ? [{ ofAddress: ipfire, blockOf }] : [],
    table: {
      asnOf: () => 64500,
      findRow: () => 7,
      system: () => ({ asn: 64500, org }),
      systemCount: 9,
      systemIndex: () => 8,
    },
  });
  const found = new OpenGeoSource(geo, vote).lookup(address);
  const words = found.countries?.().map((country) => country ?? "_");
  return { facts: found.facts, countries: words?.join(" ") };
}

const point = { latitude: 48.9, longitude: 2.4 };
const PARIS = { country_code: "FR", city: "Paris", ...point };
/** In blocks of APNIC, RIPE and ARIN. */
const RIPE = ipv4FromValue(0x05020304);
const ARIN = ipv4FromValue(0x08020304);
const HOST = { org: "Example Hosting", address: RIPE };
const IN_ARIN = { ...HOST, address: ARIN };
const HOST6 = { ...HOST, address: ipv6FromWords([0x2a030000, 0, 0, 1]) };
const BY_BLOCK = { ...HOST6, isByBlock: true };
const TELECOM6 = { address: HOST6.address, isByBlock: true };
const HALF = blockTo(0x2a030000, 0x7fff_ffff);
const REST = blockTo(0x2a030000, 0xfffe_ffff);
const SLASH32 = blockTo(0x2a030000, 0xffff_ffff);
const LONGER = blockTo(0x2a030001, 0x0000_ffff);

Deno.test("OpenGeoSource - is outvoted by two registrations, and keeps nothing of the place", async () => {
  const { facts, countries } = await voted(PARIS, "CH CH DE", {});
  const country = { countryCode: "CH", country: "Switzerland" };
  const timezone = "Europe/Zurich";
  assert.deepEqual(facts, { ...EUROPE, ...country, timezone });
  assert.equal(countries, "FR CH CH DE");
});

const votes: [what: string, [Network, said: string, countries: string][]][] = [
  [
    "in IPv4, the country of a host's company contradicts no registration of its addresses",
    [
      [HOST, "FR US", "FR FR _ _"],
      [HOST, "DE FR", "FR DE _ _"],
      [HOST, "US US", "FR US US _"],
      [HOST, "_ US", "FR _ US _"],
      [HOST6, "FR US", "FR FR US _"],
      [{}, "FR US", "FR FR US _"],
    ],
  ],
  [
    "in IPv6, a system contradicts nobody about a block narrower than a /32 if database and registration agree",
    [
      [{ ...TELECOM6, block: HALF }, "FR US", "FR FR _ _"],
      [{ ...TELECOM6, block: HALF }, "FR FR", "FR FR FR _"],
      [{ ...TELECOM6, block: HALF }, "DE US", "FR DE US _"],
      [{ ...TELECOM6, block: HALF }, "_ US", "FR _ US _"],
      // What is left of a /32 is none.
      [{ ...TELECOM6, block: REST }, "FR US", "FR FR US _"],
      [{ ...TELECOM6, block: SLASH32 }, "FR US", "FR FR US _"],
      [{ ...TELECOM6, block: LONGER }, "FR US", "FR FR US _"],
      // The registries' own files only have allocations.
      [{ address: HOST6.address, block: HALF }, "FR US", "FR FR US _"],
    ],
  ],
  [
    "where the system doesn't count, IPFire's country doesn't either if it is the system's",
    [
      [HOST, "FR US US", "FR FR _ _"],
      [HOST, "FR US DE", "FR FR _ DE"],
      [HOST, "FR US FR", "FR FR _ FR"],
      [HOST, "DE FR FR", "FR DE _ _"],
      [HOST, "FR FR FR", "FR FR FR FR"],
      [HOST, "_ US US", "FR _ US US"],
      [{ ...BY_BLOCK, block: HALF }, "FR US US", "FR FR _ _"],
      [{ ...BY_BLOCK, block: HALF }, "DE US US", "FR DE US US"],
      [{}, "FR US US", "FR FR US US"],
    ],
  ],
];

for (const [what, cases] of votes) {
  Deno.test(`OpenGeoSource - ${what}`, async () => {
    for (const [network, said, expected] of cases) {
      const { countries } = await voted(PARIS, said, network);
      assert.equal(countries, expected, JSON.stringify([network, said]));
    }
  });
}

const UNIVERSITY = { org: "Example University" };
const PARAGUAY = { country_code: "PY" };
const UNKNOWN = { city: "" };

Deno.test("OpenGeoSource - is outvoted only by registrations that agree and count", async () => {
  const cases: [MmdbValue, Network, said: string, country?: string][] = [
    [PARIS, {}, "CH CH", "CH"],
    // Latin American carriers use their addresses in neighboring countries.
    [PARAGUAY, {}, "AR AR", "PY"],
    [PARAGUAY, {}, "AR AR AR", "AR"],
    [PARAGUAY, {}, "US US", "US"],
    // Some networks of education are used all over the world.
    [PARIS, UNIVERSITY, "CH CH", "FR"],
    [PARIS, {}, "CH CH _", "CH"],
    [PARIS, {}, "CH CH CH", "CH"],
    // Not where IPFire agrees with the database.
    [PARIS, {}, "CH CH FR", "FR"],
    [PARIS, {}, "CH DE CH", "FR"],
    [PARIS, {}, "CH _ CH", "FR"],
    [PARIS, {}, "_ CH CH", "FR"],
    // France registers for its territories, and a neighbor for Kosovo.
    [{ country_code: "RE" }, {}, "FR FR _", "RE"],
    [{ country_code: "XK" }, {}, "RS RS _", "XK"],
    [{ country_code: "FR" }, {}, "RE RE _", "RE"],
    // The database knows nothing.
    [UNKNOWN, {}, "CH _", "CH"],
    [UNKNOWN, {}, "CH _ DE", "DE"],
    [UNKNOWN, {}, "CH _ _", "CH"],
    [UNKNOWN, {}, "_ CH"],
    // Registrations of a host tell where the company is.
    [PARIS, HOST, "CH CH _", "FR"],
    [PARIS, HOST, "CH CH", "FR"],
    // IPFire knows more than the company's country.
    [PARIS, HOST, "NL US NL", "NL"],
    [PARIS, HOST, "NL NL NL", "NL"],
    [PARIS, HOST, "DE US NL", "FR"],
    [PARIS, HOST, "_ US NL", "FR"],
    [PARIS, HOST, "FR US NL", "FR"],
    // The database has the country of the company.
    [PARIS, HOST, "NL FR NL", "FR"],
    // A country outside of the registry's region is that of whoever rents it.
    [PARIS, IN_ARIN, "NL US NL", "FR"],
    // In IPv6, hosts register their blocks where they use them.
    [PARIS, HOST6, "NL FR NL", "NL"],
    [PARIS, HOST6, "DE FR NL", "NL"],
    [PARIS, HOST6, "FR US NL", "FR"],
    [PARIS, HOST6, "NL FR FR", "FR"],
    [PARIS, BY_BLOCK, "NL _", "NL"],
    // The registries' own files have the country of the company.
    [PARIS, HOST6, "NL NL", "FR"],
  ];
  for (const [record, network, said, expected] of cases) {
    const { facts: { countryCode, city } } = await voted(record, said, network);
    const inParis = record === PARIS && expected === "FR" ? "Paris" : undefined;
    const what = JSON.stringify([record, network, said]);
    assert.deepEqual([countryCode, city], [expected, inParis], what);
  }
});

/** 172.224.0.0/16 is announced by AS64500. */
const table = await asnTable("2900361216,2900426751,64500,Holder\n");

function source(networks?: ReadonlySet<number>) {
  const rows = [
    "172.224.226.0/27,GB,GB-EN,London,",
    "172.224.226.32/27,,,,",
    "9.9.9.0/24,DE,,Bonn,",
    "192.88.99.0/24,US,,,",
  ];
  const blocks = new PlacedBlocks();
  for (const row of rows) blocks.add(parseGeofeedRow(row.split(","))!);
  const { bytes } = blocks.encode();
  const places = new PlaceTable(bytes, createPlaceCompletion());
  const list = { name: "icloud-relay", places, networks, builtAt: 0 };
  return new PlaceListSource(list, table);
}

const lookup = (from: PlaceListSource, address: string) =>
  from.lookup(ip(address));

Deno.test("PlaceListSource - returns the place, and the facts that follow from it", () => {
  const list = source();
  assert.deepEqual([list.name, list.kind], ["geofeed:icloud-relay", "open"]);
  assert.deepEqual(withoutEmpty(lookup(list, "172.224.226.9").facts), {
    ...{ ...EUROPE, country: "United Kingdom", countryCode: "GB" },
    ...{ region: "England", regionCode: "ENG", city: "London" },
    timezone: "Europe/London",
  });
});

Deno.test("PlaceListSource - addresses of one place share the result", () => {
  const list = source();
  assert.equal(lookup(list, "172.224.226.1"), lookup(list, "172.224.226.2"));
});

Deno.test("PlaceListSource - nothing of a block without a place, of others and of reserved addresses", () => {
  const list = source();
  const addresses = ["172.224.226.33", "8.8.8.8", "192.88.99.1", "2001:db8::"];
  for (const address of addresses) {
    assert.deepEqual(withoutEmpty(lookup(list, address).facts), {}, address);
  }
});

Deno.test("PlaceListSource - believes a network only about its own addresses", () => {
  const city = (list: PlaceListSource, address: string) =>
    lookup(list, address).facts.city;
  const own = source(new Set([64500]));
  assert.equal(city(own, "172.224.226.9"), "London");
  assert.equal(city(own, "9.9.9.9"), undefined);
  const other = source(new Set([64501]));
  assert.equal(city(other, "172.224.226.9"), undefined);
  assert.equal(city(source(), "9.9.9.9"), "Bonn");
});
