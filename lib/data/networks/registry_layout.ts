import type { ColumnFormat } from "../columns/column_file.ts";
import { AddressRows } from "../columns/address_rows.ts";
import { PackedNumbers } from "../columns/packed_numbers.ts";
import { RangeRows4 } from "../columns/range_rows.ts";

/**
 * Format of a registry's file: the rows of both families and of the AS numbers with
 * their facts, which {@link packFact} packs; and for each family a bitmap of the values
 * that the upper 16 bits of its addresses have.
 */
export const REGISTRY_COLUMNS: ColumnFormat = {
  name: "registry table",
  magic: "PRIR",
  version: 3,
  columnCount: AddressRows.columnCount + RangeRows4.columnCount +
    PackedNumbers.columnCount + 2,
};

/** The regional internet registries. Packed facts contain an index into this list. */
export const REGISTRIES = [
  "ARIN",
  "RIPE",
  "APNIC",
  "LACNIC",
  "AFRINIC",
] as const;

export type Registry = typeof REGISTRIES[number];

/** A registry's data about a range. */
interface RegistryFact {
  readonly rir: Registry;
  /** ISO 3166 alpha-2. */
  readonly countryCode?: string;
  /** Days since the epoch, up to 65,535. */
  readonly day?: number;
}

/**
 * Packs the day into the lower 16 bits, the country into the next 10, and the number of
 * the registry, from 1, into 3. A day or country of 0 is unknown.
 */
export function packFact({ rir, countryCode, day = 0 }: RegistryFact): number {
  const country = countryCode === undefined
    ? 0
    : (countryCode.charCodeAt(0) - 65) * 26 + countryCode.charCodeAt(1) - 64;
  return day | country << 16 | REGISTRIES.indexOf(rir) + 1 << 26;
}

/** The registry in a packed fact; undefined in 0. */
export function registryOfFact(fact: number): Registry | undefined {
  return REGISTRIES[(fact >>> 26) - 1];
}

/** Reverses {@link packFact}. */
export function unpackFact(fact: number): RegistryFact {
  const day = fact & 0xffff;
  const country = fact >>> 16 & 0x3ff;
  return {
    rir: registryOfFact(fact)!,
    ...(country && {
      countryCode: String.fromCharCode(
        65 + Math.floor((country - 1) / 26),
        65 + (country - 1) % 26,
      ),
    }),
    ...(day && { day }),
  };
}
