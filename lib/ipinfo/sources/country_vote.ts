import {
  countryCodeOf,
  countryNumber,
  MAX_COUNTRY_NUMBER,
} from "../../data/places/countries.ts";
import { registryOfBlock, registryOfCountry } from "../../net/allocations.ts";
import type { AsnTable } from "../../data/networks/asn_table.ts";
import type { GeoDatabase } from "../../data/geo_database.ts";
import type { Registrations } from "../../data/networks/registered_countries.ts";
import type { IpAddress, Ipv6Address } from "../../net/ip_address.ts";
import { networkTypeOf } from "../risk/network_type.ts";
import { UndividedBlocks } from "./undivided_blocks.ts";

/**
 * Countries with territories that have codes of their own. Registrations often name
 * the country for its territory, which therefore does not contradict it. Kosovo's code
 * is not in ISO 3166, so registrations can only name a neighbor.
 */
const TERRITORIES: Readonly<Record<string, string | undefined>> = {
  AL: "XK",
  AU: "CC CX NF",
  CN: "HK MO",
  DK: "FO GL",
  FI: "AX",
  FR: "BL GF GP MF MQ NC PF PM RE TF WF YT",
  GB: "AI BM FK GG GI GS IM IO JE KY MS PN SH TC VG",
  NL: "AW BQ CW SX",
  NO: "BV SJ",
  NZ: "CK NU TK",
  RS: "XK",
  US: "AS GU MP PR UM VI",
};

interface CountryVoteOptions {
  /** The database against which they vote. */
  readonly geo: Pick<GeoDatabase, "lookup">;
  readonly countries: Pick<Registrations, "ofAddress" | "ofAsn" | "blockOf">;
  readonly ipfire?: readonly Pick<Registrations, "ofAddress" | "blockOf">[];
  /** Names the system of an address. */
  readonly table: Pick<
    AsnTable,
    "asnOf" | "findRow" | "system" | "systemCount" | "systemIndex"
  >;
}

/**
 * Whether a registration contradicts the country that a database names. It does not
 * if it names the country that the other one is a territory of.
 */
function contradicts(registered: string, located: string): boolean {
  return registered !== located &&
    !TERRITORIES[registered]?.includes(located);
}

const WIDTH = MAX_COUNTRY_NUMBER + 1;

/** By pair of numbers, whether they contradict each other, + 1; 0 until somebody asks. */
const contradictions = new Uint8Array(WIDTH * WIDTH);

/** As {@link contradicts}, for the numbers of two countries. */
function areContrary(registered: number, located: number): boolean {
  const at = registered * WIDTH + located;
  if (contradictions[at] === 0) {
    const codes = [registered, located].map((of) => countryCodeOf(of)!);
    contradictions[at] = contradicts(codes[0], codes[1]) ? 2 : 1;
  }
  return contradictions[at] === 2;
}

const latinAmerican = new Map<number, boolean>();

function isLatinAmerican(country: number): boolean {
  return latinAmerican.getOrInsertComputed(
    country,
    () => registryOfCountry(countryCodeOf(country)!) === "LACNIC",
  );
}

/** What the registrations of a system say of the country of its addresses. */
const USES = { unknown: 0, registered: 1, hosting: 2, anywhere: 3 } as const;

/** The `countryNumber` that each source names for an address; 0 if it names none. */
interface Votes {
  readonly located: number;
  readonly registered: number;
  readonly ipfire: number;
  /** Whether the registered country counts on hosting networks: in IPv6, of a block that the database doesn't divide. */
  readonly hasBlock: boolean;
  /**
   * The same for IPFire's. In IPv4, it counts if IANA has given the block to the registry
   * of its country.
   */
  readonly hasIpfireBlock: boolean;
}

/**
 * The registrations of addresses and of autonomous systems, and IPFire's database,
 * which vote on the country beside a database. What each rule gains and loses is in
 * tests/evaluation/README.md:
 *
 * - Nothing outvotes a database that IPFire or the registration of the address supports.
 * - Otherwise the two registrations do if they agree. Without IPFire, not within Latin
 *   America, where carriers use their addresses in neighboring countries.
 * - Not on hosting networks, whose registrations have the country of the company. There,
 *   IPv6 blocks are registered where they are used: IPFire's country wins, or without
 *   IPFire the registered one, if the database doesn't divide the block that has it. In
 *   IPv4, IPFire's wins if it is the registered one, in the region of the block's
 *   registry, and the database doesn't have the country of the company.
 * - Never on networks of education, some of whose addresses are used all over the world.
 */
export class CountryVote {
  readonly #blocks: UndividedBlocks;
  readonly #countries: CountryVoteOptions["countries"];
  readonly #ipfire: NonNullable<CountryVoteOptions["ipfire"]>;
  readonly #table: CountryVoteOptions["table"];
  /**
   * For each system, the number of its country + 1; 0 if nobody asked for
   * it yet. To find it, and not to miss the processor's cache, costs more than the rest
   * of a vote. Made at the first lookup.
   */
  #systemCountries: Uint16Array | undefined;
  /** For each system, one of `USES`. */
  #uses: Uint8Array | undefined;

  constructor({ geo, countries, ipfire = [], table }: CountryVoteOptions) {
    this.#blocks = new UndividedBlocks(geo);
    this.#countries = countries;
    this.#ipfire = ipfire;
    this.#table = table;
  }

