import type { Pause } from "../../core/async.ts";
import {
  combineRuns,
  overlayRuns,
  rangesByValue,
  Runs,
  type RunSource,
  sourceOf,
} from "../../data/columns/runs.ts";
import type { RangeList } from "../../net/ranges.ts";
import type { Tables } from "../../data/tables.ts";
import {
  countryCodeOf,
  countryNumber,
  MAX_COUNTRY_NUMBER,
} from "../../data/places/countries.ts";
import { anycastServices } from "../../net/anycast.ts";
import { contradicts, type CountryVote } from "../sources/country_vote.ts";
import { IPV6_ALLOCATIONS, isLocatable } from "../../net/allocations.ts";
import { type Cidr, lastAddress, parseCidr } from "../../net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../net/ip_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { isBogon } from "../../net/special_blocks.ts";
import { SPECIAL_BLOCKS } from "../../facts/block_facts.ts";

/** What decides on the country of an address. */
export type CountryTables = Pick<
  Tables,
  | "anycast"
  | "asn"
  | "countries"
  | "geo"
  | "geoFiles"
  | "placeLists"
  | "regional"
>;

/** Whether two sets of tables have all countries from the same sources. */
export function haveSameCountries(a: CountryTables, b: CountryTables): boolean {
  const sources = [a, b].map((
    { anycast, geo, countries, placeLists, geoFiles, regional, asn },
  ) => [
    ...[geo, countries, asn],
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
 * Follows the sources of profiles without building any. Lists of places, anycast
 * networks and databases of the operator come first, then the database and the
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
  const located = overlayRuns(await geo.countryRuns(family));
  await pause();
  const judged = combineRuns(
    countries.countryRuns(family),
    located,
    verdicts(),
  );
  const voted = combineRuns(
    judged,
    overlayRuns(asn.systemRuns(family)),
    (country, system) => {
      if (country < DISPUTE) return country;
      const registered = country >>> 10 & 0x3ff;
      return vote.outvotes(registered, system - 1)
        ? registered
        : country & 0x3ff;
    },
  );
  const regionals = regional.flatMap((file) => file.countryRuns(family));
  const known = overlayRuns([
    ...placeListRuns(family, tables),
    ...anycastRuns(family, tables),
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

/** The addresses that are in many places at once, by the country of their operator. */
function anycastRuns(
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

/** Blocks that do not overlap, and what they stand for. */
function blockRuns(
  family: 4 | 6,
  blocks: readonly { readonly cidr: Cidr; readonly value: number }[],
): RunSource {
  const bounds = blocks
    .filter(({ cidr }) => cidr.address.family === family)
    .map(({ cidr, value }) => ({ ...blockBounds(cidr), value }))
    .sort((a, b) => a.start[0] - b.start[0] || a.start[1] - b.start[1]);
  const runs = new Runs();
  runs.add(0, 0, 0);
  for (const { start, after, value } of bounds) {
    runs.add(...start, value);
    if (after) runs.add(...after, 0);
  }
  return sourceOf(runs);
}

/** Runs of 1 for the addresses of a set, whose IPv6 blocks are wider than a /64. */
function setRuns(family: 4 | 6, set: PrefixSet): RunSource {
  const { starts, ends, count, width } = set.ranges(family);
  const runs = new Runs();
  runs.add(0, 0, 0);
  for (let at = 0; at < count * width; at += width) {
    const [high, low] = wordsOf(family, ends, at);
    runs.add(...wordsOf(family, starts, at), 1);
    if (low < LAST) runs.add(high, low + 1, 0);
    else if (family === 6) runs.add(high + 1, 0, 0);
  }
  return sourceOf(runs);
}

function wordsOf(family: 4 | 6, words: Uint32Array, at: number): Start {
  return family === 4 ? [0, words[at]] : [words[at], words[at + 1]];
}

/** The addresses by the country of the lists of places, each for the networks it covers. */
function placeListRuns(
  family: 4 | 6,
  { placeLists, asn }: CountryTables,
): RunSource[] {
  return placeLists.flatMap(({ places, networks }) => {
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

/** Runs of 1 where addresses are public, 0 elsewhere. */
export function publicRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => !isBogon(ip));
}

/** Runs of 1 where addresses can have a location, 0 elsewhere. */
function locatableRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => !isBogon(ip) && isLocatable(ip));
}

/** An address in the middle of the first block: in IPv6, a /64. */
function addressAt(family: 4 | 6, high: number, low: number): IpAddress {
  return family === 4
    ? ipv4FromValue(low)
    : ipv6FromWords([high, low, 0x8000_0000, 0x8000_0000]);
}

/** Both properties change only where a block begins, or after its end. */
function runsWhere(
  family: 4 | 6,
  holds: (ip: IpAddress) => boolean,
): RunSource {
  const runs = new Runs();
  for (const [high, low] of boundsOf(family)) {
    runs.add(high, low, holds(addressAt(family, high, low)) ? 1 : 0);
  }
  return sourceOf(runs);
}

type Start = readonly [high: number, low: number];

const LAST = 0xffff_ffff;

/** The starts of the registries' blocks and the addresses after them, in ascending order. */
function boundsOf(family: 4 | 6): Start[] {
  const texts = [...SPECIAL_BLOCKS.map(([cidr]) => cidr), ...IPV6_ALLOCATIONS];
  const starts: Start[] = [[0, 0]];
  for (const text of texts) {
    const cidr = parseCidr(text)!;
    // Those that split a /64 are all in blocks that are not allocated.
    if (cidr.address.family !== family || cidr.prefixLength > 64) continue;
    const { start, after } = blockBounds(cidr);
    starts.push(start);
    if (after) starts.push(after);
  }
  return starts.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The starts of the runs of a block and of what follows it, which is null after the last address. */
function blockBounds(
  cidr: Cidr,
): { readonly start: Start; readonly after: Start | null } {
  return { start: startOf(cidr.address), after: startAfter(cidr) };
}

function startOf(ip: IpAddress): Start {
  return ip.family === 4 ? [0, ip.value] : [ip.words[0], ip.words[1]];
}

/** Null after the last address. */
function startAfter(cidr: Cidr): Start | null {
  const [high, low] = startOf(lastAddress(cidr));
  if (low < LAST) return [high, low + 1];
  const isLast = cidr.address.family === 4 || high === LAST;
  return isLast ? null : [high + 1, 0];
}
