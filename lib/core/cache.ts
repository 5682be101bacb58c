/**
 * A map that forgets what was not used of late, for values that can be made
 * again: at most `2 * max` entries.
 *
 * Two generations cost less than keeping an exact order: a full generation
 * becomes the old one, and what is used from there moves up again.
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

/**
 * A map of exactly bounded size, for values that are large: the entry that was
 * used longest ago makes room. `BoundedMap` is quicker and keeps up to twice
 * as much.
 */
export class LruMap<K, V> {
  readonly #entries = new Map<K, V>();
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get(key: K): V | undefined {
    const value = this.#entries.get(key);
    if (value !== undefined) {
      // A Map keeps the order of insertion: the one just used goes to the end.
      this.#entries.delete(key);
      this.#entries.set(key, value);
    }
    return value;
  }

  set(key: K, value: V): void {
    this.#entries.delete(key);
    if (this.#entries.size >= this.#max) {
      const [oldest] = this.#entries.keys();
      this.#entries.delete(oldest);
    }
    this.#entries.set(key, value);
  }

  delete(key: K): void {
    this.#entries.delete(key);
  }

  clear(): void {
    this.#entries.clear();
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
