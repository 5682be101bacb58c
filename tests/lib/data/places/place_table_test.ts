import assert from "node:assert/strict";
import { withoutEmpty } from "../../../../lib/ipinfo/merge.ts";
import fc from "fast-check";
import {
  countryNumber,
  withCountry,
} from "../../../../lib/data/places/countries.ts";
import { overlayRuns } from "../../../../lib/data/columns/runs.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import { PlaceTable } from "../../../../lib/data/places/place_table.ts";
import { compilePlaceTable } from "../../../support/place_table.ts";
import type { IpAddress } from "../../../../lib/net/ip_address.ts";
import { createPlaceCompletion } from "../../../../lib/data/places/place_facts.ts";
import {
  bundledData,
  packagedDatabases,
} from "../../../support/bundled_data.ts";
import { type MmdbEntry, writeMmdb } from "../../../support/mmdb.ts";
import { ip } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import { changesIn } from "../columns/run_changes.ts";
import { addressOf, disjointPrefixes, ipOfWords, sequence } from "../bits.ts";

const load = (bytes: Uint8Array) =>
  new PlaceTable(compilePlaceTable(MmdbFile.open(bytes)), (facts) => facts);
const factsAt = (table: PlaceTable | MmdbFile, address: IpAddress) => {
  const id = table.recordId(address);
  return id === 0 ? null : withoutEmpty(table.factsOf(id));
};

const paris = {
  country_code: "FR",
  state1: "Île-de-France",
  city: "Paris (Le Marais)",
  latitude: 48.8566,
  longitude: 2.3522,
};

Deno.test("PlaceTable.factsOf - the facts of the database's record", () => {
  const bytes = writeMmdb([
    ["0000", paris],
    ["0001", { country_code: "US", latitude: -33.8688, longitude: -70.5 }],
    ["0010", { state1: "", city: "" }],
    ["1", { country_code: "FR", state1: "Île-de-France" }],
  ]);
  const table = load(bytes);
  assert.equal(table.builtAt, MmdbFile.open(bytes).builtAt);
  assert.deepEqual([table.supports(4), table.supports(6)], [true, false]);
  assert.deepEqual(factsAt(table, ip("1.2.3.4")), {
    countryCode: "FR",
    region: "Île-de-France",
    city: "Paris",
    district: "Le Marais",
    latitude: 48.8566,
    longitude: 2.3522,
  });
  const south = { latitude: -33.8688, longitude: -70.5 };
  const region = { countryCode: "FR", region: "Île-de-France" };
  const us = { countryCode: "US", ...south };
  assert.deepEqual(factsAt(table, ip("16.0.0.0")), us);
  assert.deepEqual(factsAt(table, ip("32.0.0.0")), {});
  assert.deepEqual(factsAt(table, ip("255.255.255.255")), region);
  assert.equal(table.recordId(ip("64.0.0.0")), 0);
});

Deno.test("PlaceTable.recordId - equal for equal places only", () => {
  const north = { ...paris, latitude: 48.8567 };
  const places = [["00", paris], ["01", { ...paris }], ["11", north]] as const;
  const table = load(writeMmdb(places));
  const [one, same, other] = ["1.1.1.1", "70.0.0.1", "200.0.0.1"]
    .map((text) => table.recordId(ip(text)));
  assert.equal(one, same);
  assert.notEqual(one, other);
});

Deno.test("PlaceTable.factsOf - completes every place, and each region once", () => {
  const bytes = compilePlaceTable(MmdbFile.open(writeMmdb([
    ["00", { country_code: "US", state1: "Texas", city: "Austin" }],
    ["01", { country_code: "US", state1: "Texas", city: "Dallas" }],
  ])));
  const completed: string[] = [];
  const table = new PlaceTable(bytes, (facts) => {
    completed.push(facts.city ?? "-");
    facts.regionCode ??= "TX";
    return facts;
  });
  for (const address of ["1.1.1.1", "70.0.0.1"]) {
    assert.equal(factsAt(table, ip(address))?.regionCode, "TX");
  }
  assert.deepEqual(completed, ["-", "Austin", "Dallas"]);
});

Deno.test("PlaceTable.countryRuns - the countries of all places, by address", () => {
  const entries: MmdbEntry[] = [
    ["0001", paris],
    ["0010", { country_code: "US", state1: "Texas", city: "Austin" }],
    ["0011", { country_code: "US", city: "Dallas" }],
    ["011", { country_code: "FR", state1: "Bretagne" }],
    ["10", { city: "Nowhere" }],
    ["111", { country_code: "GB" }],
  ];
  const [us, fr, gb] = ["US", "FR", "GB"].map(countryNumber);
  assert.equal(new Set([0, us, fr, gb]).size, 4);
  const expected = [0, 0, fr, 1, us, 2, 0, 4, fr, 6, 0, 8, gb, 14];
  for (const family of [4, 6] as const) {
    const table = load(writeMmdb(entries, { ipVersion: family }));
    const unit = family === 4 ? 2n ** 28n : 2n ** 60n;
    const changes = changesIn(overlayRuns(table.countryRuns(family)))
      .flatMap(([start, country]) => [country, Number(start / unit)]);
    assert.deepEqual(changes, expected);
  }
});

Deno.test("placeTableParts - throws for facts that the table cannot store", () => {
  const record = { country_code: "FR", postcode: "75001" };
  const file = MmdbFile.open(writeMmdb([["0", record]]));
  const error = { message: "Cannot store the zip of a place" };
  assert.throws(() => compilePlaceTable(file), error);
});

