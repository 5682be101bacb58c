import type { Ipv6Words } from "../../net/ip_text.ts";
import { WordList } from "./word_list.ts";

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

/** Builds rows of ascending disjoint IPv4 ranges with a number each; gaps have 0. */
export class RangeRows4Builder {
  readonly #starts = new WordList();
  readonly #numbers = new WordList();
  #next = 0;

  /** Adds an inclusive range. */
  add(start: number, end: number, number: number): void {
    if (start !== this.#next) this.#push(this.#next, 0);
    this.#push(start, number);
    this.#next = end + 1;
  }

  /** The columns that `RangeRows4` reads, and the number of each row. Call it once. */
  build() {
    if (this.#starts.length > 0 && this.#next <= 0xffff_ffff) {
      this.#push(this.#next, 0);
    }
    const starts = this.#starts.words();
    const index = new Uint32Array(0x10001);
    let row = 0;
    for (let upper = 0; upper < 0x10000; upper++) {
      while (row < starts.length && starts[row] >>> 16 < upper) row++;
      index[upper] = row;
    }
    index[0x10000] = starts.length;
    const columns: ArrayBufferView<ArrayBuffer>[] = [
      index,
      new Uint16Array(starts),
    ];
    return { columns, numbers: this.#numbers.words() };
  }

  #push(start: number, number: number): void {
    this.#starts.push(start);
    this.#numbers.push(number);
  }
}

/** Builds rows of ascending disjoint IPv6 ranges with a number each; gaps have 0. */
export class RangeRows6Builder {
  #lastTop = -1;
  readonly #tops = new WordList();
  readonly #index = new WordList();
  readonly #seconds = new WordList();
  readonly #numbers = new WordList();
  readonly #fineStarts = new WordList();
  readonly #fineEnds = new WordList();
  readonly #fineNumbers = new WordList();
  /** The two upper words after the previous range; null after the last address. */
  #next: readonly [number, number] | null = [0, 0];

  /** Adds an inclusive range. */
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

  /** The columns that `RangeRows6` reads, and the number of each row. Call it once. */
  build() {
    if (this.#seconds.length > 0 && this.#next) {
      this.#push(this.#next, 0);
    }
    this.#index.push(this.#seconds.length);
    const columns: ArrayBufferView<ArrayBuffer>[] = [
      this.#tops.words(),
      this.#index.words(),
      this.#seconds.words(),
      this.#fineStarts.words(),
      this.#fineEnds.words(),
    ];
    const whole = this.#numbers.words();
    const fine = this.#fineNumbers.words();
    const all = new Uint32Array(whole.length + fine.length);
    all.set(whole);
    all.set(fine, whole.length);
    return { columns, numbers: all };
  }

  #push([first, second]: readonly [number, number], number: number): void {
    if (first !== this.#lastTop) {
      this.#lastTop = first;
      this.#tops.push(first);
      this.#index.push(this.#seconds.length);
    }
    this.#seconds.push(second);
    this.#numbers.push(number);
  }
}
