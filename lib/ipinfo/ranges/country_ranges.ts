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
import type { Registrations } from "../../data/networks/registered_countries.ts";
import type { Tables } from "../../data/tables.ts";
import { countryCodeOf, countryNumber } from "../../data/places/countries.ts";
import { anycastServices } from "../../net/anycast.ts";
import type { CountryVote } from "../sources/country_vote.ts";
import {
  IPV6_ALLOCATIONS,
  isLocatable,
  registryOfBlock,
  registryOfCountry,
} from "../../net/allocations.ts";
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
 * Follows the sources of profiles without building any. Lists of places, anycast
 * networks and databases of the operator come first, then the vote of the database, the
 * registrations and IPFire; only where they differ, the autonomous system decides. In China, and where nothing else knows a country, regional files decide.
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
    ...placeListRuns(family, tables, false),
    ...anycastRuns(family, tables),
    ...placeListRuns(family, tables, true),
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

const BITS = 10;
const MASK = (1 << BITS) - 1;
/** Set in a vote that counts on hosting networks. */
const COUNTS = 1 << BITS;

/** Packs the country of the database, and the vote of the registration above it. */
function pairOf(located: number, registered: number): number {
  return voteOf(located, registered) << BITS | located;
}

/** A country, and whether its block is one that the database has in the country `located`. */
function voteOf(located: number, vote: number): number {
  const isUndivided = located !== 0 && vote >>> BITS === located;
  return vote & MASK | (isUndivided ? COUNTS : 0);
}

/**
 * The `countryNumber` that wins, of the database's, the registered one and IPFire's.
 * Only where those differ, the three are kept until the system is known.
 */
export async function votedRuns(
  family: 4 | 6,
  { asn, countries, geo, ipfire = [] }: CountryTables,
  vote: CountryVote,
): Promise<RunSource> {
  const votesOf = (table: Registrations) => {
    const runs = table.countryRuns(family);
    return family === 6 && table.blockOf ? undividedRuns(runs, vote) : runs;
  };
  const pairs = combineRuns(
    overlayRuns(await geo.countryRuns(family)),
    votesOf(countries),
    pairOf,
  );
  const ipfireVotes = overlayRuns(ipfire.map(votesOf));
  const ipfireRuns = family === 6 ? ipfireVotes : combineRuns(
    ipfireVotes,
    registryRuns(family),
    (country, registry) =>
      country !== 0 && registryNumber(country) === registry
        ? country | COUNTS
        : country,
  );
  const open = combineRuns(pairs, ipfireRuns, (pair, ipfire) => {
    const located = pair & MASK;
    const registered = pair >>> BITS & MASK;
    if (located === 0) return ipfire & MASK || registered;
    if ((ipfire & MASK) === located || registered === located) return located;
    const ipfireVote = family === 6 ? voteOf(located, ipfire) : ipfire;
    return (ipfireVote << 2 * BITS + 1 | pair) >>> 0;
  });
  return combineRuns(
    open,
    overlayRuns(asn.systemRuns(family)),
    (votes, system) => {
      if (votes <= MASK) return votes;
      return vote.winner(family, {
        located: votes & MASK,
        registered: votes >>> BITS & MASK,
        hasBlock: (votes >>> BITS & COUNTS) !== 0,
        ipfire: votes >>> 2 * BITS + 1 & MASK,
        hasIpfireBlock: (votes >>> 2 * BITS + 1 & COUNTS) !== 0,
      }, system - 1);
    },
  );
}

/** Blocks in one step, which takes about a millisecond. */
const BLOCKS_PER_STEP = 512;

/** Adds to each IPv6 block, above its country, the country in which the database has all of it. */
function undividedRuns(source: RunSource, vote: CountryVote): RunSource {
  const runs = new Runs();
  let piece: Runs | null | undefined;
  let next = 0;
  let open = { high: 0, low: 0, value: 0 };

  /** Adds the last block, which ends before another one. */
  function close(high: number, low: number): void {
    const { value } = open;
    const whole = value === 0 ? 0 : vote.countryOfBlock({
      start: [open.high, open.low],
      end: low === 0 ? [high - 1, LAST] : [high, low - 1],
    }, value);
    runs.add(open.high, open.low, whole << BITS | value);
  }

  return {
    next() {
      runs.count = 0;
      while (piece !== null && runs.count < BLOCKS_PER_STEP) {
        if (!piece || next === piece.count) {
          piece = source.next();
          next = 0;
          if (piece === null) close(LAST + 1, 0);
          continue;
        }
        const { highs, lows, values } = piece;
        const [high, low, value] = [highs[next], lows[next], values[next]];
        next++;
        if (value === open.value) continue;
        if (high !== open.high || low !== open.low) close(high, low);
        open = { high, low, value };
      }
      return runs.count > 0 ? runs : null;
    },
  };
}

const registries: (string | undefined)[] = [];

/** Numbers registries from 1, as they appear; 0 for none. */
function numberOfRegistry(rir: string | undefined): number {
  if (rir === undefined) return 0;
  const at = registries.indexOf(rir);
  return at < 0 ? registries.push(rir) : at + 1;
}

const registryNumbers = new Map<number, number>();

/** The number of the registry of a country. */
function registryNumber(country: number): number {
  return registryNumbers.getOrInsertComputed(
    country,
    () => numberOfRegistry(registryOfCountry(countryCodeOf(country)!)),
  );
}

/** The addresses by the number of the registry to which IANA has given them. */
function registryRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => numberOfRegistry(registryOfBlock(ip)));
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
  isHarvest: boolean,
): RunSource[] {
  const lists = placeLists.filter((list) =>
    (list.isHarvest ?? false) === isHarvest
  );
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

/** Runs of 1 where addresses are public, 0 elsewhere. */
export function publicRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => !isBogon(ip));
}

/** Runs of 1 where addresses can have a location, 0 elsewhere. */
export function locatableRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => !isBogon(ip) && isLocatable(ip));
}

/** An address in the middle of the first block: in IPv6, a /64. */
export function addressAt(family: 4 | 6, high: number, low: number): IpAddress {
  return family === 4
    ? ipv4FromValue(low)
    : ipv6FromWords([high, low, 0x8000_0000, 0x8000_0000]);
}

/** Runs of a property that changes only where a block begins, or after its end. */
function runsWhere(
  family: 4 | 6,
  valueOf: (ip: IpAddress) => number | boolean,
): RunSource {
  const runs = new Runs();
  for (const [high, low] of boundsOf(family)) {
    runs.add(high, low, Number(valueOf(addressAt(family, high, low))));
  }
  return sourceOf(runs);
}

type Start = readonly [high: number, low: number];

const LAST = 0xffff_ffff;

/** The starts of the registries' blocks and the addresses after them, in ascending order. */
function boundsOf(family: 4 | 6): Start[] {
  const texts = [...SPECIAL_BLOCKS.map(([cidr]) => cidr), ...IPV6_ALLOCATIONS];
  // IANA gives out IPv4 in blocks of /8.
  const starts: Start[] = family === 6
    ? [[0, 0]]
    : Array.from({ length: 256 }, (_, octet) => [0, (octet << 24) >>> 0]);
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
