import type { IpAddress } from "../../net/ip_address.ts";
import { networkAddressV4 } from "../../net/prefix.ts";
import { type ColumnFormat, readColumnFile } from "../columns/column_file.ts";
import { PackedNumbers } from "../columns/packed_numbers.ts";
import { PackedStarts } from "../columns/packed_starts.ts";

/**
 * Format of a table of validated ROA payloads (VRPs): for IPv4, then for IPv6, the
 * columns of `VrpRows`.
 */
export const VRP_COLUMNS: ColumnFormat = {
  name: "table of VRPs",
  magic: "PVRP",
  version: 2,
  columnCount: 20,
};

/** The states of a route by RFC 6811. */
export const RPKI_STATES = ["valid", "invalid", "not-found"] as const;

export type RpkiState = typeof RPKI_STATES[number];

/** The VRPs of a family, ascending by prefix and length. */
interface VrpRows {
  readonly starts: PackedStarts;
  /** The prefix length, and the maximum length in the bits above the lower eight. */
  readonly lengths: PackedNumbers;
  readonly asns: PackedNumbers;
  /** How far back the row is that has the same prefix, or else the last one of the narrowest wider prefix; 0 if there is none. */
  readonly parents: PackedNumbers;
}

/** Validates the origins of routes by the VRPs of the RPKI (RFC 6811), in the file that `VrpTableBuilder` makes. The columns are views over its bytes. */
export class VrpTable {
  readonly builtAt: number;
  readonly #v4: VrpRows;
  readonly #v6: VrpRows;

  /** @throws {Error} if the bytes are not a complete table of this version */
  constructor(bytes: Uint8Array) {
    const { builtAt, columns } = readColumnFile(bytes, VRP_COLUMNS);
    this.builtAt = builtAt;
    const rows = (family: 4 | 6): VrpRows => ({
      starts: new PackedStarts(family, columns),
      lengths: new PackedNumbers(columns),
      asns: new PackedNumbers(columns),
      parents: new PackedNumbers(columns),
    });
    this.#v4 = rows(4);
    this.#v6 = rows(6);
  }

  /** Number of VRPs of both families. */
  get size(): number {
    return this.#v4.starts.size + this.#v6.starts.size;
  }

  /**
   * The state of a route.
   *
   * @param ip an address in the route
   * @param length the prefix length of the route, at most 64 for IPv6
   * @param origin 0 if it is unknown, such as a set of systems, which no VRP matches
   */
  stateOf(ip: IpAddress, length: number, origin: number): RpkiState {
    const isV4 = ip.family === 4;
    const { starts, lengths, asns, parents } = isV4 ? this.#v4 : this.#v6;
    const high = isV4 ? 0 : networkAddressV4(ip.words[0], length);
    const low = isV4
      ? networkAddressV4(ip.value, length)
      : networkAddressV4(ip.words[1], length - 32);
    // All prefixes that cover the route are this row's, or among its ancestors.
    let row = starts.find(high, low);
    if (row < 0) return "not-found";
    const otherHigh = high ^ starts.highOf(row);
    const otherLow = Math.clz32(low ^ starts.lowOf(row));
    const shared = isV4
      ? otherLow
      : otherHigh === 0
      ? 32 + otherLow
      : Math.clz32(otherHigh);
    let isCovered = false;
    for (;;) {
      const lengthsOfRow = lengths.at(row);
      // An ancestor contains the row, so it covers what has as many bits in common.
      if ((lengthsOfRow & 0xff) <= Math.min(length, shared)) {
        isCovered = true;
        const isMatch = length <= lengthsOfRow >>> 8 && origin !== 0 &&
          asns.at(row) === origin;
        if (isMatch) return "valid";
      }
      const distance = parents.at(row);
      if (distance === 0) return isCovered ? "invalid" : "not-found";
      row -= distance;
    }
  }
}
