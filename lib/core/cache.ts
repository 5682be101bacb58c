import { LRUCache } from "lru-cache";

/**
 * A cache for the hot path: entries weigh at most `2 * max` together. Evicts
 * entries that were not used recently.
 *
 * Two generations are cheaper than an exact order: when the young generation is
 * full it becomes the old one, and the old one is dropped. An entry that is read
 * from the old generation moves to the young one. A `get` takes a quarter of
 * lru-cache's time.
 */
export class BoundedMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  #youngWeight = 0;

  /**
   * @param max weight per generation
   * @param weigh by default each entry weighs 1
   */
  constructor(
    private readonly max: number,
    private readonly weigh?: (key: K, value: V) => number,
  ) {}

  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    const weight = this.weigh === undefined ? 1 : this.weigh(key, value);
    if (this.#youngWeight + weight > this.max) {
      this.#old = this.#young;
      this.#young = new Map();
      this.#youngWeight = 0;
    }
    this.#young.set(key, value);
    this.#youngWeight += weight;
  }

  /** Like `getOrInsertComputed` of `Map`, for values that are never undefined. */
  getOrInsertComputed(key: K, compute: (key: K) => V): V {
    let value = this.get(key);
    if (value === undefined) this.set(key, value = compute(key));
    return value;
  }

  clear(): void {
    this.#young = new Map();
    this.#old = new Map();
    this.#youngWeight = 0;
  }
}

/**
 * Caches the last result of a function of one text, for texts that mostly
 * repeat: comparing them takes less time than hashing one.
 */
export function memoizeLast<Result>(
  compute: (text: string) => Result,
): (text: string) => Result {
  let last: { text: string; result: Result } | undefined;
  return (text) => {
    if (last?.text !== text) last = { text, result: compute(text) };
    return last.result;
  };
}

/**
 * A direct-mapped cache for the hot path, with small numbers such as rows of a
 * table as keys. A new value replaces the one whose key has the same lower
 * bits.
 *
 * A lookup of a key that was not used for a while takes half the time of one in
 * a `Map`, most of which is waiting for memory.
 */
export class DirectMappedCache<V> {
  readonly #size: number;
  #keys = new Int32Array(0);
  #values: (V | undefined)[] = [];

  /** @param bits the number of slots is 2 to this power */
  constructor(bits: number) {
    this.#size = 1 << bits;
  }

  get(key: number): V | undefined {
    const slot = key & this.#size - 1;
    return this.#keys[slot] === key ? this.#values[slot] : undefined;
  }

  set(key: number, value: V): void {
    // Allocated at the first lookup, because most caches are never used.
    if (this.#keys.length === 0) {
      this.#keys = new Int32Array(this.#size);
      this.#values = new Array(this.#size);
    }
    const slot = key & this.#size - 1;
    this.#keys[slot] = key;
    this.#values[slot] = value;
  }
}

interface ExpiringCacheOptions {
  /** Maximum total weight: the number of entries, if `set` is called without weights. */
  readonly maxWeight: number;
  readonly now: () => number;
}

/**
 * A cache whose entries expire at a given time. Evicts the least recently used
 * entry.
 *
 * Expiry is implemented here, because lru-cache does not support a clock at 0, and
 * keeps entries a millisecond too long.
 */
export class ExpiringCache<V extends object> {
  readonly #entries: LRUCache<string, { value: V; expiresAt: number }>;
  readonly #now: () => number;

  constructor({ maxWeight, now }: ExpiringCacheOptions) {
    // With `max` lru-cache would allocate memory for all entries at once.
    this.#entries = new LRUCache({ maxSize: maxWeight });
    this.#now = now;
  }

  get weight(): number {
    return this.#entries.calculatedSize;
  }

  get(key: string): V | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    if (entry.expiresAt > this.#now()) return entry.value;
    this.#entries.delete(key);
    return undefined;
  }

  /** @param weight a positive integer; an entry heavier than `maxWeight` is not stored */
  set(key: string, value: V, expiresAt: number, weight = 1): void {
    this.#entries.set(key, { value, expiresAt }, { size: weight });
  }
}
