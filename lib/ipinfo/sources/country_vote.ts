import { countryCodeOf, countryNumber } from "../../data/places/countries.ts";
import type { AsnTable } from "../../data/networks/asn_table.ts";
import type { RegisteredCountries } from "../../data/networks/registered_countries.ts";
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
  readonly countries: Pick<RegisteredCountries, "ofAddress" | "ofAsn">;
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
export function contradicts(registered: string, located: string): boolean {
  return registered !== located &&
    !TERRITORIES[registered]?.includes(located);
}

/** Whether an autonomous system hosts servers. */
const HOSTING = { unknown: 0, no: 1, yes: 2 } as const;

/**
 * The registrations of addresses and of autonomous systems, which vote on the
 * country beside a database.
 *
 * If both agree on another country, that country is used, except for hosting
 * networks, whose registrations have the country of the company, not of its
 * servers: with a vote there, 12 points would be lost on Azure's published IPv6
 * addresses (see tests/evaluation).
 */
export class CountryVote {
  readonly #countries: CountryVoteOptions["countries"];
  readonly #table: CountryVoteOptions["table"];
  /**
   * For each system, the number of its country + 1; 0 if nobody asked for
   * it yet. To find it, and not to miss the processor's cache, costs more than the rest
   * of a vote. Made at the first lookup.
   */
  #systemCountries: Uint16Array | undefined;
  /** For each system, one of `HOSTING`. */
  #hosting: Uint8Array | undefined;

  constructor({ countries, table }: CountryVoteOptions) {
    this.#countries = countries;
    this.#table = table;
  }

  /** The country that outvotes the one a database names; undefined if none does. */
  against(countryCode: string | undefined, ip: IpAddress): string | undefined {
    if (countryCode === undefined) return this.#countries.ofAddress(ip);
    // Most systems agree with the database; then nothing else has to be looked up.
    const system = this.#systemOf(ip);
    const other = this.#ofSystem(system);
    return other !== undefined && contradicts(other, countryCode) &&
        this.#countries.ofAddress(ip) === other && !this.#isHosting(system)
      ? other
      : undefined;
  }

  /**
   * Whether the country in which an address is registered outvotes the one that a
   * database names, which it contradicts.
   *
   * @param registered the `countryNumber`
   * @param system the `systemIndex` of the address, -1 if nobody announces it
   */
  outvotes(registered: number, system: number): boolean {
    return this.#numberOfSystem(system) === registered &&
      !this.#isHosting(system);
  }

  /** The countries that the registrations of an address and of its system name. */
  countriesOf(ip: IpAddress): (string | undefined)[] {
    return [
      this.#countries.ofAddress(ip),
      this.#ofSystem(this.#systemOf(ip)),
    ];
  }

  /** -1 if nobody announces the address. */
  #systemOf(ip: IpAddress): number {
    const row = this.#table.findRow(ip);
    return row < 0 ? -1 : this.#table.systemIndex(row);
  }

  #ofSystem(system: number): string | undefined {
    return countryCodeOf(this.#numberOfSystem(system));
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
    this.#hosting ??= new Uint8Array(this.#table.systemCount);
    if (this.#hosting[system] === HOSTING.unknown) {
      const { asn, org } = this.#table.system(system);
      const isHosting = networkTypeOf(asn, org)?.networkClass === "hosting";
      this.#hosting[system] = isHosting ? HOSTING.yes : HOSTING.no;
    }
    return this.#hosting[system] === HOSTING.yes;
  }
}
