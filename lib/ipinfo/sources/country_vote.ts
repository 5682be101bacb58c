import {
  countryCodeOf,
  countryNumber,
  MAX_COUNTRY_NUMBER,
} from "../../data/places/countries.ts";
import { registryOfBlock, registryOfCountry } from "../../net/allocations.ts";
import type { AsnTable } from "../../data/networks/asn_table.ts";
import type { Registrations } from "../../data/networks/registered_countries.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { networkTypeOf } from "../risk/network_type.ts";

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
  readonly countries: Pick<Registrations, "ofAddress" | "ofAsn">;
  /** IPFire's; without it, nothing outvotes a database. */
  readonly ipfire?: readonly Pick<Registrations, "ofAddress">[];
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

/** Whether an autonomous system hosts servers. */
const HOSTING = { unknown: 0, no: 1, yes: 2 } as const;

/** The `countryNumber` that each source names for an address; 0 if it names none. */
interface Votes {
  readonly located: number;
  readonly registered: number;
  readonly ipfire: number;
  /** Whether IANA has given the block to the registry of IPFire's country. */
  readonly isRegional: boolean;
}

/**
 * The registrations of addresses and of autonomous systems, and IPFire's database,
 * which vote on the country beside a database.
 *
 * The two registrations outvote the database if they agree, and IPFire does not
 * support it. Not on hosting networks, whose registrations have the country of the
 * company, not of its servers. There, IPFire outvotes the database if no registration
 * supports it, and if IPFire's country is more than that of the company: another one,
 * in the region of the registry that has given out the block. Without these two
 * conditions, 87 points would be lost on the addresses of one host, and 9 on Azure's
 * IPv6 addresses (see tests/evaluation).
 */
export class CountryVote {
  readonly #countries: CountryVoteOptions["countries"];
  readonly #ipfire: NonNullable<CountryVoteOptions["ipfire"]>;
  readonly #table: CountryVoteOptions["table"];
  /**
   * For each system, the number of its country + 1; 0 if nobody asked for
   * it yet. To find it, and not to miss the processor's cache, costs more than the rest
   * of a vote. Made at the first lookup.
   */
  #systemCountries: Uint16Array | undefined;
  /** For each system, one of `HOSTING`. */
  #hosting: Uint8Array | undefined;

  constructor({ countries, ipfire = [], table }: CountryVoteOptions) {
    this.#countries = countries;
    this.#ipfire = ipfire;
    this.#table = table;
  }

  /** The country that outvotes the one a database names; undefined if none does. */
  against(countryCode: string | undefined, ip: IpAddress): string | undefined {
    if (countryCode === undefined) {
      return this.#ofIpfire(ip) ?? this.#countries.ofAddress(ip);
    }
    if (this.#ipfire.length === 0) return undefined;
    // Most addresses are decided before everything is looked up.
    const located = countryNumber(countryCode);
    const system = this.#systemOf(ip);
    const ofSystem = this.#numberOfSystem(system);
    const isHosting = this.#isHosting(system);
    if (!isHosting && (ofSystem === 0 || ofSystem === located)) {
      return undefined;
    }
    const ipfireCode = this.#ofIpfire(ip);
    const ipfire = countryNumber(ipfireCode ?? "");
    if (ipfire === located || isHosting && ipfireCode === undefined) {
      return undefined;
    }
    const winner = this.winner({
      located,
      registered: countryNumber(this.#countries.ofAddress(ip) ?? ""),
      ipfire,
      isRegional: isHosting &&
        registryOfBlock(ip) === registryOfCountry(ipfireCode!),
    }, system);
    return winner === located ? undefined : countryCodeOf(winner);
  }

  /**
   * The number of the country that wins, with IPFire's database; 0 if nothing names
   * one.
   *
   * @param system the `systemIndex` of the address, -1 if nobody announces it
   */
  winner(
    { located, registered, ipfire, isRegional }: Votes,
    system: number,
  ): number {
    if (located === 0) return ipfire || registered;
    if (ipfire === located) return located;
    const ofSystem = this.#numberOfSystem(system);
    const isOutvoted = registered === 0 || areContrary(registered, located);
    if (!isOutvoted) return located;
    if (!this.#isHosting(system)) {
      return registered !== 0 && registered === ofSystem ? registered : located;
    }
    return isRegional && ipfire !== 0 && ipfire !== ofSystem &&
        areContrary(ipfire, located)
      ? ipfire
      : located;
  }

  /** The countries that the registrations of an address and of its system name, and IPFire's. */
  countriesOf(ip: IpAddress): (string | undefined)[] {
    return [
      this.#countries.ofAddress(ip),
      countryCodeOf(this.#numberOfSystem(this.#systemOf(ip))),
      this.#ofIpfire(ip),
    ];
  }

  #ofIpfire(ip: IpAddress): string | undefined {
    for (const table of this.#ipfire) {
      const code = table.ofAddress(ip);
      if (code !== undefined) return code;
    }
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

  #isHosting(system: number): boolean {
    if (system < 0) return false;
    this.#hosting ??= new Uint8Array(this.#table.systemCount);
    if (this.#hosting[system] === HOSTING.unknown) {
      const { asn, org } = this.#table.system(system);
      const isHosting = networkTypeOf(asn, org)?.networkClass === "hosting";
      this.#hosting[system] = isHosting ? HOSTING.yes : HOSTING.no;
    }
    return this.#hosting[system] === HOSTING.yes;
  }
}
