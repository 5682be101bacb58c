import { type Bucket, BUCKETS } from "./bucket.ts";

/** The requests of one client in one bucket and one window. */
export class Counter {
  count = 0;
  /** The part of `count` that lies in KV: equal to `count` when nothing waits to be written. */
  writtenCount = 0;
  /** A request of this window was refused. */
  over = false;
  older: Counter | null = null;
  newer: Counter | null = null;

  constructor(
    readonly bucket: Bucket,
    readonly client: string,
    public startMs: number,
  ) {}
}

/**
 * Counters by bucket and client, in the order in which their windows began here.
 *
 * The order is a linked list because the oldest must be found in constant time
 * during a flood: walking a Map from its start steps over every deleted entry.
 */
export class CounterTable {
  #size = 0;
  #oldest: Counter | null = null;
  #newest: Counter | null = null;
  readonly #counters = Object.fromEntries(
    BUCKETS.map((bucket) => [bucket, new Map()]),
  ) as Record<Bucket, Map<string, Counter>>;

  get size(): number {
    return this.#size;
  }

  get oldest(): Counter | null {
    return this.#oldest;
  }

  get(bucket: Bucket, client: string): Counter | undefined {
    return this.#counters[bucket].get(client);
  }

  /** Adds a counter as the newest; its place must be free. */
  add(counter: Counter): void {
    counter.older = this.#newest;
    if (this.#newest === null) this.#oldest = counter;
    else this.#newest.newer = counter;
    this.#newest = counter;
    this.#counters[counter.bucket].set(counter.client, counter);
    this.#size++;
  }

  /** Removes a counter that is in the table. */
  delete(counter: Counter): void {
    if (counter.older === null) this.#oldest = counter.newer;
    else counter.older.newer = counter.newer;
    if (counter.newer === null) this.#newest = counter.older;
    else counter.newer.older = counter.older;
    counter.older = counter.newer = null;
    this.#counters[counter.bucket].delete(counter.client);
    this.#size--;
  }
}
