import type { IpAddress } from "../../net/ip_address.ts";
import type { Ipv6Words } from "../../net/ip_text.ts";
import type { ColumnReader } from "./column_file.ts";
import { RangeRows4, RangeRows6 } from "./range_rows.ts";
import type { RunSource } from "./runs.ts";

/**
 * Numbers below 2^24, split into the lower 16 and the upper 8 bits, so that each
 * takes three bytes instead of four.
 */
export class SmallNumbers {
  readonly #low: Uint16Array;
  readonly #high: Uint8Array;

  constructor(columns: ColumnReader) {
    this.#low = columns.halfWords();
    this.#high = columns.bytes();
  }

  at(i: number): number {
    return this.#high[i] << 16 | this.#low[i];
  }
}

/**
 * The rows of both families, each with a number, which is 0 in gaps. The rows of
 * IPv6 are counted after those of IPv4.
 */
export class AddressRows {
  /** The row whose number was read last. Who finds a row reads its number. */
  #lastRow = -1;
  #lastNumber = 0;

  constructor(readonly rows4: RangeRows4, readonly rows6: RangeRows6) {}

  static read(columns: ColumnReader): AddressRows {
    return new AddressRows(new RangeRows4(columns), new RangeRows6(columns));
  }

  /** Number of rows of both families, with the gaps. */
  get size(): number {
    return this.rows4.size + this.rows6.size;
  }

  /** Number of rows of a family, with the gaps. */
  sizeOf(family: 4 | 6): number {
    return (family === 4 ? this.rows4 : this.rows6).size;
  }

  /** The row that contains an address and is no gap; -1 if there is none. */
  find(ip: IpAddress): number {
    return ip.family === 4 ? this.find4(ip.value) : this.#find6(ip.words);
  }

  /** As {@link find}, for the number of an IPv4 address. */
  find4(value: number): number {
    const row = this.rows4.find(value);
    return this.numberAt(row) === 0 ? -1 : row;
  }

  #find6(words: Ipv6Words): number {
    const rows4 = this.rows4.size;
    let row = this.rows6.find(words);
    if (row >= 0 && this.numberAt(rows4 + row) !== 0) return rows4 + row;
    row = this.rows6.findFine(words);
    return row < 0 ? -1 : rows4 + row;
  }

  /** The number of a row; 0 for -1. */
  numberAt(row: number): number {
    if (row < 0) return 0;
    if (row !== this.#lastRow) {
      const rows4 = this.rows4.size;
      this.#lastNumber = row < rows4
        ? this.rows4.numberAt(row)
        : this.rows6.numberAt(row - rows4);
      this.#lastRow = row;
    }
    return this.#lastNumber;
  }

  /**
   * The runs of the numbers of a family, see `RangeRows6.runs`.
   *
   * @param numberAt replaces each number by the one at its position
   */
  runs(family: 4 | 6, numberAt?: Uint16Array): RunSource[] {
    return (family === 4 ? this.rows4 : this.rows6).runs(numberAt);
  }
}
