import assert from "node:assert/strict";
import fc from "fast-check";
import { iso31662 } from "iso-3166";
import { factsOfRecord } from "../../../../lib/data/records/geo_record.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import { regionAliasRows } from "../../../../lib/facts/region_facts.ts";
import {
  geofeedRegion,
  RegionCodes,
} from "../../../../lib/data/places/region_codes.ts";
import { packagedDatabases } from "../../../support/bundled_data.ts";
import { codePoint } from "../../../support/code_point.ts";
import samples from "./region_codes.json" with { type: "json" };
import { ipOfWords, sequence } from "../bits.ts";

const codes = new RegionCodes();

for (const [country, region, code] of samples.known) {
  Deno.test(`RegionCodes.codeOf - ${country} ${region} is ${code}`, () =>
    assert.equal(codes.codeOf(country, region), code));
}

const unknown = [
  ["US", "Bavaria"],
  ["XX", "Bavaria"],
  ["HK", "Kowloon"],
  ["TW", "Taiwan"],
  ["RU", "Crimea"],
  ["RU", "Sebastopol City"],
  // ISO lists only the ten municipalities of the city.
  ["MK", "Grad Skopje"],
  ["US", ""],
  ["US", "state"],
  ["constructor", "name"],
];
for (const [country, region] of unknown) {
  Deno.test(`RegionCodes.codeOf - ${country} ${region} is undefined`, () =>
    assert.equal(codes.codeOf(country, region), undefined));
}

Deno.test("RegionCodes.codeOf - returns the same code again", () => {
  const fresh = new RegionCodes();
  for (let i = 0; i < 3; i++) {
    assert.equal(fresh.codeOf("AT", "Vienna"), "9");
    assert.equal(fresh.codeOf("AT", "Nowhere"), undefined);
  }
});

Deno.test("RegionCodes.codeOf - never throws", () => {
  const country = fc.constantFrom("US", "AZ", "VN", "XX");
  fc.assert(fc.property(country, fc.string({ unit: codePoint }), (cc, name) => {
    const code = codes.codeOf(cc, name);
    assert(code === undefined || /^[A-Z0-9]{1,3}$/.test(code));
  }));
});

/** In force since 2024; the package's list is older. */
const newer = new Set([31, 32, 33, 39, 40, 55, 56].map((code) => `NO-${code}`));

Deno.test("region_aliases.csv - every code exists", () => {
  const existing = new Set(iso31662.map(({ code }) => code));
  for (const { cells, at } of regionAliasRows()) {
    const code = `${cells.country}-${cells.code}`;
    assert(existing.has(code) || newer.has(code), `${at}: ${code}`);
  }
});

const open = async (url: URL) => MmdbFile.open(await Deno.readFile(url));

Deno.test("RegionCodes.codeOf - finds 97 % of the regions in the 60 largest countries of the bundled data", async () => {
  const [v4, v6] = await Promise.all([
    open(packagedDatabases.cityIpv4),
    open(packagedDatabases.cityIpv6),
  ]);
  const next = sequence(1);
  /** Every record counts once, as in the file: whether its region has a code. */
  const places = new Map<string, { country: string; isKnown: boolean }>();
  for (let i = 0; i < 150_000; i++) {
    const four = ipOfWords(next());
    const six = ipOfWords(0x20000000 | next() >>> 3, next(), 0, 1);
    for (const [file, ip] of [[v4, four], [v6, six]] as const) {
      const id = file.recordId(ip);
      const key = `${ip.family} ${id}`;
      if (id === 0 || places.has(key)) continue;
      const { countryCode, region } = factsOfRecord(file.record(ip));
      if (!countryCode || !region) continue;
      const isKnown = codes.codeOf(countryCode, region) !== undefined;
      places.set(key, { country: countryCode, isKnown });
    }
  }
  const countries = Map.groupBy(places.values(), ({ country }) => country);
  const largest = [...countries.values()].sort((a, b) => b.length - a.length)
    .slice(0, 60).flat();
  const hits = largest.filter(({ isKnown }) => isKnown).length;
  assert(largest.length > 10_000, `only ${largest.length} records`);
  assert(hits / largest.length >= 0.97, `${hits} of ${largest.length}`);
});

const names = [
  ["US-CA", "California"],
  ["DE-BY", "Bavaria"],
  ["JP-13", "Tokyo"],
  ["GB-ENG", "England"],
  // What Apple writes.
  ["GB-EN", "England"],
  ["GB-SC", "Scotland"],
  ["GB-NI", "Northern Ireland"],
  // A department, in its region.
  ["FR-69", "Auvergne-Rhône-Alpes"],
  ["US-XX", undefined],
  ["US-", undefined],
  ["", undefined],
  ["California", undefined],
] as const;
for (const [code, name] of names) {
  Deno.test(`geofeedRegion - ${code || "no code"} is ${name}`, () => {
    assert.equal(geofeedRegion(code.slice(0, 2), code), name);
    assert.equal(geofeedRegion(code.slice(0, 2), code), name);
  });
}

Deno.test("geofeedRegion - not for a code of another country", () =>
  assert.equal(geofeedRegion("US", "DE-BY"), undefined));

Deno.test("geofeedRegion - names from which the code follows, for nearly all first-level regions", () => {
  const codes = new RegionCodes();
  const top = iso31662.filter(({ parent }) => parent.length === 2);
  const named = top.filter(({ code, parent }) => {
    const name = geofeedRegion(parent, code);
    if (name === undefined) return false;
    assert.equal(codes.codeOf(parent, name), code.slice(3), code);
    assert.doesNotMatch(name, /\p{No}/u, code);
    return true;
  });
  assert(named.length > 0.95 * top.length, `${named.length}/${top.length}`);
});
