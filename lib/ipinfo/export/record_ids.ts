import { RowIndex, WordList } from "../../data/columns/range_rows_build.ts";
import type { RecordKey } from "./edition_records.ts";

/**
 * The ids of records by their keys, from 1 in the order of their appearance. Takes a
 * tenth of the memory of a `Map` with a text for each key.
 */
export class RecordIds {
  /** Numbers of the parts that many keys have. */
  readonly #common = new Map<RecordKey["common"][number], number>();
  readonly #words = new WordList();
  readonly #rows = new RowIndex((row) => this.#hashOf(row));
  /** The words of the key that is looked for. */
  #key = new Uint32Array();
  /** The row of the last key: neighbors often have the same. */
  #last = -1;
  readonly #number = new Float64Array(1);
  readonly #halves = new Uint32Array(this.#number.buffer);

  /** The id of a key, and whether it is new. */
  idOf({ common, numbers }: RecordKey): { id: number; isNew: boolean } {
    const width = common.length + 2 * numbers.length;
    if (this.#key.length !== width) this.#key = new Uint32Array(width);
    const key = this.#key;
    let at = 0;
    for (const part of common) key[at++] = this.#numberOf(part);
    for (const number of numbers) {
      this.#number[0] = number ?? NaN;
      key[at++] = this.#halves[0];
      key[at++] = this.#halves[1];
    }
    if (this.#last >= 0 && this.#isSame(this.#last)) {
      return { id: this.#last + 1, isNew: false };
    }
    const row = this.#rows.rowOf(
      hashOf(key, 0, width),
      (row) => this.#isSame(row),
    );
    this.#last = row;
    const isNew = row * width === this.#words.length;
    if (isNew) { for (const word of key) this.#words.push(word); }
    return { id: row + 1, isNew };
  }

  #numberOf(part: RecordKey["common"][number]): number {
    let number = this.#common.get(part);
    if (number === undefined) {
      number = this.#common.size;
      this.#common.set(part, number);
    }
    return number;
  }

  #isSame(row: number): boolean {
    const key = this.#key;
    const start = row * key.length;
    for (let i = 0; i < key.length; i++) {
      if (this.#words.at(start + i) !== key[i]) return false;
    }
    return true;
  }

  #hashOf(row: number): number {
    const width = this.#key.length;
    return hashOf(this.#words.words(), row * width, width);
  }
}

function hashOf(words: Uint32Array, start: number, count: number): number {
  let hash = 0;
  for (let i = 0; i < count; i++) {
    hash = Math.imul(hash ^ words[start + i], 0x85eb_ca6b);
    hash ^= hash >>> 15;
  }
  return hash;
}
