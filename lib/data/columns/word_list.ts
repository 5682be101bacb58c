/** A growing list of 32-bit words, without boxed numbers: tables have millions of rows. */
export class WordList {
  #words = new Uint32Array(1 << 12);
  #length = 0;

  /** Number of words. */
  get length(): number {
    return this.#length;
  }

  /** Appends a word. */
  push(word: number): void {
    if (this.#length === this.#words.length) {
      const larger = new Uint32Array(this.#length * 2);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[this.#length++] = word;
  }

  /** The word with a number. */
  at(i: number): number {
    return this.#words[i];
  }

  /** A view of the words. */
  words(): Uint32Array<ArrayBuffer> {
    return this.#words.subarray(0, this.#length);
  }
}

/**
 * Finds the row of a table by its content. Takes a tenth of the memory of a `Map`
 * with a key for each row.
 */
export class RowIndex {
  readonly #hashOf: (row: number) => number;
  /** Row + 1; 0 in empty slots. At most half of them are taken. */
  #slots = new Uint32Array(1 << 12);
  #size = 0;

  /** @param hashOf the hash of a row: any 32-bit number */
  constructor(hashOf: (row: number) => number) {
    this.#hashOf = hashOf;
  }

  /** The row with that hash that `isSame` accepts. If there is none, the caller must append it: it gets the next number. */
  rowOf(hash: number, isSame: (row: number) => boolean): number {
    let slot = this.#slotOf(hash);
    for (let row; (row = this.#slots[slot] - 1) >= 0;) {
      if (isSame(row)) return row;
      slot = slot + 1 & this.#slots.length - 1;
    }
    const row = this.#size++;
    this.#slots[slot] = row + 1;
    if (this.#size * 2 > this.#slots.length) this.#grow(row, hash);
    return row;
  }

  /** @param last the newest row, which is not in the table yet */
  #grow(last: number, hash: number): void {
    this.#slots = new Uint32Array(this.#slots.length * 2);
    for (let row = 0; row <= last; row++) {
      let slot = this.#slotOf(row === last ? hash : this.#hashOf(row));
      while (this.#slots[slot]) slot = slot + 1 & this.#slots.length - 1;
      this.#slots[slot] = row + 1;
    }
  }

  /** Fibonacci hashing: similar numbers are far apart. */
  #slotOf(hash: number): number {
    return Math.imul(hash, 0x9e37_79b1) >>> Math.clz32(this.#slots.length - 1);
  }
}
