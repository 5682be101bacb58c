import type { IpAddress } from "../../net/ip_address.ts";
import { networkAddressV4, networkAddressV6 } from "../../net/prefix.ts";
import {
  type ColumnFormat,
  readColumnFile,
  takeColumns,
  wordColumn,
} from "../columns/column_file.ts";
import { indexByUpper } from "../columns/packed_starts.ts";

/** Columns of a family: upper and lower words of the prefix, its length, the maximum length, the AS number, the parent. */
const FAMILY_COLUMNS = 6;

/** Format of a table of validated ROA payloads (VRPs): the columns of IPv4, then those of IPv6. */
export const VRP_COLUMNS: ColumnFormat = {
  name: "table of VRPs",
  magic: "PVRP",
  version: 1,
  columnCount: 2 * FAMILY_COLUMNS,
};

/** The states of a route by RFC 6811. */
export const RPKI_STATES = ["valid", "invalid", "not-found"] as const;

export type RpkiState = typeof RPKI_STATES[number];

/**
 * The VRPs of a family, ascending by prefix and length. A prefix is two words: 0 and
 * the address for IPv4, the upper 64 bits for IPv6.
 */
export interface VrpColumns {
  /** Empty for IPv4. */
  readonly highs: Uint32Array<ArrayBuffer>;
  readonly lows: Uint32Array<ArrayBuffer>;
  readonly lengths: Uint8Array<ArrayBuffer>;
  readonly maxLengths: Uint8Array<ArrayBuffer>;
  readonly asns: Uint32Array<ArrayBuffer>;
  /** The row before that has the same prefix, or else the last one of the narrowest wider prefix, + 1; 0 if there is none. */
  readonly parents: Uint32Array<ArrayBuffer>;
}

/** Validates the origins of routes by the VRPs of the RPKI (RFC 6811), in the file that `compileVrps` writes. The columns are views over its bytes. */
export class VrpTable {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly #v4: VrpColumns;
  readonly #v6: VrpColumns;
  readonly #index4: Uint32Array;

  /** @throws {Error} if the bytes are not a complete table of this version */
  static load(bytes: Uint8Array): VrpTable {
    return new VrpTable(bytes);
  }

  private constructor(bytes: Uint8Array) {
    const { builtAt, columns } = readColumnFile(bytes, VRP_COLUMNS);
    this.builtAt = builtAt;
    const take = takeColumns(columns);
    const family = (): VrpColumns => {
      const [highs, lows] = take(2).map(wordColumn);
      const [lengths, maxLengths] = take(2) as Uint8Array<ArrayBuffer>[];
      const [asns, parents] = take(2).map(wordColumn);
      return {
        highs,
        lows,
        lengths,
        maxLengths,
        asns,
        parents,
      } as VrpColumns;
    };
    this.#v4 = family();
    this.#v6 = family();
    this.#index4 = indexByUpper(this.#v4.lows);
  }

  /** Number of VRPs of both families. */
  get size(): number {
    return this.#v4.lows.length + this.#v6.lows.length;
  }

  /**
   * The state of a route.
   *
   * @param ip an address in the route
   * @param length the prefix length of the route, at most 64 for IPv6
   * @param origin 0 if it is unknown, such as a set of systems, which no VRP matches
   */
  stateOf(ip: IpAddress, length: number, origin: number): RpkiState {
    if (ip.family === 4) {
      const low = networkAddressV4(ip.value, length);
      const upper = low >>> 16;
      const [from, to] = [this.#index4[upper], this.#index4[upper + 1]];
      return stateOf(this.#v4, [0, low, length], origin, from, to);
    }
    const [high, low] = networkAddressV6(ip.words, length);
    const { length: to } = this.#v6.lows;
    return stateOf(this.#v6, [high, low, length], origin, 0, to);
  }
}

/** @param from the rows before it are before the route, those from `to` after it */
function stateOf(
  columns: VrpColumns,
  [high, low, length]: readonly [high: number, low: number, length: number],
  origin: number,
  from: number,
  to: number,
): RpkiState {
  const { highs, lows, lengths, maxLengths, asns, parents } = columns;
  const isV6 = highs.length > 0;
  while (from < to) {
    const middle = (from + to) >>> 1;
    const difference = (isV6 ? highs[middle] - high : 0) ||
      lows[middle] - low || lengths[middle] - length;
    if (difference <= 0) from = middle + 1;
    else to = middle;
  }
  // All prefixes that cover the route are among the ancestors of the last row before it.
  let isCovered = false;
  for (let next = from; next > 0; next = parents[next - 1]) {
    const row = next - 1;
    const covers = lengths[row] <= length &&
      (isV6
        ? startsWith6(highs[row], lows[row], high, low, lengths[row])
        : networkAddressV4(low, lengths[row]) === lows[row]);
    if (!covers) continue;
    isCovered = true;
    const isMatch = asns[row] === origin && origin !== 0 &&
      length <= maxLengths[row];
    if (isMatch) return "valid";
  }
  return isCovered ? "invalid" : "not-found";
}

function startsWith6(
  prefixHigh: number,
  prefixLow: number,
  high: number,
  low: number,
  length: number,
): boolean {
  return length <= 32
    ? networkAddressV4(high, length) === prefixHigh
    : high === prefixHigh && networkAddressV4(low, length - 32) === prefixLow;
}