  /** The country that outvotes the one a database names; undefined if none does. */
  against(countryCode: string | undefined, ip: IpAddress): string | undefined {
    if (countryCode === undefined) {
      return this.#ofIpfire(ip) ?? this.#countries.ofAddress(ip);
    }
    // Most addresses are decided before everything is looked up.
    const located = countryNumber(countryCode);
    const system = this.#systemOf(ip);
    const ofSystem = this.#numberOfSystem(system);
    const use = this.#useOf(system);
    const isIpv6Host = use === USES.hosting && ip.family === 6;
    if (use === USES.anywhere) return undefined;
    if (!isIpv6Host && (ofSystem === 0 || ofSystem === located)) {
      return undefined;
    }
    const ipfireTable = this.#ipfireTable(ip);
    const ipfireCode = ipfireTable?.ofAddress(ip);
    const ipfire = countryNumber(ipfireCode ?? "");
    if (ipfire === located) return undefined;
    const registered = countryNumber(this.#countries.ofAddress(ip) ?? "");
    const hasBlock = (
      table: Pick<Registrations, "blockOf"> | undefined,
      country: number,
    ) => isIpv6Host && this.hasBlock(table, ip, country, located);
    const winner = this.winner(ip.family, {
      located,
      registered,
      ipfire,
      hasBlock: hasBlock(this.#countries, registered),
      hasIpfireBlock: ip.family === 6
        ? hasBlock(ipfireTable, ipfire)
        : ipfireCode !== undefined &&
          registryOfBlock(ip) === registryOfCountry(ipfireCode),
    }, system);
    return winner === located ? undefined : countryCodeOf(winner);
  }

  /**
   * The number of the country that wins; 0 if nothing names one.
   *
   * @param system the `systemIndex` of the address, -1 if nobody announces it
   */
  winner(
    family: 4 | 6,
    { located, registered, ipfire, hasBlock, hasIpfireBlock }: Votes,
    system: number,
  ): number {
    if (located === 0) return ipfire || registered;
    const isSupported = ipfire === located ||
      registered !== 0 && !areContrary(registered, located);
    const use = this.#useOf(system);
    if (isSupported || use === USES.anywhere) return located;
    const ofSystem = this.#numberOfSystem(system);
    let other = 0;
    if (use === USES.registered) {
      const isAbroad = ipfire === 0 && isLatinAmerican(located) &&
        isLatinAmerican(registered);
      if (registered === ofSystem && !isAbroad) other = registered;
    } else if (family === 6) {
      if (ipfire === 0 ? hasBlock : hasIpfireBlock) {
        other = ipfire || registered;
      }
    } else if (
      ipfire === registered && hasIpfireBlock && located !== ofSystem
    ) {
      other = ipfire;
    }
    return other !== 0 && areContrary(other, located) ? other : located;
  }

  /** @param system as in {@link winner} */
  isHosting(system: number): boolean {
    return this.#useOf(system) === USES.hosting;
  }

  /** Whether the database has all of the block of an IPv6 address, of which a table says that it is in `country`, in another one. */
  hasBlock(
    table: Pick<Registrations, "blockOf"> | undefined,
    ip: IpAddress,
    country: number,
    located: number,
  ): boolean {
    const block = ip.family === 6 && table?.blockOf?.(ip);
    return block ? this.#blocks.countryOf(block, country) === located : false;
  }

  /**
   * The countries that the registrations of an address and of its system name, and
   * IPFire's. Some systems have the country of a company that uses its addresses
   * elsewhere. So they don't count for an IPv4 host's address that is registered in
   * another country, and for a part of an IPv6 allocation that is registered where the
   * database has it. There, IPFire doesn't count if it names the system's country.
   *
   * @param located the country that the database names
   */
  countriesOf(
    ip: IpAddress,
    located: string | undefined,
  ): (string | undefined)[] {
    const registered = this.#countries.ofAddress(ip);
    const system = this.#systemOf(ip);
    const ofSystem = countryCodeOf(this.#numberOfSystem(system));
    const isElsewhere = registered !== undefined && registered !== ofSystem &&
      (ip.family === 4
        ? this.#useOf(system) === USES.hosting
        : registered === located && this.#isPart(ip));
    const ipfire = this.#ofIpfire(ip);
    if (!isElsewhere) return [registered, ofSystem, ipfire];
    return [registered, undefined, ipfire === ofSystem ? undefined : ipfire];
  }

  /** Whether the registered block of an address is narrower than a /32. Most allocations are wider. */
  #isPart(ip: Ipv6Address): boolean {
    const block = this.#countries.blockOf?.(ip);
    if (!block) return false;
    const { start, end } = block;
    return start[0] === end[0] && (start[1] ^ end[1]) >= 0;
  }

  #ofIpfire(ip: IpAddress): string | undefined {
    return this.#ipfireTable(ip)?.ofAddress(ip);
  }

  #ipfireTable(ip: IpAddress) {
    return this.#ipfire.find((table) => table.ofAddress(ip) !== undefined);
  }

  /** -1 if nobody announces the address. */
  #systemOf(ip: IpAddress): number {
    const row = this.#table.findRow(ip);
    return row < 0 ? -1 : this.#table.systemIndex(row);
  }

  #numberOfSystem(system: number): number {
    if (system < 0) return 0;
    this.#systemCountries ??= new Uint16Array(this.#table.systemCount);
    if (this.#systemCountries[system] === 0) {
      const code = this.#countries.ofAsn(this.#table.asnOf(system));
      this.#systemCountries[system] = countryNumber(code ?? "") + 1;
    }
    return this.#systemCountries[system] - 1;
  }

  /** One of `USES`. */
  #useOf(system: number): number {
    if (system < 0) return USES.registered;
    this.#uses ??= new Uint8Array(this.#table.systemCount);
    if (this.#uses[system] === USES.unknown) {
      const { asn, org } = this.#table.system(system);
      const networkClass = networkTypeOf(asn, org)?.networkClass;
      this.#uses[system] = networkClass === "hosting"
        ? USES.hosting
        : networkClass === "education"
        ? USES.anywhere
        : USES.registered;
    }
    return this.#uses[system];
  }
}
