/** Divides a buffer into typed arrays, one after another. Without a buffer, only counts the bytes. */
export class Arena {
  #at = 0;
  readonly #buffer: SharedArrayBuffer | null;

  constructor(buffer: SharedArrayBuffer | null) {
    this.#buffer = buffer;
  }

  /** The bytes that were taken. */
  get bytes(): number {
    return this.#at;
  }

  int32(length: number): Int32Array {
    const at = this.#take(length * 4);
    return this.#buffer
      ? new Int32Array(this.#buffer, at, length)
      : new Int32Array();
  }

  float64(length: number): Float64Array {
    const at = this.#take(length * 8);
    return this.#buffer
      ? new Float64Array(this.#buffer, at, length)
      : new Float64Array();
  }

  uint8(length: number): Uint8Array {
    const at = this.#take(length);
    return this.#buffer
      ? new Uint8Array(this.#buffer, at, length)
      : new Uint8Array();
  }

  #take(bytes: number): number {
    const at = this.#at;
    this.#at += Math.ceil(bytes / 8) * 8;
    return at;
  }
}

/** A buffer for all that `divide` takes. The system gives it memory only where it is written. */
export function allocate(divide: (arena: Arena) => unknown): SharedArrayBuffer {
  const arena = new Arena(null);
  divide(arena);
  return new SharedArrayBuffer(arena.bytes);
}

const FREE = 0;
const HELD = 1;
const AWAITED = 2;
/** Longer than a thread holds the lock, unless the system has taken its processor away. */
const SPINS = 100;
/** A thread that was told to end has done so by then. */
const ENDING_MS = 100;

/**
 * A lock for short, synchronous work on shared memory (the mutex of U. Drepper,
 * "Futexes Are Tricky", 2011, with a few spins before a thread sleeps). Free for
 * a process with one thread.
 */
export class SharedLock {
  readonly #state: Int32Array;
  /** The number of the thread that holds it plus one, or 0. */
  readonly #owner: Int32Array;
  /** Whether another thread uses the memory. */
  isShared = false;
  /** The number of this thread; the main one is 0. */
  thread = 0;

  constructor(arena: Arena) {
    this.#state = arena.int32(1);
    this.#owner = arena.int32(1);
  }

  enter(): void {
    if (!this.isShared) return;
    this.#take();
    this.#owner[0] = this.thread + 1;
  }

  leave(): void {
    if (!this.isShared) return;
    this.#owner[0] = 0;
    if (Atomics.exchange(this.#state, 0, FREE) === AWAITED) {
      Atomics.notify(this.#state, 0, 1);
    }
  }

  /** Runs work while holding the lock. */
  run<T>(work: () => T): T {
    this.enter();
    try {
      return work();
    } finally {
      this.leave();
    }
  }

  /**
   * Frees the lock if a thread that has ended holds it.
   *
   * @param reset makes the memory usable again: a change may be half done
   */
  release(thread: number, reset: () => void): void {
    const owner = this.#owner;
    if (Atomics.load(owner, 0) !== thread + 1) return;
    Atomics.wait(owner, 0, thread + 1, ENDING_MS);
    if (Atomics.load(owner, 0) !== thread + 1) return;
    reset();
    this.leave();
  }

  #take(): void {
    const state = this.#state;
    for (let i = 0; i < SPINS; i++) {
      if (Atomics.compareExchange(state, 0, FREE, HELD) === FREE) return;
    }
    while (Atomics.exchange(state, 0, AWAITED) !== FREE) {
      Atomics.wait(state, 0, AWAITED);
    }
  }
}

/** Of a text's length, and its characters. */
const TEXT_BYTES = 48;
/** Longer texts are not accepted. */
export const MAX_TEXT_LENGTH = TEXT_BYTES - 1;

/**
 * A table of ASCII texts of up to 47 characters in shared memory, each with a kind
 * from 0 to 255. A text has a number from 1 to the maximum until it is removed; other
 * arrays can be indexed by it. Use it while holding a lock.
 */
export class SharedTexts {
  /** Number of texts, the first free number, the numbers used so far, the seed. */
  readonly #header: Int32Array;
  readonly #heads: Int32Array;
  /** Of texts with the same hash, or of free numbers. */
  readonly #next: Int32Array;
  readonly #kinds: Uint8Array;
  readonly #bytes: Uint8Array;

  constructor(arena: Arena, max: number) {
    // By number. There is no text with the number 0.
    const count = max + 1;
    this.#header = arena.int32(4);
    this.#heads = arena.int32(2 ** Math.ceil(Math.log2(count)));
    this.#next = arena.int32(count);
    this.#kinds = arena.uint8(count);
    this.#bytes = arena.uint8(count * TEXT_BYTES);
    // Against clients that choose texts with the same hash.
    if (this.#header[3] === 0) this.#header[3] = Math.random() * 2 ** 32 | 1;
  }

  get size(): number {
    return this.#header[0];
  }

  /** The number of a text; 0 if it isn't in the table. */
  find(text: string, kind = 0): number {
    let at = this.#heads[this.#slot(text, kind)];
    while (at !== 0 && !this.#is(at, text, kind)) at = this.#next[at];
    return at;
  }

  /** Adds a text that isn't in the table, which must not be full. */
  add(text: string, kind = 0): number {
    const header = this.#header;
    let at = header[1];
    if (at === 0) at = ++header[2];
    else header[1] = this.#next[at];
    const slot = this.#slot(text, kind);
    this.#next[at] = this.#heads[slot];
    this.#heads[slot] = at;
    this.#kinds[at] = kind;
    let byte = at * TEXT_BYTES;
    this.#bytes[byte++] = text.length;
    for (let i = 0; i < text.length; i++) {
      this.#bytes[byte++] = text.charCodeAt(i);
    }
    header[0]++;
    return at;
  }

  remove(number: number): void {
    const slot = this.#slot(this.text(number), this.#kinds[number]);
    const next = this.#next;
    if (this.#heads[slot] === number) this.#heads[slot] = next[number];
    else {
      let before = this.#heads[slot];
      while (next[before] !== number) before = next[before];
      next[before] = next[number];
    }
    next[number] = this.#header[1];
    this.#header[1] = number;
    this.#header[0]--;
  }

  clear(): void {
    this.#header.fill(0, 0, 3);
    this.#heads.fill(0);
  }

  text(number: number): string {
    const start = number * TEXT_BYTES;
    const length = this.#bytes[start];
    let text = "";
    for (let i = 1; i <= length; i++) {
      text += String.fromCharCode(this.#bytes[start + i]);
    }
    return text;
  }

  kind(number: number): number {
    return this.#kinds[number];
  }

  #is(number: number, text: string, kind: number): boolean {
    let byte = number * TEXT_BYTES;
    if (this.#kinds[number] !== kind || this.#bytes[byte] !== text.length) {
      return false;
    }
    for (let i = 0; i < text.length; i++) {
      if (this.#bytes[++byte] !== text.charCodeAt(i)) return false;
    }
    return true;
  }

  #slot(text: string, kind: number): number {
    let hash = this.#header[3] ^ kind;
    for (let i = 0; i < text.length; i++) {
      hash = Math.imul(hash ^ text.charCodeAt(i), 0x5bd1e995);
      hash ^= hash >>> 15;
    }
    hash = Math.imul(hash ^ hash >>> 13, 0x5bd1e995);
    return (hash ^ hash >>> 15) & this.#heads.length - 1;
  }
}
