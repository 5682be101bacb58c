import type { IpAddress } from "../../net/ip_address.ts";
import type { Ipv6Words } from "../../net/ip_text.ts";
import { halfWordColumn } from "./column_file.ts";
import { PackedNumbers } from "./packed_numbers.ts";
import { RangeRows4, RangeRows6 } from "./range_rows.ts";
import type { RunSource } from "./runs.ts";

/**
 * Numbers below 2^24, split into the lower 16 and the upper 8 bits, so that each
 * takes three bytes instead of four.
 */
export class SmallNumbers {
  static readonly columnCount = 2;
  readonly #low: Uint16Array;
  readonly #high: Uint8Array;

  constructor([low, high]: readonly Uint8Array[]) {
    this.#low = halfWordColumn(low);
    this.#high = high;
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
  static readonly columnCount = RangeRows4.columnCount +
    RangeRows6.columnCount + 2 * PackedNumbers.columnCount;
  readonly #numbers4: PackedNumbers;
  readonly #numbers6: PackedNumbers;
  /** The row whose number was read last. Who finds a row reads its number. */
  #lastRow = -1;
  #lastNumber = 0;

  private constructor(
    readonly rows4: RangeRows4,
    numbers4: PackedNumbers,
    readonly rows6: RangeRows6,
    numbers6: PackedNumbers,
  ) {
    this.#numbers4 = numbers4;
    this.#numbers6 = numbers6;
  }

  /** @param take returns the next columns of the file */
  static read(take: (count: number) => readonly Uint8Array[]): AddressRows {
    return new AddressRows(
      new RangeRows4(take(RangeRows4.columnCount)),
      new PackedNumbers(take(PackedNumbers.columnCount)),
      new RangeRows6(take(RangeRows6.columnCount)),
      new PackedNumbers(take(PackedNumbers.columnCount)),
    );
  }

  /** The IPv4 rows of one table and the IPv6 rows of another. */
  static joined(v4: AddressRows, v6: AddressRows): AddressRows {
    return new AddressRows(v4.rows4, v4.#numbers4, v6.rows6, v6.#numbers6);
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
    const row = this.rows4.find(value, this.#numbers4);
    return this.numberAt(row) === 0 ? -1 : row;
  }

  #find6(words: Ipv6Words): number {
    const rows4 = this.rows4.size;
    let row = this.rows6.find(words, this.#numbers6);
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
        ? this.#numbers4.at(row)
        : this.#numbers6.at(row - rows4);
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
    return family === 4
      ? this.rows4.runs(this.#numbers4, numberAt)
      : this.rows6.runs(this.#numbers6, numberAt);
  }
}
