import assert from "node:assert/strict";
import fc from "fast-check";
import { withCountry } from "../../../../lib/data/places/countries.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
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
import { claimed, denied } from "../../../support/evidence.ts";
import { asnTable } from "../../../support/asn_table.ts";
import samples from "./geo_tables.json" with { type: "json" };

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
  const origin = { source: "geo-file:ipinfo privacy", observedAt: 1.78e12 };
  assert.deepEqual(source.lookup(ip("1.2.3.4")), {
    facts: {},
    evidence: [
      {
        ...origin,
        kind: "hosting",
        weight: 75,
        detail: claimed("database", "hosting"),
      },
      {
        ...origin,
        kind: "vpn",
        weight: -40,
        detail: denied("database", "vpn"),
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
  assert.deepEqual(findings, samples.regional);
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

const geoLite2 = {
  country: { iso_code: "US", names: { en: "United States" } },
  subdivisions: [{ iso_code: "CA", names: { en: "California" } }],
  city: { names: { en: "Mountain View" } },
  location: { latitude: 37.4, longitude: -122.1, time_zone: "X/Y" },
};

const france = { country: { iso_code: "FR" } };

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

const BLOCK: RegisteredBlock = {
  start: [0x2a030000, 0],
  end: [0x2a03ffff, 0xffff_ffff],
};

/** A source whose database has one record. */
async function voted(
  record: MmdbValue,
  {
    registered,
    system,
    ipfire,
    org = "Example Telecom",
    address = ADDRESS,
    isByBlock = false,
    block = BLOCK,
  }: {
    registered?: string;
    system?: string;
    /** By default, IPFire's database is not loaded; empty if it knows nothing. */
    ipfire?: string;
    org?: string;
    address?: IpAddress;
    isByBlock?: boolean;
    block?: RegisteredBlock;
  },
) {
  const file = MmdbFile.open(
    writeMmdb([["0", record]], { ipVersion: address.family }),
  );
  const open = () => Promise.resolve(file);
  const geo = new GeoDatabase({ v4: open, v6: open });
  await geo.loaded(address.family);
  const blockOf = () => block;
  const vote = new CountryVote({
    geo,
    countries: {
      ofAddress: () => registered,
      ofAsn: () => system,
      ...isByBlock && { blockOf },
    },
    ipfire: ipfire === undefined
      ? []
      : [{ ofAddress: () => ipfire || undefined, blockOf }],
    table: {
      asnOf: () => 64500,
      findRow: () => 7,
      system: () => ({ asn: 64500, org }),
      systemCount: 9,
      systemIndex: () => 8,
    },
  });
  return new OpenGeoSource(geo, vote).lookup(address);
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
    ipfire: "DE",
  });
  assert.deepEqual(facts, {
    countryCode: "CH",
    country: "Switzerland",
    continent: "Europe",
    continentCode: "EU",
    timezone: "Europe/Zurich",
  });
  assert.deepEqual(countries?.(), ["FR", "CH", "CH", "DE"]);
});

Deno.test("OpenGeoSource - in IPv4, the country of a host's company contradicts no registration of its addresses", async () => {
  const cases = [
    [HOST, { registered: "FR", system: "US" }, ["FR", "FR", undefined]],
    [HOST, { registered: "DE", system: "FR" }, ["FR", "DE", undefined]],
    [HOST, { registered: "US", system: "US" }, ["FR", "US", "US"]],
    [HOST, { system: "US" }, ["FR", undefined, "US"]],
    [HOST6, { registered: "FR", system: "US" }, ["FR", "FR", "US"]],
    [{}, { registered: "FR", system: "US" }, ["FR", "FR", "US"]],
  ] as const;
  for (const [network, said, expected] of cases) {
    const { countries } = await voted(PARIS, { ...network, ...said });
    assert.deepEqual(countries?.(), [...expected, undefined]);
  }
});

Deno.test("OpenGeoSource - in IPv6, a system contradicts nobody about a block narrower than a /32 if database and registration agree", async () => {
  const block = (end: readonly [number, number]): RegisteredBlock => ({
    start: [0x2a030000, 0],
    end,
  });
  const [half, rest, whole, two] = ([
    [0x2a030000, 0x7fff_ffff],
    // What is left of a /32 is none.
    [0x2a030000, 0xfffe_ffff],
    [0x2a030000, 0xffff_ffff],
    [0x2a030001, 0x0000_ffff],
  ] as const).map(block);
  const says = { registered: "FR", system: "US", isByBlock: true };
  const cases = [
    [{ ...says, block: half }, ["FR", "FR", undefined]],
    [{ ...says, block: half, system: "FR" }, ["FR", "FR", "FR"]],
    [{ ...says, block: half, registered: "DE" }, ["FR", "DE", "US"]],
    [{ ...says, block: half, registered: undefined }, ["FR", undefined, "US"]],
    [{ ...says, block: rest }, ["FR", "FR", "US"]],
    [{ ...says, block: whole }, ["FR", "FR", "US"]],
    [{ ...says, block: two }, ["FR", "FR", "US"]],
    // The registries' own files only have allocations.
    [{ ...says, block: half, isByBlock: false }, ["FR", "FR", "US"]],
  ] as const;
  for (const [said, expected] of cases) {
    const { countries } = await voted(PARIS, {
      address: HOST6.address,
      ...said,
    });
    assert.deepEqual(
      countries?.(),
      [...expected, undefined],
      JSON.stringify(said),
    );
  }
});

Deno.test("OpenGeoSource - where the system doesn't count, IPFire's country doesn't either if it is the system's", async () => {
  const part: RegisteredBlock = {
    start: [0x2a030000, 0],
    end: [0x2a030000, 0x7fff_ffff],
  };
  const host6 = { ...HOST6, isByBlock: true, block: part };
  const cases = [
    [HOST, "FR", "US", "US", ["FR", "FR", undefined, undefined]],
    [HOST, "FR", "US", "DE", ["FR", "FR", undefined, "DE"]],
    [HOST, "FR", "US", "FR", ["FR", "FR", undefined, "FR"]],
    [HOST, "DE", "FR", "FR", ["FR", "DE", undefined, undefined]],
    [HOST, "FR", "FR", "FR", ["FR", "FR", "FR", "FR"]],
    [HOST, undefined, "US", "US", ["FR", undefined, "US", "US"]],
    [host6, "FR", "US", "US", ["FR", "FR", undefined, undefined]],
    [host6, "DE", "US", "US", ["FR", "DE", "US", "US"]],
    [{}, "FR", "US", "US", ["FR", "FR", "US", "US"]],
  ] as const;
  for (const [network, registered, system, ipfire, expected] of cases) {
    const { countries } = await voted(PARIS, {
      ...network,
      registered,
      system,
      ipfire,
    });
    assert.deepEqual(countries?.(), expected);
  }
});

/** In blocks of APNIC, RIPE and ARIN. */
const RIPE = ipv4FromValue(0x05020304);
const ARIN = ipv4FromValue(0x08020304);
const HOST = { org: "Example Hosting", address: RIPE };
const HOST6 = { ...HOST, address: ipv6FromWords([0x2a030000, 0, 0, 1]) };
const PARAGUAY = { country_code: "PY" };

Deno.test("OpenGeoSource - is outvoted only by registrations that agree and count", async () => {
  const cases = [
    [PARIS, { registered: "CH", system: "CH" }, "CH"],
    // Latin American carriers use their addresses in neighboring countries.
    [PARAGUAY, { registered: "AR", system: "AR" }, "PY"],
    [PARAGUAY, { registered: "AR", system: "AR", ipfire: "AR" }, "AR"],
    [PARAGUAY, { registered: "US", system: "US" }, "US"],
    // Some networks of education are used all over the world.
    [
      PARIS,
      { org: "Example University", registered: "CH", system: "CH" },
      "FR",
    ],
    [PARIS, { registered: "CH", system: "CH", ipfire: "" }, "CH"],
    [PARIS, { registered: "CH", system: "CH", ipfire: "CH" }, "CH"],
    // Not where IPFire agrees with the database.
    [PARIS, { registered: "CH", system: "CH", ipfire: "FR" }, "FR"],
    [PARIS, { registered: "CH", system: "DE", ipfire: "CH" }, "FR"],
    [PARIS, { registered: "CH", ipfire: "CH" }, "FR"],
    [PARIS, { system: "CH", ipfire: "CH" }, "FR"],
    // France registers for its territories, and a neighbor for Kosovo.
    ...([["RE", "FR"], ["XK", "RS"]] as const).map(([located, registered]) =>
      [
        { country_code: located },
        { registered, system: registered, ipfire: "" },
        located,
      ] as const
    ),
    [{ country_code: "FR" }, {
      registered: "RE",
      system: "RE",
      ipfire: "",
    }, "RE"],
    // The database knows nothing.
    [{ city: "" }, { registered: "CH" }, "CH"],
    [{ city: "" }, { registered: "CH", ipfire: "DE" }, "DE"],
    [{ city: "" }, { registered: "CH", ipfire: "" }, "CH"],
    [{ city: "" }, { system: "CH" }, undefined],
    // Registrations of a host tell where the company is.
    [PARIS, { ...HOST, registered: "CH", system: "CH", ipfire: "" }, "FR"],
    [PARIS, { ...HOST, registered: "CH", system: "CH" }, "FR"],
    // IPFire knows more than the company's country.
    [PARIS, { ...HOST, registered: "NL", system: "US", ipfire: "NL" }, "NL"],
    [PARIS, { ...HOST, registered: "NL", system: "NL", ipfire: "NL" }, "NL"],
    [PARIS, { ...HOST, registered: "DE", system: "US", ipfire: "NL" }, "FR"],
    [PARIS, { ...HOST, system: "US", ipfire: "NL" }, "FR"],
    [PARIS, { ...HOST, registered: "FR", system: "US", ipfire: "NL" }, "FR"],
    // The database has the country of the company.
    [PARIS, { ...HOST, registered: "NL", system: "FR", ipfire: "NL" }, "FR"],
    // A country outside of the registry's region is that of whoever rents it.
    [PARIS, {
      ...HOST,
      registered: "NL",
      system: "US",
      ipfire: "NL",
      address: ARIN,
    }, "FR"],
    // In IPv6, hosts register their blocks where they use them.
    [PARIS, { ...HOST6, registered: "NL", system: "FR", ipfire: "NL" }, "NL"],
    [PARIS, { ...HOST6, registered: "DE", system: "FR", ipfire: "NL" }, "NL"],
    [PARIS, { ...HOST6, registered: "FR", system: "US", ipfire: "NL" }, "FR"],
    [PARIS, { ...HOST6, registered: "NL", system: "FR", ipfire: "FR" }, "FR"],
    [PARIS, { ...HOST6, registered: "NL", isByBlock: true }, "NL"],
    // The registries' own files have the country of the company.
    [PARIS, { ...HOST6, registered: "NL", system: "NL" }, "FR"],
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

/** 172.224.0.0/16 is announced by AS64500. */
const table = await asnTable("2900361216,2900426751,64500,Holder\n");

function source(networks?: ReadonlySet<number>) {
  const rows = [
    "172.224.226.0/27,GB,GB-EN,London,",
    "172.224.226.32/27,,,,",
    "9.9.9.0/24,DE,,Bonn,",
    "192.88.99.0/24,US,,,",
  ].map((line) => {
    const row = parseGeofeedRow(line.split(","));
    assert(row, line);
    return row;
  });
  const blocks = new PlacedBlocks();
  for (const row of rows) blocks.add(row);
  const { bytes } = blocks.encode();
  const places = new PlaceTable(bytes, createPlaceCompletion());
  const list = { name: "icloud-relay", places, networks, builtAt: 0 };
  return new PlaceListSource(list, table);
}

function lookup(from: PlaceListSource, address: string) {
  const ip = parseIp(address);
  assert(ip, address);
  return from.lookup(ip);
}

Deno.test("PlaceListSource - returns the place, and the facts that follow from it", () => {
  const list = source();
  assert.deepEqual([list.name, list.kind], ["geofeed:icloud-relay", "open"]);
  assert.deepEqual(withoutEmpty(lookup(list, "172.224.226.9").facts), {
    continent: "Europe",
    continentCode: "EU",
    country: "United Kingdom",
    countryCode: "GB",
    region: "England",
    regionCode: "ENG",
    city: "London",
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
