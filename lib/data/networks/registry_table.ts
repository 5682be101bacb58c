import { type Rir, RIRS } from "../../facts/block_facts.ts";
import { registryOfBlock } from "../../net/allocations.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import { BoundedMap, DirectMappedCache } from "../../core/cache.ts";
import { AddressRows } from "../columns/address_rows.ts";
import { readColumnFile } from "../columns/column_file.ts";
import { RangeRows4 } from "../columns/range_rows.ts";
import { registryNumber, registryRuns } from "../columns/block_runs.ts";
import { combineRuns, overlayRuns, type RunSource } from "../columns/runs.ts";
import type { Registrations } from "./registered_countries.ts";
import {
  countryOfFact,
  REGISTRY_COLUMNS,
  registryOfFact,
  unpackFact,
} from "./registry_layout.ts";

interface AddressRegistration {
  readonly rir: Rir;
  /** ISO 3166-1 alpha-2: where the holder is registered, which need not be where the address is used. */
  readonly countryCode?: string;
  /** ISO date. */
  readonly allocated?: string;
}

interface AsnRegistration {
  readonly rir: Rir;
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
  readonly builtAt: number;
  readonly addresses: AddressRows;
  /** Undefined if it has delegated no addresses; the file doesn't name it elsewhere. */
  readonly rir: Rir | undefined;
  readonly #asns: RangeRows4;
  /** Most registries have nothing near an address; to search them takes long. */
  readonly #isNear: Readonly<Record<4 | 6, Uint8Array>>;

  /** @throws {Error} if the bytes are not a complete file of this version */
  constructor(bytes: Uint8Array) {
    const { builtAt, columns } = readColumnFile(bytes, REGISTRY_COLUMNS);
    this.builtAt = builtAt;
    this.addresses = AddressRows.read(columns);
    const rows = this.addresses;
    let row = 0;
    while (row < rows.size && rows.numberAt(row) === 0) row++;
    this.rir = row < rows.size ? registryOfFact(rows.numberAt(row)) : undefined;
    this.#asns = new RangeRows4(columns);
    this.#isNear = { 4: columns.bytes(), 6: columns.bytes() };
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
    return row < 0 ? 0 : this.#asns.numberAt(row);
  }
}

/**
 * The registry, country and date of allocation of addresses and AS numbers. If two
 * registries claim an address, the one to which IANA has given its block counts; else,
 * and for AS numbers, the first.
 */
export class RegistryTable implements Registrations {
  /** Build time of the oldest file, in milliseconds since the epoch. */
  readonly builtAt: number;
  readonly #registrations = new BoundedMap<number, AddressRegistration>(
    MAX_CACHED,
  );
  readonly #ofAsns = new DirectMappedCache<AddressRegistration | null>(
    ASN_CACHE_BITS,
  );
  /** In the order in which they count, by the registry to which IANA has given a block. */
  readonly #byBlock: ReadonlyMap<Rir | undefined, readonly RegistryRows[]>;
  #lastIp: IpAddress | undefined;
  #lastFact = 0;

  /** @throws {Error} without registries */
  constructor(private readonly registries: readonly RegistryRows[]) {
    if (registries.length === 0) {
      throw new Error("There are no registry tables");
    }
    this.builtAt = Math.min(...registries.map(({ builtAt }) => builtAt));
    const first = (own?: Rir) =>
      registries.toSorted((a, b) =>
        Number(b.rir === own) - Number(a.rir === own)
      );
    this.#byBlock = new Map(
      [undefined, ...RIRS].map((own) => [own, first(own)]),
    );
  }

  /** The registration of an address; null if no registry lists it. The same object while it is cached. */
  lookup(ip: IpAddress): AddressRegistration | null {
    const fact = this.#factOf(ip);
    return fact === 0 ? null : this.#registration(fact);
  }

  /** The registry of an address; undefined if none lists it. */
  registryOf(ip: IpAddress): Rir | undefined {
    return registryOfFact(this.#factOf(ip));
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
    // Delegations don't divide a /64.
    const facts = () =>
      this.registries.map(({ addresses }) => addresses.runs(family)[0]);
    const ofBlocks = facts().map((source) =>
      combineRuns(
        source,
        registryRuns(family),
        (fact, own) => registryNumber(registryOfFact(fact)) === own ? fact : 0,
      )
    );
    // Makes one run of neighbors in the same country.
    return combineRuns(
      overlayRuns([...ofBlocks, ...facts()]),
      overlayRuns([]),
      countryOfFact,
    );
  }

  /** The packed fact that counts; 0 if there is none. */
  #factOf(ip: IpAddress): number {
    // Several sources look up the same address one after another.
    if (ip === this.#lastIp) return this.#lastFact;
    const fact = ip.family === 4 ? this.#factOf4(ip) : this.#factOf6(ip);
    this.#lastIp = ip;
    this.#lastFact = fact;
    return fact;
  }

  #factOf4(ip: IpAddress): number {
    for (const registry of this.#byBlock.get(registryOfBlock(ip))!) {
      const fact = registry.ofAddress(ip);
      if (fact !== 0) return fact;
    }
    return 0;
  }

  /** To find the block of an IPv6 address takes longer than to search all registries. */
  #factOf6(ip: IpAddress): number {
    let fact = 0;
    let rir: Rir | undefined;
    for (const registry of this.registries) {
      const other = registry.ofAddress(ip);
      if (other === 0) continue;
      if (fact === 0) [fact, rir] = [other, registry.rir];
      else if (rir === registryOfBlock(ip)) return fact;
      else if (registry.rir === registryOfBlock(ip)) return other;
    }
    return fact;
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
