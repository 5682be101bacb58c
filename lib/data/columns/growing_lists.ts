/** A growing list of bytes. */
export class ByteList {
  #bytes = new Uint8Array(1 << 12);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(byte: number): void {
    if (this.#length === this.#bytes.length) {
      const larger = this.#bytes.buffer.transfer(this.#length * 2);
      this.#bytes = new Uint8Array(larger);
    }
    this.#bytes[this.#length++] = byte;
  }

  /** Appends the lower bytes of a number below 2^53, the lowest first. */
  pushNumber(number: number, width: number): void {
    for (let i = 0; i < width; i++) {
      this.push(number % 0x100);
      number = Math.floor(number / 0x100);
    }
  }

  bytes(): Uint8Array<ArrayBuffer> {
    return this.#bytes.subarray(0, this.#length);
  }

  /** Removes the bytes from a position on, and returns them. They are valid until another one is added. */
  take(from: number): Uint8Array {
    const taken = this.#bytes.subarray(from, this.#length);
    this.#length = from;
    return taken;
  }
}

/** A growing list of 32-bit words, without boxed numbers: tables have millions of rows. */
export class WordList {
  #words = new Uint32Array(1 << 12);
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push(word: number): void {
    if (this.#length === this.#words.length) {
      const larger = this.#words.buffer.transfer(this.#length * 8);
      this.#words = new Uint32Array(larger);
    }
    this.#words[this.#length++] = word;
  }

  at(i: number): number {
    return this.#words[i];
  }

  words(): Uint32Array<ArrayBuffer> {
    return this.#words.subarray(0, this.#length);
  }
}

/**
 * Finds the row of a table by its content. Takes a tenth of the memory of a `Map`
 * with a key for each row.
 */
export class RowIndex {
  /** Row + 1; 0 in empty slots. At most half of them are taken. */
  #slots = new Uint32Array(1 << 12);
  #size = 0;

  /** @param hashOf the hash of a row: any 32-bit number */
  constructor(private readonly hashOf: (row: number) => number) {}

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
      let slot = this.#slotOf(row === last ? hash : this.hashOf(row));
      while (this.#slots[slot]) slot = slot + 1 & this.#slots.length - 1;
      this.#slots[slot] = row + 1;
    }
  }

  #slotOf(hash: number): number {
    return hashed(hash, this.#slots.length - 1);
  }
}

/** Rows of words, in columns: objects would take several times the memory. */
export class WordRows {
  readonly columns: readonly WordList[];

  /** @param width words in a row */
  constructor(width: number) {
    this.columns = Array.from({ length: width }, () => new WordList());
  }

  get size(): number {
    return this.columns[0].length;
  }

  add(...words: readonly number[]): void {
    for (let i = 0; i < words.length; i++) this.columns[i].push(words[i]);
  }

  words(): Uint32Array<ArrayBuffer>[] {
    return this.columns.map((column) => column.words());
  }
}

/** Numbers distinct rows of words from 0, in the order of their appearance. */
export class DistinctRows extends WordRows {
  readonly #rows = new RowIndex((row) =>
    hashOf(this.columns.map((column) => column.at(row)))
  );
  #wanted: readonly number[] = [];
  readonly #isWanted = (row: number) => {
    for (let i = 0; i < this.columns.length; i++) {
      if (this.columns[i].at(row) !== this.#wanted[i]) return false;
    }
    return true;
  };

  numberOf(...words: readonly number[]): number {
    this.#wanted = words;
    const row = this.#rows.rowOf(hashOf(words), this.#isWanted);
    if (row === this.size) this.add(...words);
    return row;
  }
}

/** A hash of words, with a multiplier of MurmurHash3. */
function hashOf(words: readonly number[]): number {
  let hash = 0;
  for (let i = 0; i < words.length; i++) {
    hash = Math.imul(hash, 0x85eb_ca6b) ^ words[i];
  }
  return hash;
}

/** Words by words other than 0. Takes a third of the memory of a `Map`, and of its time. */
export class WordMap {
  /** A key and its value alternate. At most half of the slots are in use. */
  #slots = new Uint32Array(1 << 13);
  #size = 0;

  get(key: number): number | undefined {
    const slot = this.#slotOf(key);
    return this.#slots[slot] === key ? this.#slots[slot + 1] : undefined;
  }

  /** Adds a key that is new. */
  add(key: number, value: number): void {
    const slot = this.#slotOf(key);
    this.#slots[slot] = key;
    this.#slots[slot + 1] = value;
    if (++this.#size * 4 > this.#slots.length) this.#grow();
  }

  #grow(): void {
    const former = this.#slots;
    this.#slots = new Uint32Array(former.length * 2);
    for (let i = 0; i < former.length; i += 2) {
      if (former[i] === 0) continue;
      const slot = this.#slotOf(former[i]);
      this.#slots[slot] = former[i];
      this.#slots[slot + 1] = former[i + 1];
    }
    // Frees the memory now: V8 would wait until it is tens of megabytes.
    former.buffer.transfer(0);
  }

  /** Gives its memory back at once. Call it last. */
  free(): void {
    this.#slots.buffer.transfer(0);
  }

  #slotOf(key: number): number {
    const slots = this.#slots;
    const last = slots.length - 2;
    let slot = hashed(key, last) & ~1;
    while (slots[slot] !== key && slots[slot] !== 0) slot = slot + 2 & last;
    return slot;
  }
}

/** Fibonacci hashing: similar numbers are far apart. */
function hashed(hash: number, last: number): number {
  return Math.imul(hash, 0x9e37_79b1) >>> Math.clz32(last);
}