/** A record of any of the fields and values that a flat file can have. */
const flatRecord = fc.record({
  country_code: fc.constantFrom("FR", "US", "EU", "fr", "", 5),
  state1: fc.constantFrom("Texas", " Texas ", "", "\u0007", 7),
  city: fc.constantFrom("Paris", "Paris (Le Marais)", "Austin", "", true),
  state2: fc.constantFrom("", "", "Mitte", "Le Marais"),
  latitude: fc.constantFrom(1.5, 1.50004, -90, 95, "48.85", "north"),
  longitude: fc.constantFrom(2.5, 180, "2.35", ""),
  postcode: fc.constantFrom("", "", "", "\u0007", "75001"),
  timezone: fc.constantFrom("", "", "Nowhere", "Europe/Paris"),
  zone: fc.constantFrom("", "any", { of: ["any"] }),
}, { requiredKeys: [] });

Deno.test("placeTableParts - is the same as from decoded records", () => {
  const records = fc.array(flatRecord, { minLength: 1, maxLength: 16 });
  forAll([records, fc.boolean()], (records, sharesTexts) => {
    const entries = records.map((record, i): MmdbEntry => [
      i.toString(2).padStart(4, "0"),
      record,
    ]);
    const file = MmdbFile.open(writeMmdb(entries, { sharesTexts }));
    // Without members, a record is decoded.
    const decoded = MmdbFile.open(writeMmdb(entries, { sharesTexts }));
    decoded.membersOf = () => 0;
    assert.deepEqual(tableOrError(file), tableOrError(decoded));
  }, { numRuns: 300 });
});

function tableOrError(file: MmdbFile) {
  try {
    return compilePlaceTable(file);
  } catch (error) {
    return String(error);
  }
}

/** Disjoint prefixes, each with a country or a city. */
const entries = (bits: number) =>
  disjointPrefixes(bits).map((prefixes) =>
    prefixes.map((prefix, i): MmdbEntry => [
      prefix,
      i % 3 === 0 ? { country_code: "DE" } : {
        country_code: "US",
        state1: `State ${i % 4}`,
        city: `City ${i}`,
        latitude: i,
        longitude: -i,
      },
    ])
  );

for (const [ipVersion, bits] of [[4, 32], [6, 128]] as const) {
  Deno.test(`PlaceTable - agrees with the database, IP version ${ipVersion}`, () => {
    const zeros = fc.constantFrom("", "0".repeat(ipVersion === 4 ? 0 : 96));
    forAll([entries(32), zeros, entries(bits)], (some, prefix, more) => {
      const below = some
        .map(([at, record]): MmdbEntry => [prefix + at, record]);
      const others = more.filter(([at]) => at.startsWith("1"));
      const all = prefix ? [...below, ...others] : more;
      for (const recordSize of [24, 28, 32] as const) {
        const bytes = writeMmdb(all, { ipVersion, recordSize });
        const file = MmdbFile.open(bytes);
        const table = load(bytes);
        for (const [at] of all) {
          for (const fill of ["0", "1"]) {
            const full = at.padEnd(bits, fill);
            const addresses = [addressOf(full)];
            if (prefix && full.startsWith(prefix)) {
              addresses.push(addressOf(full.slice(96)));
            }
            for (const one of addresses) {
              assert.deepEqual(factsAt(table, one), factsAt(file, one), full);
            }
          }
        }
      }
    }, { numRuns: 40 });
  });
}

const bundled = [
  ["places-city-ipv4.bin", packagedDatabases.cityIpv4, createPlaceCompletion()],
  ["places-city-ipv6.bin", packagedDatabases.cityIpv6, createPlaceCompletion()],
  ["places-country.bin", packagedDatabases.country, withCountry],
] as const;
for (const [name, source, complete] of bundled) {
  Deno.test(`PlaceTable - ${name} agrees with its database for 20,000 addresses`, async () => {
    const file = MmdbFile.open(await Deno.readFile(source));
    const bytes = await Deno.readFile(new URL(name, bundledData));
    const table = new PlaceTable(bytes, complete);
    assert.equal(table.builtAt, file.builtAt);
    const next = sequence(7);
    for (let i = 0; i < 10_000; i++) {
      const six = [0x2000_0000 | next() >>> 4, next(), next(), next()] as const;
      for (const address of [ipOfWords(next()), ipOfWords(...six)]) {
        if (!file.supports(address.family)) continue;
        const known = factsAt(file, address);
        const expected = known && complete(known);
        assert.deepEqual(factsAt(table, address), expected, address.text);
      }
    }
  });
}

Deno.test("placeTableParts - packs the IPv4 addresses once, however often the tree repeats them", () => {
  const zeros = "0".repeat(96);
  const entries: MmdbEntry[] = [
    [zeros + "0000", paris],
    [zeros + "0001", { country_code: "US" }],
    ["0011", { country_code: "GB" }],
  ];
  const pack = (...repeated: string[]) => {
    const bytes = writeMmdb(entries, { ipVersion: 6, repeated });
    return compilePlaceTable(MmdbFile.open(bytes));
  };
  const sixToFour = "0010000000000010";
  const bytes = pack(sixToFour);
  assert.deepEqual(bytes, pack());
  const table = new PlaceTable(bytes, (facts) => facts);
  assert.equal(factsAt(table, ip("1.2.3.4"))?.city, "Paris");
  assert.equal(factsAt(table, ip("16.0.0.1"))?.countryCode, "US");
  assert.equal(factsAt(table, ip("3000::1"))?.countryCode, "GB");
  assert.equal(factsAt(table, ip("2002:102:304::1")), null);
});
