import type { Pause } from "../../core/async.ts";
import {
  layered,
  RunMerge,
  Runs,
  type RunSource,
  sourceOf,
  visitRuns,
} from "../../data/columns/runs.ts";
import type { Tables } from "../../data/tables.ts";
import {
  countryCodeOf,
  countryNumber,
  MAX_COUNTRY_NUMBER,
} from "../../data/country_number.ts";
import { contradicts, type CountryVote } from "../sources/country_vote.ts";
import { locatableRuns } from "./locatable_runs.ts";

export type CountryTables = Pick<
  Tables,
  "geo" | "countries" | "placeLists" | "geoFiles" | "regional" | "asn"
>;

/**
 * More than the runs of the bundled tables. Memory that is not written to takes none,
 * and to move runs to larger arrays takes long.
 */
const CAPACITY = 1 << 19;

const CHINA = countryNumber("CN");

/**
 * The addresses of a family by the `countryNumber` that a profile from the tables has.
 * IPv6 in whole /64s.
 *
 * Follows the sources of profiles without building any. Lists of places and databases
 * of the operator come first, then the database and the registrations; only where those
 * two contradict each other, the autonomous system has to be looked at. In China, and
 * where nothing else knows a country, regional files decide.
 */
export async function countryRuns(
  family: 4 | 6,
  tables: CountryTables,
  vote: CountryVote,
  pause: Pause,
): Promise<Runs> {
  const { geo, countries, asn, regional } = tables;
  const systems = new RunMerge(asn.systemRuns(family));
  const located = await geo.countryRuns(family);
  await pause();
  const sources = [
    sourceOf(locatableRuns(family)),
    await precedingRuns(family, tables, pause),
    await layered(regional.flatMap((file) => file.countryRuns(family)), pause),
    countries.countryRuns(family),
    ...located,
  ];
  await pause();
  const runs = new Runs(CAPACITY);
  const isDisputed = disputes();
  await visitRuns(sources, (stretch) => {
    // No closure is made here: it would be one for each of a million stretches.
    const { values, nextHigh, nextLow } = stretch;
    let { high, low } = stretch;
    const regional = values[2];
    const registered = values[3];
    const located = values[4] || values[5] || 0;
    if (values[0] === 0) {
      runs.add(high, low, 0);
    } else if (values[1] !== 0) {
      runs.add(high, low, regionalOr(values[1], regional));
    } else if (!isDisputed(registered, located)) {
      runs.add(high, low, regionalOr(located || registered, regional));
    } else {
      do {
        systems.seek(high, low);
        const isOutvoted = vote.outvotes(registered, systemIn(systems));
        const country = isOutvoted ? registered : located;
        runs.add(high, low, regionalOr(country, regional));
        high = systems.nextHigh;
        low = systems.nextLow;
      } while (high < nextHigh || high === nextHigh && low < nextLow);
    }
  }, pause);
  return runs;
}

/** The `systemIndex` on a stretch; -1 for none. */
function systemIn({ values }: RunMerge): number {
  return (values[0] || values[1] || 0) - 1;
}

/** Regional files decide on China, and where nothing else names a country. */
function regionalOr(country: number, regional: number): number {
  const isRegional = regional !== 0 && (country === 0 || country === CHINA);
  return isRegional ? regional : country;
}

/** Caches which countries contradict each other, since there are far fewer pairs than stretches. */
function disputes(): (registered: number, located: number) => boolean {
  const width = MAX_COUNTRY_NUMBER + 1;
  const known = new Int8Array(width * width).fill(-1);
  return (registered, located) => {
    if (registered === located || registered === 0 || located === 0) {
      return false;
    }
    const at = registered * width + located;
    if (known[at] < 0) {
      const codes = [registered, located].map((of) => countryCodeOf(of)!);
      known[at] = contradicts(codes[0], codes[1]) ? 1 : 0;
    }
    return known[at] === 1;
  };
}

/**
 * The addresses by the country that comes before all other sources: that of the first
 * list of places that may speak for the address's network, or else that of the first of
 * the operator's databases.
 */
async function precedingRuns(
  family: 4 | 6,
  { placeLists, geoFiles, asn }: CountryTables,
  pause: Pause,
): Promise<RunSource> {
  const tables = [
    ...placeLists.map(({ places, networks }) => ({ table: places, networks })),
    ...geoFiles.map((table) => ({ table, networks: undefined })),
  ];
  const sources = tables.flatMap(({ table, networks }) =>
    table.countryRuns(family)
      .map((source) => ({ source, networks }))
  );
  const runs = new Runs();
  runs.add(0, 0, 0);
  if (sources.length === 0) return sourceOf(runs);
  const systems = new RunMerge(asn.systemRuns(family));
  await visitRuns(
    sources.map(({ source }) => source),
    (stretch) => {
      const { values, nextHigh, nextLow } = stretch;
      let { high, low } = stretch;
      if (values.every((value) => value === 0)) return runs.add(high, low, 0);
      do {
        systems.seek(high, low);
        const system = systemIn(systems);
        const first = sources.findIndex(({ networks }, i) =>
          values[i] !== 0 &&
          (!networks || system >= 0 && networks.has(asn.asnOf(system)))
        );
        runs.add(high, low, values[first] ?? 0);
        high = systems.nextHigh;
        low = systems.nextLow;
      } while (high < nextHigh || high === nextHigh && low < nextLow);
    },
    pause,
  );
  return sourceOf(runs);
}
