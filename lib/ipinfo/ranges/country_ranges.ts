import type { Pause } from "../../core/async.ts";
import {
  combineRuns,
  overlayRuns,
  rangesByValue,
  type RunSource,
} from "../../data/columns/runs.ts";
import type { RangeList } from "../../net/ranges.ts";
import type { Tables } from "../../data/tables.ts";
import { countryNumber } from "../../data/places/countries.ts";
import { anycastServices } from "../../net/anycast.ts";
import type { CountryVote } from "../sources/country_vote.ts";
import { isRelayList } from "../risk/evidence.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import {
  blockRuns,
  locatableRuns,
  setRuns,
} from "../../data/columns/block_runs.ts";
import { votedRuns } from "./voted_runs.ts";

/** What decides on the country of an address. */
export type CountryTables = Pick<
  Tables,
  | "anycast"
  | "asn"
  | "countries"
  | "geo"
  | "geoFiles"
  | "ipfire"
  | "placeLists"
  | "regional"
>;

/** Whether two sets of tables have all countries from the same sources. */
export function haveSameCountries(a: CountryTables, b: CountryTables): boolean {
  const sources = [a, b].map((
    {
      anycast,
      geo,
      countries,
      ipfire = [],
      placeLists,
      geoFiles,
      regional,
      asn,
    },
  ) => [
    ...[geo, countries, asn],
    ...ipfire,
    ...placeLists.map(({ places }) => places),
    ...anycast.map(({ prefixes }) => prefixes),
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
 * Follows the sources of profiles without building any. Lists of relays, anycast
 * networks, other lists of places and databases of the operator come first, then the
 * vote of the database, the registrations and IPFire; only where they differ, the
 * autonomous system decides. In China, and where nothing else knows a country, regional
 * files decide.
 */
export async function computeCountryRanges(
  family: 4 | 6,
  tables: CountryTables,
  vote: CountryVote,
  pause: Pause,
): Promise<Map<number, RangeList>> {
  const voted = await votedRuns(family, tables, vote);
  await pause();
  const regionals = tables.regional.flatMap((file) => file.countryRuns(family));
  const known = overlayRuns([
    ...placeListRuns(family, tables, true),
    ...anycastRuns(family, tables),
    ...placeListRuns(family, tables, false),
    ...tables.geoFiles.flatMap((file) => file.countryRuns(family)),
    voted,
  ]);
  const completed = regionals.length === 0
    ? known
    : combineRuns(known, overlayRuns(regionals), regionalOr);
  await pause();
  return await rangesByValue(
    family,
    combineRuns(
      locatableRuns(family),
      completed,
      (isLocatable, country) => isLocatable === 0 ? 0 : country,
    ),
    pause,
  );
}

/** Regional files decide for China, and for addresses without a country elsewhere. */
function regionalOr(country: number, regional: number): number {
  const isRegional = regional !== 0 && (country === 0 || country === CHINA);
  return isRegional ? regional : country;
}

/** The addresses that are in many places at once, by the country of their operator. */
export function anycastRuns(
  family: 4 | 6,
  { anycast, asn, countries }: CountryTables,
): RunSource[] {
  const services = anycastServices();
  const [dns, networks] = [true, false].map((isDns) =>
    blockRuns(
      family,
      services.filter(({ kind }) => (kind !== "network") === isDns).flatMap(
        ({ blocks, countryCode }) =>
          blocks.map((cidr) => ({ cidr, value: countryNumber(countryCode) })),
      ),
    )
  );
  const ofAsn = new Map(
    services.flatMap(({ asns }, i) => asns.map((own) => [own, i + 1])),
  );
  const unicast = blockRuns(
    family,
    services.flatMap((service, i) =>
      service.unicast.map((cidr) => ({ cidr, value: i + 1 }))
    ),
  );
  const systems = () => overlayRuns(asn.systemRuns(family));
  const announced = combineRuns(systems(), unicast, (system, exception) => {
    const own = system && ofAsn.get(asn.asnOf(system - 1));
    return own && own !== exception
      ? countryNumber(services[own - 1].countryCode)
      : 0;
  });
  const counted = combineRuns(
    setRuns(family, PrefixSet.union(anycast.map(({ prefixes }) => prefixes))),
    systems(),
    (isListed, system) =>
      isListed && system
        ? countryNumber(countries.ofAsn(asn.asnOf(system - 1)) ?? "")
        : 0,
  );
  return [dns, networks, announced, counted];
}

/** The addresses by the country of the lists of places, each for the networks it covers. */
function placeListRuns(
  family: 4 | 6,
  { placeLists, asn }: CountryTables,
  isRelay: boolean,
): RunSource[] {
  const lists = placeLists.filter(({ name }) => isRelayList(name) === isRelay);
  return lists.flatMap(({ places, networks }) => {
    const runs = places.countryRuns(family);
    if (!networks) return runs;
    return runs.map((countries) =>
      combineRuns(
        countries,
        overlayRuns(asn.systemRuns(family)),
        (country, system) =>
          country !== 0 && system !== 0 && networks.has(asn.asnOf(system - 1))
            ? country
            : 0,
      )
    );
  });
}
