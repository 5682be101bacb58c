import { wordsOfNumber } from "../../net/ip_address.ts";
import type { Ipv6Words } from "../../net/ip_text.ts";
import type { NumberedRange } from "./narrowest.ts";
import { ByteList, WordList } from "./growing_lists.ts";
import { packedNumberColumns } from "./packed_numbers.ts";
import { BLOCK_ROWS, FINE_BITS, LONG_CODE } from "./packed_starts.ts";

/** Encodes the columns that `SmallNumbers` reads. @throws {Error} if a number exceeds 24 bits */
export function smallNumberColumns(
  numbers: Uint32Array,
): ArrayBufferView<ArrayBuffer>[] {
  const high = new Uint8Array(numbers.length);
  numbers.forEach((number, i) => {
    if (number > 0xff_ffff) throw new Error(`Cannot store ${number}`);
    high[i] = number >>> 16;
  });
  return [new Uint16Array(numbers), high];
}

/** Encodes ascending starts into the columns that `PackedStarts` reads. */
export class PackedStartsBuilder {
  readonly #highs = new WordList();
  readonly #lows = new WordList();
  readonly #offsets = new WordList();
  readonly #codes = new ByteList();
  #size = 0;
  #last = 0;

  constructor(private readonly family: 4 | 6) {}

  get size(): number {
    return this.#size;
  }

  push(high: number, low: number): void {
    const fineBits = FINE_BITS[this.family];
    const fine = low & (1 << fineBits) - 1;
    // Not a power, which would take as long as the rest; IPv4 has no upper word.
    const coarse = high * 0x1_0000 + (low >>> fineBits);
    if (this.#size++ % BLOCK_ROWS === 0) {
      if (this.family === 6) this.#highs.push(high);
      this.#lows.push(low);
      this.#offsets.push(this.#codes.length);
    } else this.#add(coarse - this.#last, fine, fineBits / 8);
    this.#last = coarse;
  }

  #add(distance: number, fine: number, fineBytes: number): void {
    if (fine === 0 && distance < LONG_CODE) {
      this.#codes.push(distance);
      return;
    }
    let bytes = 0;
    for (let unit = 1; distance >= unit; unit *= 0x100) bytes++;
    this.#codes.push(LONG_CODE | bytes << 1 | (fine > 0 ? 1 : 0));
    this.#codes.pushNumber(distance, bytes);
    if (fine > 0) this.#codes.pushNumber(fine, fineBytes);
  }

  /** Call it once. */
  columns(): ArrayBufferView<ArrayBuffer>[] {
    this.#offsets.push(this.#size);
    return [
      this.#highs.words(),
      this.#lows.words(),
      this.#offsets.words(),
      this.#codes.bytes(),
    ];
  }
}

/** Builds rows of ascending disjoint IPv4 ranges with a number each; gaps have 0. */
export class RangeRows4Builder {
  readonly #starts = new PackedStartsBuilder(4);
  readonly #numbers = new WordList();
  #next = 0;

  add(start: number, end: number, number: number): void {
    if (start !== this.#next) this.#push(this.#next, 0);
    this.#push(start, number);
    this.#next = end + 1;
  }

  /** The columns that `RangeRows4` reads. @param encode the numbers of the rows. Call it once. */
  columns(encode = packedNumberColumns): ArrayBufferView<ArrayBuffer>[] {
    if (this.#starts.size > 0 && this.#next <= 0xffff_ffff) {
      this.#push(this.#next, 0);
    }
    return [...this.#starts.columns(), ...encode(this.#numbers.words())];
  }

  #push(start: number, number: number): void {
    this.#starts.push(0, start);
    this.#numbers.push(number);
  }
}

/** Builds rows of ascending disjoint IPv6 ranges with a number each; gaps have 0. */
export class RangeRows6Builder {
  readonly #starts = new PackedStartsBuilder(6);
  readonly #numbers = new WordList();
  readonly #fineStarts = new WordList();
  readonly #fineEnds = new WordList();
  readonly #fineNumbers = new WordList();
  /** The two upper words after the previous range; null after the last address. */
  #next: readonly [number, number] | null = [0, 0];

  add(start: Ipv6Words, end: Ipv6Words, number: number): void {
    if (
      start[2] !== 0 || start[3] !== 0 || end[2] !== 0xffff_ffff ||
      end[3] !== 0xffff_ffff
    ) {
      for (const word of start) this.#fineStarts.push(word);
      for (const word of end) this.#fineEnds.push(word);
      this.#fineNumbers.push(number);
      return;
    }
    const [first, second] = start;
    if (this.#next && (first !== this.#next[0] || second !== this.#next[1])) {
      this.#push(this.#next, 0);
    }
    this.#push([first, second], number);
    this.#next = end[1] !== 0xffff_ffff
      ? [end[0], end[1] + 1]
      : end[0] !== 0xffff_ffff
      ? [end[0] + 1, 0]
      : null;
  }

  /** As that of {@link RangeRows4Builder}, for `RangeRows6`. Call it once. */
  columns(encode = packedNumberColumns): ArrayBufferView<ArrayBuffer>[] {
    if (this.#starts.size > 0 && this.#next) this.#push(this.#next, 0);
    const fine = this.#fineNumbers.words();
    fine.forEach((number) => this.#numbers.push(number));
    return [
      ...this.#starts.columns(),
      this.#fineStarts.words(),
      this.#fineEnds.words(),
      ...encode(this.#numbers.words()),
    ];
  }

  #push([first, second]: readonly [number, number], number: number): void {
    this.#starts.push(first, second);
    this.#numbers.push(number);
  }
}

/** Builds the columns that `AddressRows` reads. */
export class AddressRowsBuilder {
  readonly rows4 = new RangeRows4Builder();
  readonly rows6 = new RangeRows6Builder();

  /** Adds a range after all others of its family. */
  add(family: 4 | 6, { start, end, number }: NumberedRange): void {
    if (family === 4) this.rows4.add(Number(start), Number(end), number);
    else this.rows6.add(wordsOfNumber(start), wordsOfNumber(end), number);
  }

  /** @param encode the numbers of the rows; by default for `PackedNumbers` */
  columns(encode = packedNumberColumns): ArrayBufferView<ArrayBuffer>[] {
    return [...this.rows4.columns(encode), ...this.rows6.columns(encode)];
  }
}

/** Merges successive ranges that have the same number. */
export class MergedRanges<Bound> {
  #last: { start: Bound; end: Bound; number: number } | null = null;

  constructor(
    private readonly rows: {
      add(start: Bound, end: Bound, number: number): void;
    },
  ) {}

  add(start: Bound, end: Bound, number: number): void {
    if (this.#last?.number === number) this.#last.end = end;
    else {
      this.flush();
      this.#last = { start, end, number };
    }
  }

  flush(): void {
    const last = this.#last;
    if (last) this.rows.add(last.start, last.end, last.number);
  }
}
