import type { IpAddress } from "../../net/ip_address.ts";
import { BoundedMap, DirectMappedCache } from "../../core/cache.ts";
import { AddressRows } from "../columns/address_rows.ts";
import { readColumnFile, takeColumns } from "../columns/column_file.ts";
import { PackedNumbers } from "../columns/packed_numbers.ts";
import { RangeRows4 } from "../columns/range_rows.ts";
import { combineRuns, overlayRuns, type RunSource } from "../columns/runs.ts";
import { countryNumber } from "../places/countries.ts";
import type { Registrations } from "./registered_countries.ts";
import {
  type Registry,
  REGISTRY_COLUMNS,
  unpackFact,
} from "./registry_layout.ts";

/** Registration of an address. */
interface AddressRegistration {
  readonly rir: Registry;
  /** ISO 3166-1 alpha-2: where the holder is registered, which need not be where the address is used. */
  readonly countryCode?: string;
  /** ISO date. */
  readonly allocated?: string;
}

/** Registration of an autonomous system. */
interface AsnRegistration {
  readonly rir: Registry;
  /** ISO date of the assignment. */
  readonly created: string;
}

/** Registrations per cache generation. Many ranges share a registry, country and day. */
const MAX_CACHED = 16_384;

/** 4,096 autonomous systems. */
const ASN_CACHE_BITS = 12;

const DAY_MS = 86_400_000;

/** What one registry has delegated, as views over the bytes of its file. */
export class RegistryRows {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly addresses: AddressRows;
  readonly #asns: RangeRows4;
  readonly #asnFacts: PackedNumbers;
  /** Most registries have nothing near an address; to search them takes long. */
  readonly #isNear: Readonly<Record<4 | 6, Uint8Array>>;

  /** @throws {Error} if the bytes are not a complete file of this version */
  static load(bytes: Uint8Array): RegistryRows {
    return new RegistryRows(bytes);
  }

  private constructor(bytes: Uint8Array) {
    const { builtAt, columns } = readColumnFile(bytes, REGISTRY_COLUMNS);
    this.builtAt = builtAt;
    const take = takeColumns(columns);
    this.addresses = AddressRows.read(take);
    this.#asns = new RangeRows4(take(RangeRows4.columnCount));
    this.#asnFacts = new PackedNumbers(take(PackedNumbers.columnCount));
    const [near4, near6] = take(2);
    this.#isNear = { 4: near4, 6: near6 };
  }

  /** The packed fact about an address; 0 if there is none. */
  ofAddress(ip: IpAddress): number {
    const upper = (ip.family === 4 ? ip.value : ip.words[0]) >>> 16;
    return this.#isNear[ip.family][upper >>> 3] >>> (upper & 7) & 1
      ? this.addresses.numberAt(this.addresses.find(ip))
      : 0;
  }

  /** As {@link ofAddress}, about an AS number. */
  ofAsn(asn: number): number {
    const row = this.#asns.find(asn);
    return row < 0 ? 0 : this.#asnFacts.at(row);
  }
}

/** The registry, country and date of allocation of addresses and AS numbers. If two registries claim the same, the first counts. */
export class RegistryTable implements Registrations {
  /** Build time of the oldest file, in milliseconds since the epoch. */
  readonly builtAt: number;
  readonly #registrations = new BoundedMap<number, AddressRegistration>(
    MAX_CACHED,
  );
  readonly #ofAsns = new DirectMappedCache<AddressRegistration | null>(
    ASN_CACHE_BITS,
  );

  /** @throws {Error} without registries */
  constructor(private readonly registries: readonly RegistryRows[]) {
    if (registries.length === 0) {
      throw new Error("There are no registry tables");
    }
    this.builtAt = Math.min(...registries.map(({ builtAt }) => builtAt));
  }

  /** The registration of an address; null if no registry lists it. The same object while it is cached. */
  lookup(ip: IpAddress): AddressRegistration | null {
    for (const registry of this.registries) {
      const fact = registry.ofAddress(ip);
      if (fact !== 0) return this.#registration(fact);
    }
    return null;
  }

  /** The registration of an AS number; null if no registry has assigned it. */
  asn(asn: number): AsnRegistration | null {
    const { rir, allocated } = this.#ofAsn(asn) ?? {};
    return rir && allocated ? { rir, created: allocated } : null;
  }

  ofAddress(ip: IpAddress): string | undefined {
    return this.lookup(ip)?.countryCode;
  }

  ofAsn(asn: number): string | undefined {
    return this.#ofAsn(asn)?.countryCode;
  }

  countryRuns(family: 4 | 6): RunSource {
    const facts = this.registries.map(({ addresses }) =>
      // Delegations don't divide a /64.
      addresses.runs(family)[0]
    );
    // Makes one run of neighbors in the same country.
    return combineRuns(
      overlayRuns(facts),
      overlayRuns([]),
      (fact) =>
        fact && countryNumber(this.#registration(fact).countryCode ?? ""),
    );
  }

  #factOfAsn(asn: number): number {
    for (const registry of this.registries) {
      const fact = registry.ofAsn(asn);
      if (fact !== 0) return fact;
    }
    return 0;
  }

  #ofAsn(asn: number): AddressRegistration | null {
    let registration = this.#ofAsns.get(asn);
    if (registration === undefined) {
      const fact = this.#factOfAsn(asn);
      registration = fact === 0 ? null : this.#registration(fact);
      this.#ofAsns.set(asn, registration);
    }
    return registration;
  }

  #registration(fact: number): AddressRegistration {
    let registration = this.#registrations.get(fact);
    if (!registration) {
      const { day, ...of } = unpackFact(fact);
      registration = Object.freeze({
        ...of,
        ...(day && {
          allocated: new Date(day * DAY_MS).toISOString().slice(0, 10),
        }),
      });
      this.#registrations.set(fact, registration);
    }
    return registration;
  }
}
