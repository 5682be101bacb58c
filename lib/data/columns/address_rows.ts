import type { IpAddress } from "../../net/ip_address.ts";
import type { Ipv6Words } from "../../net/ip_text.ts";
import { halfWordColumn } from "./column_file.ts";
import { type Numbers, RangeRows4, RangeRows6 } from "./range_rows.ts";
import type { RunSource } from "./runs.ts";

/** A column of numbers that can be read singly. */
interface NumberColumn extends Numbers {
  at(i: number): number;
}

/**
 * Numbers below 2^24, split into the lower 16 and the upper 8 bits, so that each
 * takes three bytes instead of four.
 */
export class SmallNumbers implements NumberColumn {
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

  read(from: number, to: number, into: Uint32Array): void {
    const low = this.#low;
    const high = this.#high;
    for (let i = from; i < to; i++) into[i - from] = high[i] << 16 | low[i];
  }
}

/** Numbers below 2^8. */
export class ByteNumbers implements NumberColumn {
  static readonly columnCount = 1;
  readonly #bytes: Uint8Array;

  constructor([bytes]: readonly Uint8Array[]) {
    this.#bytes = bytes;
  }

  at(i: number): number {
    return this.#bytes[i];
  }

  read(from: number, to: number, into: Uint32Array): void {
    into.set(this.#bytes.subarray(from, to));
  }
}

/**
 * The rows of both families, each with a number, which is 0 in gaps. The rows of
 * IPv6 are counted after those of IPv4.
 */
export class AddressRows {
  readonly #numbers4: NumberColumn;
  readonly #numbers6: NumberColumn;

  private constructor(
    readonly rows4: RangeRows4,
    numbers4: NumberColumn,
    readonly rows6: RangeRows6,
    numbers6: NumberColumn,
  ) {
    this.#numbers4 = numbers4;
    this.#numbers6 = numbers6;
  }

  /** @param take returns the next columns of the file */
  static read(
    take: (count: number) => readonly Uint8Array[],
    Column: typeof SmallNumbers | typeof ByteNumbers = SmallNumbers,
  ): AddressRows {
    return new AddressRows(
      new RangeRows4(take(RangeRows4.columnCount)),
      new Column(take(Column.columnCount)),
      new RangeRows6(take(RangeRows6.columnCount)),
      new Column(take(Column.columnCount)),
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

  /** The row that contains an address and is no gap; -1 if there is none. */
  find(ip: IpAddress): number {
    return ip.family === 4 ? this.find4(ip.value) : this.#find6(ip.words);
  }

  /** As {@link find}, for the number of an IPv4 address. */
  find4(value: number): number {
    const row = this.rows4.find(value);
    return row < 0 || this.#numbers4.at(row) === 0 ? -1 : row;
  }

  #find6(words: Ipv6Words): number {
    let row = this.rows6.find(words);
    if (row < 0 || this.#numbers6.at(row) === 0) {
      row = this.rows6.findFine(words);
    }
    return row < 0 ? -1 : this.rows4.size + row;
  }

  /** The number of a row; 0 for -1. */
  numberAt(row: number): number {
    if (row < 0) return 0;
    const rows4 = this.rows4.size;
    return row < rows4
      ? this.#numbers4.at(row)
      : this.#numbers6.at(row - rows4);
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
