import { type Rir, RIRS } from "../../facts/block_facts.ts";
import type { ColumnFormat } from "../columns/column_file.ts";
import { countryCodeOf, countryNumber } from "../places/countries.ts";

/**
 * Format of a registry's file: the rows of both families and of the AS numbers with
 * their facts, which {@link packFact} packs; and for each family a bitmap of the values
 * that the upper 16 bits of its addresses have.
 */
export const REGISTRY_COLUMNS: ColumnFormat = {
  name: "registry table",
  magic: "PRIR",
  version: 3,
  columnCount: 22,
};

interface RegistryFact {
  readonly rir: Rir;
  /** ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** Days since the epoch, up to 65,535. */
  readonly day?: number;
}

/**
 * Packs the day into the lower 16 bits, the `countryNumber` into the next 10, and the
 * number of the registry, from 1, into 3. A day or country of 0 is unknown.
 */
export function packFact(
  { rir, countryCode = "", day = 0 }: RegistryFact,
): number {
  return day | countryNumber(countryCode) << 16 |
    RIRS.indexOf(rir) + 1 << 26;
}

/** The registry in a packed fact; undefined in 0. */
export function registryOfFact(fact: number): Rir | undefined {
  return RIRS[(fact >>> 26) - 1];
}

/** The `countryNumber` in a packed fact. */
export function countryOfFact(fact: number): number {
  return fact >>> 16 & 0x3ff;
}

/** Reverses {@link packFact}. */
export function unpackFact(fact: number): RegistryFact {
  const day = fact & 0xffff;
  const countryCode = countryCodeOf(countryOfFact(fact));
  return {
    rir: registryOfFact(fact)!,
    ...(countryCode && { countryCode }),
    ...(day && { day }),
  };
}
