import assert from "node:assert/strict";
import fc from "fast-check";
import { iso31662 } from "iso-3166";
import { factsOfRecord } from "../../../../lib/data/records/geo_record.ts";
import { MmdbFile } from "../../../../lib/data/mmdb_file.ts";
import {
  REGION_ALIASES,
  RegionCodes,
} from "../../../../lib/data/places/region_codes.ts";
import {
  ipv4FromValue,
  ipv6FromWords,
} from "../../../../lib/net/ip_address.ts";
import { packagedDatabases } from "../../../support/bundled_data.ts";
import { codePoint } from "../../../support/code_point.ts";

const codes = new RegionCodes();

const known: [country: string, region: string, code: string][] = [
  ["US", "California", "CA"],
  ["US", "District of Columbia", "DC"],
  ["GB", "England", "ENG"],
  ["GB", "Northern Ireland", "NIR"],
  ["DE", "Bavaria", "BY"],
  ["DE", "Bayern", "BY"],
  ["DE", "Free and Hanseatic City of Hamburg", "HH"],
  ["FR", "Île-de-France", "IDF"],
  ["FR", "Ile-de-France", "IDF"],
  ["FR", "Provence-Alpes-Cote d'Azur", "PAC"],
  ["NL", "North Holland", "NH"],
  ["CN", "Beijing", "BJ"],
  ["CN", "Inner Mongolia", "NM"],
  ["PL", "Mazovia", "14"],
  ["NO", "Akershus", "32"],
  ["ZA", "Gauteng", "GP"],
  ["IN", "Telangana", "TS"],
  ["KR", "Seoul", "11"],
  ["JP", "Tokyo", "13"],
  ["TR", "İstanbul", "34"],
  ["SE", "Skane", "M"],
  ["RU", "Moscow", "MOW"],
  ["RU", "Moscow Oblast", "MOS"],
  ["RU", "Altay Kray", "ALT"],
  ["UA", "Kyiv City", "30"],
  ["UA", "Lviv Oblast", "46"],
  ["MX", "Mexico", "MEX"],
  ["MX", "Mexico City", "CMX"],
  ["IR", "Tehran", "23"],
  ["IR", "Fars", "07"],
  ["MA", "Casablanca-Settat", "06"],
  ["CZ", "Olomouc Region", "71"],
  ["CZ", "Prague", "10"],
  ["DO", "Santo Domingo Province", "32"],
  ["ES", "Madrid", "MD"],
  ["ES", "Valencia", "VC"],
  ["SA", "Eastern Province", "04"],
  ["AR", "Buenos Aires F.D.", "C"],
  ["AR", "Buenos Aires", "B"],
  ["KZ", "Atyrau Oblisi", "23"],
  ["BH", "Manama", "13"],
  ["MG", "Analamanga", "T"],
  ["MG", "Amoron'i Mania", "F"],
  ["MG", "Vatovavy Region", "F"],
  ["SI", "Urban Municipality of Maribor", "070"],
  ["SI", "Urban Municipality of Novo Mesto", "085"],
  ["SI", "Maribor City Municipality", "070"],
  ["SI", "Koper-Capodistria", "050"],
];
for (const [country, region, code] of known) {
  Deno.test(`RegionCodes.codeOf - ${country} ${region} is ${code}`, () => {
    assert.equal(codes.codeOf(country, region), code);
  });
}

Deno.test("RegionCodes.codeOf - undefined if the name is ambiguous or unknown", () => {
  for (
    const [country, region] of [
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
    ]
  ) assert.equal(codes.codeOf(country, region), undefined, region);
});

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
const newer = new Set(["31", "32", "33", "39", "40", "55", "56"]
  .map((code) => `NO-${code}`));

Deno.test("REGION_ALIASES - every code exists", () => {
  const existing = new Set(iso31662.map(({ code }) => code));
  for (const [country, text] of Object.entries(REGION_ALIASES)) {
    for (const entry of text.split(",")) {
      assert.match(entry, /^[a-z0-9 ]+=[A-Z0-9]{1,3}$/);
      const code = `${country}-${entry.split("=")[1]}`;
      assert(existing.has(code) || newer.has(code), `${country} ${entry}`);
    }
  }
});

/** A fixed random sequence, so that failures are reproducible (Numerical Recipes). */
function sequence(seed: number): () => number {
  return () => seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
}

const open = async (url: URL) => MmdbFile.open(await Deno.readFile(url));

Deno.test("RegionCodes.codeOf - finds 97 % of the regions in the 60 largest countries of the bundled data", async () => {
  const [v4, v6] = await Promise.all([
    open(packagedDatabases.cityIpv4),
    open(packagedDatabases.cityIpv6),
  ]);
  const next = sequence(1);
  /** Every record counts once, as in the file. */
  const places = new Map<string, { country: string; region: string }>();
  for (let i = 0; i < 150_000; i++) {
    const four = ipv4FromValue(next());
    const six = ipv6FromWords([0x20000000 | next() >>> 3, next(), 0, 1]);
    for (const [file, ip] of [[v4, four], [v6, six]] as const) {
      const id = file.recordId(ip);
      const key = `${ip.family} ${id}`;
      if (id === 0 || places.has(key)) continue;
      const { countryCode, region } = factsOfRecord(file.record(ip));
      if (!countryCode || !region) continue;
      places.set(key, { country: countryCode, region });
    }
  }
  const counts = new Map<string, { all: number; known: number }>();
  for (const { country, region } of places.values()) {
    const count = counts.get(country) ?? { all: 0, known: 0 };
    count.all++;
    if (codes.codeOf(country, region)) count.known++;
    counts.set(country, count);
  }
  const largest = [...counts.values()].sort((a, b) => b.all - a.all)
    .slice(0, 60);
  const all = largest.reduce((sum, count) => sum + count.all, 0);
  const hits = largest.reduce((sum, count) => sum + count.known, 0);
  assert(all > 10_000, `only ${all} records`);
  assert(hits / all >= 0.97, `${hits} of ${all}`);
});
