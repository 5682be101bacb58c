/** More would take memory that is no longer in the processor's cache. */
const MAX_BUCKETS = 1 << 16;

/**
 * Divides ascending keys into buckets of equal span between the first and the
 * last, so that a search begins among a few of them instead of all.
 */
export class KeyBuckets {
  readonly #first: number;
  readonly #perUnit: number;
  readonly #last: number;
  /** Where each bucket begins; one more entry than buckets. */
  readonly #begins: Uint32Array;

  constructor(keys: Uint32Array | Float64Array) {
    const count = Math.max(1, Math.min(keys.length, MAX_BUCKETS));
    this.#first = keys[0] ?? 0;
    this.#perUnit = count / ((keys.at(-1) ?? 0) - this.#first + 1);
    this.#last = count - 1;
    this.#begins = new Uint32Array(count + 1);
    for (const key of keys) this.#begins[this.of(key) + 1]++;
    for (let i = 0; i < count; i++) this.#begins[i + 1] += this.#begins[i];
  }

  /** The bucket of any key; those outside the span fall into the nearest. */
  of(key: number): number {
    const bucket = (key - this.#first) * this.#perUnit;
    // Rounding never turns the order of two keys, so that it does no harm.
    return bucket <= 0 ? 0 : bucket >= this.#last ? this.#last : bucket >>> 0;
  }

  /** Index of the bucket's first key; of the one behind its last, for the next bucket. */
  begin(bucket: number): number {
    return this.#begins[bucket];
  }
}
