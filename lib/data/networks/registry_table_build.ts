import { encodeColumnFile } from "../columns/column_file.ts";
import { packedNumberColumns } from "../columns/packed_numbers.ts";
import {
  AddressRowsBuilder,
  RangeRows4Builder,
} from "../columns/range_rows_build.ts";
import { REGISTRY_COLUMNS } from "./registry_layout.ts";

/** Bits of an IPv6 address in a key, which a double represents exactly. */
export const KEY_BITS = 52;

/**
 * Inclusive ranges, in any order, with a fact each, see `packFact`. The keys are IPv4
 * addresses, the upper bits of IPv6 addresses, or AS numbers.
 */
export interface DelegatedRanges {
  readonly starts: number[];
  readonly ends: number[];
  readonly facts: number[];
}

/**
 * Encodes the file that `RegistryRows.load` reads.
 *
 * @param builtAt milliseconds since the epoch
 */
export function encodeRegistry(
  { ipv4, ipv6, asn }: Record<"ipv4" | "ipv6" | "asn", DelegatedRanges>,
  builtAt: number,
): Uint8Array<ArrayBuffer> {
  const addresses = new AddressRowsBuilder();
  const asns = new RangeRows4Builder();
  forEachRange(ipv4, (...range) => addresses.rows4.add(...range));
  forEachRange(
    ipv6,
    (start, end, fact) =>
      addresses.addStretch(6, {
        start: wordsOf(start, 0),
        end: wordsOf(end, 0xfff),
        number: fact,
      }),
  );
  forEachRange(asn, (...range) => asns.add(...range));
  const { columns, numbers } = asns.build();
  return encodeColumnFile(REGISTRY_COLUMNS, builtAt, [
    ...addresses.columns(),
    ...columns,
    ...packedNumberColumns(numbers),
    uppersOf(ipv4, 32),
    uppersOf(ipv6, KEY_BITS),
  ]);
}

/** A bit for each value of the upper 16 bits of keys in ranges. @param bits of a key */
function uppersOf(
  { starts, ends }: DelegatedRanges,
  bits: number,
): Uint8Array<ArrayBuffer> {
  const uppers = new Uint8Array(0x1_0000 / 8);
  const upperOf = (key: number) => Math.floor(key / 2 ** (bits - 16));
  starts.forEach((start, row) => {
    const last = upperOf(ends[row]);
    for (let upper = upperOf(start); upper <= last; upper++) {
      uppers[upper >>> 3] |= 1 << (upper & 7);
    }
  });
  return uppers;
}

/** Calls back with the ranges in ascending order. Of those that overlap, the one that starts last counts. */
function forEachRange(
  { starts, ends, facts }: DelegatedRanges,
  visit: (start: number, end: number, fact: number) => void,
): void {
  const order = starts.map((_, row) => row)
    .sort((a, b) => starts[a] - starts[b]);
  order.forEach((row, i) => {
    const next = starts[order[i + 1]] ?? Infinity;
    const end = Math.min(ends[row], next - 1);
    if (end >= starts[row]) visit(starts[row], end, facts[row]);
  });
}

/** The upper 64 bits of an IPv6 address. @param rest those below the key */
function wordsOf(key: number, rest: number): [high: number, low: number] {
  return [Math.floor(key / 0x10_0000), key % 0x10_0000 * 0x1000 + rest];
}
