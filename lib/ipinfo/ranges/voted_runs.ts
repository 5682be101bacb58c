import {
  combineRuns,
  overlayRuns,
  type RunSource,
} from "../../data/columns/runs.ts";
import type { Registrations } from "../../data/networks/registered_countries.ts";
import { countryCodeOf } from "../../data/places/countries.ts";
import type { Tables } from "../../data/tables.ts";
import { registryOfCountry } from "../../net/allocations.ts";
import type { CountryVote } from "../sources/country_vote.ts";
import {
  addressAt,
  registryNumber,
  registryRuns,
} from "../../data/columns/block_runs.ts";

const BITS = 10;
const MASK = (1 << BITS) - 1;
/** Set in a vote that counts on hosting networks, see `Votes`. */
const COUNTS = 1 << BITS;

/** Set in votes on IPv6 addresses of a hosting network, until it is known which of them count. */
const UNASKED = COUNTS << BITS;
/** The lowest bit of each vote, above the country of the database. */
const REGISTERED = BITS;
const IPFIRE = 2 * BITS + 1;

/**
 * The `countryNumber` that wins, of the database's, the registered one and IPFire's.
 * Only where those differ, the three are kept until the system is known.
 */
export async function votedRuns(
  family: 4 | 6,
  { asn, countries, geo, ipfire = [] }: Pick<
    Tables,
    "asn" | "countries" | "geo" | "ipfire"
  >,
  vote: CountryVote,
): Promise<RunSource> {
  const pairs = combineRuns(
    overlayRuns(await geo.countryRuns(family)),
    countries.countryRuns(family),
    (located, registered) => registered << REGISTERED | located,
  );
  const ipfireVotes = overlayRuns(
    ipfire.map((table) => table.countryRuns(family)),
  );
  const ipfireRuns = family === 6 ? ipfireVotes : combineRuns(
    ipfireVotes,
    registryRuns(family),
    (country, registry) =>
      country !== 0 && registryOf(country) === registry
        ? country | COUNTS
        : country,
  );
  const votes = combineRuns(pairs, ipfireRuns, (pair, ipfire) => {
    const located = pair & MASK;
    const registered = pair >>> REGISTERED;
    if (located === 0) return ipfire & MASK || registered;
    if ((ipfire & MASK) === located || registered === located) return located;
    return (ipfire << IPFIRE | pair) >>> 0;
  });
  const open = family === 4 ? votes : withBlocks(
    combineRuns(
      votes,
      overlayRuns(asn.systemRuns(family)),
      (votes, system) =>
        votes > MASK && vote.isHosting(system - 1) ? votes | UNASKED : votes,
    ),
    countries,
    ipfire,
    vote,
  );
  return combineRuns(
    open,
    overlayRuns(asn.systemRuns(family)),
    (votes, system) => {
      if (votes <= MASK) return votes;
      return vote.winner(family, {
        located: votes & MASK,
        registered: votes >>> REGISTERED & MASK,
        hasBlock: (votes >>> REGISTERED & COUNTS) !== 0,
        ipfire: votes >>> IPFIRE & MASK,
        hasIpfireBlock: (votes >>> IPFIRE & COUNTS) !== 0,
      }, system - 1);
    },
  );
}

/** Adds to votes on IPv6 addresses which of them count on hosting networks. */
function* withBlocks(
  source: RunSource,
  countries: Registrations,
  ipfire: readonly Registrations[],
  vote: CountryVote,
): RunSource {
  for (const piece of source) {
    const { highs, lows, values, count } = piece;
    for (let i = 0; i < count; i++) {
      if ((values[i] & UNASKED) === 0) continue;
      const ip = addressAt(6, highs[i], lows[i]);
      const votes = values[i] & ~UNASKED;
      const counts = (table: Registrations | undefined, shift: number) =>
        vote.hasBlock(table, ip, votes >>> shift & MASK, votes & MASK)
          ? COUNTS << shift
          : 0;
      const ipfireTable = ipfire.find((one) => one.ofAddress(ip) !== undefined);
      values[i] = votes | counts(countries, REGISTERED) |
        counts(ipfireTable, IPFIRE);
    }
    yield piece;
  }
}

/** By country. */
const registryNumbers = new Map<number, number>();

function registryOf(country: number): number {
  return registryNumbers.getOrInsertComputed(
    country,
    () => registryNumber(registryOfCountry(countryCodeOf(country)!)),
  );
}
