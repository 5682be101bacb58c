import { BoundedMap } from "../../core/cache.ts";
import type { AsnTable } from "../../data/networks/asn_table.ts";
import type { RegisteredCountries } from "../../data/networks/registered_countries.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { networkTypeOf } from "../risk/network_type.ts";

/**
 * Countries with territories that have codes of their own. Registrations often name
 * the country for its territory, which therefore does not contradict it. Kosovo's code
 * is not in ISO 3166, so registrations can only name a neighbour.
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

export interface CountryVoteOptions {
  readonly countries: Pick<RegisteredCountries, "ofAddress" | "ofAsn">;
  /** Names the system of an address. */
  readonly table: Pick<
    AsnTable,
    "findRow" | "systemAt" | "systemCount" | "systemIndex"
  >;
}

/** Autonomous systems per generation. Bounded because strangers choose the addresses. */
const MAX_CACHED = 4_096;

/**
 * The registrations of addresses and of autonomous systems, which vote on the country
 * beside a database.
 *
 * If both agree on another country, that one counts. Not for hosting networks, whose
 * registrations tell where the company is, not its servers: there the vote loses 12
 * points on Azure's published IPv6 addresses (see tests/evaluation).
 */
export class CountryVote {
  readonly #countries: CountryVoteOptions["countries"];
  readonly #table: CountryVoteOptions["table"];
  readonly #codes: (string | undefined)[] = [];
  /**
   * For each system, the position of its country in `#codes` + 1; 0 if nobody asked for
   * it yet. To find it, and not to miss the processor's cache, costs more than the rest
   * of a vote. Made at the first lookup.
   */
  #systemCodes: Uint16Array | undefined;
  readonly #hosting = new BoundedMap<number, boolean>(MAX_CACHED);

  constructor({ countries, table }: CountryVoteOptions) {
    this.#countries = countries;
    this.#table = table;
  }

  /** The country that outvotes the one a database names; undefined if none does. */
  against(countryCode: string | undefined, ip: IpAddress): string | undefined {
    if (countryCode === undefined) return this.#countries.ofAddress(ip);
    // Most systems agree with the database; then nothing else has to be looked up.
    const row = this.#table.findRow(ip);
    const other = this.#ofSystem(row);
    return other !== undefined && other !== countryCode &&
        !TERRITORIES[other]?.includes(countryCode) &&
        this.#countries.ofAddress(ip) === other && !this.#isHosting(row)
      ? other
      : undefined;
  }

  /** The countries that the registrations of an address and of its system name. */
  countriesOf(ip: IpAddress): (string | undefined)[] {
    return [
      this.#countries.ofAddress(ip),
      this.#ofSystem(this.#table.findRow(ip)),
    ];
  }

  #ofSystem(row: number): string | undefined {
    if (row < 0) return undefined;
    this.#systemCodes ??= new Uint16Array(this.#table.systemCount);
    const system = this.#table.systemIndex(row);
    let at = this.#systemCodes[system];
    if (at === 0) {
      const code = this.#countries.ofAsn(this.#table.systemAt(row).asn);
      const known = this.#codes.indexOf(code);
      at = known < 0 ? this.#codes.push(code) : known + 1;
      this.#systemCodes[system] = at;
    }
    return this.#codes[at - 1];
  }

  #isHosting(row: number): boolean {
    const { asn, org } = this.#table.systemAt(row);
    let isHosting = this.#hosting.get(asn);
    if (isHosting === undefined) {
      isHosting = networkTypeOf(asn, org)?.networkClass === "hosting";
      this.#hosting.set(asn, isHosting);
    }
    return isHosting;
  }
}
