import type { Pause } from "../../core/async.ts";
import {
  combined,
  layered,
  Runs,
  type RunSource,
  sourceOf,
} from "../../data/columns/runs.ts";
import { rangesByValue } from "../../data/columns/value_ranges.ts";
import type { RangeList } from "../../net/ranges.ts";
import type { Tables } from "../../data/tables.ts";
import {
  countryCodeOf,
  countryNumber,
  MAX_COUNTRY_NUMBER,
} from "../../data/country_number.ts";
import { anycastBlocks } from "../../net/anycast_dns.ts";
import { contradicts, type CountryVote } from "../sources/country_vote.ts";
import { blockBounds, locatableRuns } from "./locatable_runs.ts";

/** What decides on the country of an address. */
export type CountryTables = Pick<
  Tables,
  "geo" | "countries" | "placeLists" | "geoFiles" | "regional" | "asn"
>;

/** Whether two sets of tables have all countries from the same sources. */
export function haveSameCountries(a: CountryTables, b: CountryTables): boolean {
  const sources = [a, b].map((
    { geo, countries, placeLists, geoFiles, regional, asn },
  ) => [
    ...[geo, countries, asn],
    ...placeLists.map(({ places }) => places),
    ...geoFiles,
    ...regional,
  ]);
  return sources[0].length === sources[1].length &&
    sources[0].every((source, i) => source === sources[1][i]);
}

const CHINA = countryNumber("CN");

/**
 * Computes the addresses of a family by the `countryNumber` that a profile from the
 * tables has. IPv6 in whole /64s.
 *
 * Follows the sources of profiles without building any. Anycast services, lists of
 * places and databases of the operator come first, then the database and the
 * registrations; only where those two contradict each other, the autonomous system
 * decides. In China, and where nothing else knows a country, regional files decide.
 */
export async function computeCountryRanges(
  family: 4 | 6,
  tables: CountryTables,
  vote: CountryVote,
  pause: Pause,
): Promise<Map<number, RangeList>> {
  const { geo, countries, asn, regional } = tables;
  const located = layered(await geo.countryRuns(family));
  await pause();
  const judged = combined(countries.countryRuns(family), located, verdicts());
  const voted = combined(
    judged,
    layered(asn.systemRuns(family)),
    (country, system) => {
      if (country < DISPUTE) return country;
      const registered = country >>> 10 & 0x3ff;
      return vote.outvotes(registered, system - 1)
        ? registered
        : country & 0x3ff;
    },
  );
  const regionals = regional.flatMap((file) => file.countryRuns(family));
  const known = layered([
    anycastRuns(family),
    ...precedingRuns(family, tables),
    voted,
  ]);
  const completed = regionals.length === 0
    ? known
    : combined(known, layered(regionals), regionalOr);
  await pause();
  return await rangesByValue(
    family,
    combined(
      locatableRuns(family),
      completed,
      (isLocatable, country) => isLocatable === 0 ? 0 : country,
    ),
    pause,
  );
}

/**
 * Above the number of any country: marks two countries, 10 bits each, between which
 * the autonomous system decides.
 */
const DISPUTE = 1 << 20;

/** Regional files decide for China, and for addresses without a country elsewhere. */
function regionalOr(country: number, regional: number): number {
  const isRegional = regional !== 0 && (country === 0 || country === CHINA);
  return isRegional ? regional : country;
}

/**
 * Creates a function of the registered country of an address and the country in the
 * database. It caches which pairs contradict each other, because there are far
 * fewer pairs than stretches.
 */
function verdicts(): (registered: number, located: number) => number {
  const width = MAX_COUNTRY_NUMBER + 1;
  const known = new Int8Array(width * width).fill(-1);
  return (registered, located) => {
    if (registered === located || registered === 0) return located;
    if (located === 0) return registered;
    const at = registered * width + located;
    if (known[at] < 0) {
      const codes = [registered, located].map((of) => countryCodeOf(of)!);
      known[at] = contradicts(codes[0], codes[1]) ? 1 : 0;
    }
    return known[at] === 1 ? DISPUTE | registered << 10 | located : located;
  };
}

/** The addresses of anycast DNS services by the country of their operator. */
function anycastRuns(family: 4 | 6): RunSource {
  const bounds = anycastBlocks()
    .filter(({ cidr }) => cidr.address.family === family)
    .map(({ cidr, service }) => ({
      ...blockBounds(cidr),
      number: countryNumber(service.countryCode),
    }))
    .sort((a, b) => a.start[0] - b.start[0] || a.start[1] - b.start[1]);
  const runs = new Runs();
  runs.add(0, 0, 0);
  for (const { start, after, number } of bounds) {
    runs.add(...start, number);
    if (after) runs.add(...after, 0);
  }
  return sourceOf(runs);
}

/**
 * The addresses by the country of the sources with the highest precedence: lists of
 * places, each for the networks it covers, and then the operator's databases.
 */
function precedingRuns(
  family: 4 | 6,
  { placeLists, geoFiles, asn }: CountryTables,
): RunSource[] {
  const believed = placeLists.flatMap(({ places, networks }) => {
    const runs = places.countryRuns(family);
    if (!networks) return runs;
    return runs.map((countries) =>
      combined(
        countries,
        layered(asn.systemRuns(family)),
        (country, system) =>
          country !== 0 && system !== 0 && networks.has(asn.asnOf(system - 1))
            ? country
            : 0,
      )
    );
  });
  return [
    ...believed,
    ...geoFiles.flatMap((file) => file.countryRuns(family)),
  ];
}
