import {
  allocate,
  Arena,
  SharedLock,
  SharedTexts,
} from "../core/shared_memory.ts";
import { type Bucket, BUCKETS } from "./bucket.ts";
import { NETWORK_SHARE } from "./fair_table.ts";

const NUMBERS = Object.fromEntries(
  BUCKETS.map((bucket, number) => [bucket, number]),
) as Record<Bucket, number>;

/** Counters of all buckets. */
export const MAX_COUNTERS = 100_000;

/** The ends of a list. */
const FIRST = 0;
const LAST = 1;

/**
 * Counters by bucket and client, in memory that threads share.
 *
 * A message to the main thread takes 37 µs of processor time, and its response as
 * long to arrive as the main thread is busy. A counter in shared memory takes less
 * than 4 µs, and is exact at once in all threads (measured on a busy AMD EPYC,
 * 2026-11-28; `tests/bench/limits_bench.ts`). So each thread counts by itself, while
 * it holds the lock; a counter is a number, and its fields are in arrays.
 *
 * Counters are in the order in which their windows began. A full table deletes the
 * oldest of the network that has the most ({@link NetworkShares} explains why).
 * Each operation takes constant time.
 */
export class CounterTable {
  readonly lock: SharedLock;
  readonly buffer: SharedArrayBuffer;
  /** By the number of a counter: the start of its window, in milliseconds since the epoch. */
  readonly startMs: Float64Array;
  readonly count: Int32Array;
  /** The part of `count` that is in KV. */
  readonly flushedCount: Int32Array;
  /** Whether a request of this window was rejected. */
  readonly wasExceeded: Uint8Array;
  /** Changes if the number is used for another counter. */
  readonly generation: Int32Array;
  /** Requests rejected since the start, by the number of the bucket. */
  readonly rejected: Float64Array;
  readonly #max: number;
  readonly #maxPerNetwork: number;
  readonly #clients: SharedTexts;
  readonly #networks: SharedTexts;
  readonly #order: Lists;
  readonly #unflushed: Lists;
  readonly #isUnflushed: Uint8Array;
  /** The number of the network that holds a counter. */
  readonly #network: Int32Array;
  readonly #counts: Int32Array;
  /** The counters of each network, oldest first. */
  readonly #held: Lists;
  /** The networks with each number of counters, those that reached it first first. */
  readonly #byCount: Lists;
  readonly #most: Int32Array;

  /** @param buffer of a table of the same size, in another thread */
  constructor(max: number, buffer?: SharedArrayBuffer) {
    this.#max = max;
    this.#maxPerNetwork = Math.max(1, Math.floor(max * NETWORK_SHARE));
    const lists = this.#maxPerNetwork + 1;
    const divide = (arena: Arena) => ({
      lock: new SharedLock(arena),
      rejected: arena.float64(BUCKETS.length),
      startMs: arena.float64(max + 1),
      count: arena.int32(max + 1),
      flushedCount: arena.int32(max + 1),
      wasExceeded: arena.uint8(max + 1),
      generation: arena.int32(max + 1),
      clients: new SharedTexts(arena, max),
      networks: new SharedTexts(arena, max),
      order: new Lists(arena, max),
      unflushed: new Lists(arena, max),
      isUnflushed: arena.uint8(max + 1),
      network: arena.int32(max + 1),
      counts: arena.int32(max + 1),
      held: new Lists(arena, max, max),
      byCount: new Lists(arena, max, lists),
      most: arena.int32(1),
    });
    this.buffer = buffer ?? allocate(divide);
    const parts = divide(new Arena(this.buffer));
    this.lock = parts.lock;
    this.lock.isShared = buffer !== undefined;
    this.rejected = parts.rejected;
    this.startMs = parts.startMs;
    this.count = parts.count;
    this.flushedCount = parts.flushedCount;
    this.wasExceeded = parts.wasExceeded;
    this.generation = parts.generation;
    this.#clients = parts.clients;
    this.#networks = parts.networks;
    this.#order = parts.order;
    this.#unflushed = parts.unflushed;
    this.#isUnflushed = parts.isUnflushed;
    this.#network = parts.network;
    this.#counts = parts.counts;
    this.#held = parts.held;
    this.#byCount = parts.byCount;
    this.#most = parts.most;
  }

  get size(): number {
    return this.#clients.size;
  }

  /** Counters that are marked as not written. */
  get unflushed(): number {
    return this.#unflushed.size;
  }

  /** 0 if the table is empty. */
  get oldest(): number {
    return this.#order.first();
  }

  /** The counter that began after this one; 0 if there is none. */
  newer(counter: number): number {
    return this.#order.next(counter);
  }

  /** The number of a counter; 0 if there is none. */
  find(bucket: Bucket, client: string): number {
    return this.#clients.find(client, NUMBERS[bucket]);
  }

  client(counter: number): string {
    return this.#clients.text(counter);
  }

  bucket(counter: number): Bucket {
    return BUCKETS[this.#clients.kind(counter)];
  }

  /** Deletes all counters, even if lists are damaged. */
  clear(): void {
    this.#clients.clear();
    this.#networks.clear();
    this.#order.clear();
    this.#unflushed.clear();
    this.#held.clear();
    this.#byCount.clear();
    this.#isUnflushed.fill(0);
    this.#counts.fill(0);
    this.#most[0] = 0;
    // What is being written belongs to none of the next ones.
    for (let i = 0; i <= this.#max; i++) this.generation[i]++;
  }

  /** Counts a rejected request, for the metrics. */
  reject(bucket: Bucket): void {
    this.rejected[NUMBERS[bucket]]++;
  }

  /** Adds a counter as the newest. It must not exist yet. May delete another one. */
  add(
    bucket: Bucket,
    client: string,
    startMs: number,
    network: string,
  ): number {
    this.#makeRoom(this.#networks.find(network));
    const counter = this.#clients.add(client, NUMBERS[bucket]);
    this.startMs[counter] = startMs;
    this.count[counter] = this.flushedCount[counter] = 0;
    this.wasExceeded[counter] = 0;
    this.#order.push(counter);
    const holder = this.#networks.find(network) || this.#networks.add(network);
    this.#network[counter] = holder;
    this.#held.push(counter, holder);
    this.#recount(holder, 1);
    return counter;
  }

  delete(counter: number): void {
    this.flushed(counter);
    this.generation[counter]++;
    this.#order.remove(counter);
    this.#clients.remove(counter);
    const holder = this.#network[counter];
    this.#held.remove(counter, holder);
    this.#recount(holder, -1);
    if (this.#counts[holder] === 0) this.#networks.remove(holder);
  }

  /** Marks a counter as not written, unless it is marked. */
  unflush(counter: number): void {
    if (this.#isUnflushed[counter]) return;
    this.#isUnflushed[counter] = 1;
    this.#unflushed.push(counter);
  }

  /** Removes the mark. */
  flushed(counter: number): void {
    if (!this.#isUnflushed[counter]) return;
    this.#isUnflushed[counter] = 0;
    this.#unflushed.remove(counter);
  }

  isUnflushed(counter: number): boolean {
    return this.#isUnflushed[counter] === 1;
  }

  /** Up to `max` counters that are marked, those that were marked first. */
  *marked(max: number): Generator<number> {
    let counter = this.#unflushed.first();
    for (let i = 0; i < max && counter !== 0; i++) {
      yield counter;
      counter = this.#unflushed.next(counter);
    }
  }

  #makeRoom(holder: number): void {
    if (holder !== 0 && this.#counts[holder] >= this.#maxPerNetwork) {
      this.delete(this.#held.first(holder));
    } else if (this.size >= this.#max) {
      this.delete(this.#held.first(this.#byCount.first(this.#most[0])));
    }
  }

  #recount(holder: number, change: 1 | -1): void {
    const before = this.#counts[holder];
    const count = this.#counts[holder] = before + change;
    if (before > 0) this.#byCount.remove(holder, before);
    if (count > 0) this.#byCount.push(holder, count);
    const most = this.#most;
    if (count > most[0]) most[0] = count;
    else if (most[0] > 0 && this.#byCount.first(most[0]) === 0) most[0]--;
  }
}

/**
 * Doubly linked lists of numbers from 1 to `max`, each of which is in one list at
 * most. Lists have numbers, too; a single one is 0.
 */
class Lists {
  /** Of each list, the first number and the last. */
  readonly #ends: Int32Array;
  readonly #previous: Int32Array;
  readonly #next: Int32Array;
  readonly #size: Int32Array;

  constructor(arena: Arena, max: number, lists = 1) {
    this.#ends = arena.int32(2 * (lists + 1));
    this.#previous = arena.int32(max + 1);
    this.#next = arena.int32(max + 1);
    this.#size = arena.int32(1);
  }

  get size(): number {
    return this.#size[0];
  }

  /** 0 if the list is empty. */
  first(list = 0): number {
    return this.#ends[2 * list + FIRST];
  }

  /** 0 after the last one. */
  next(number: number): number {
    return this.#next[number];
  }

  clear(): void {
    this.#ends.fill(0);
    this.#size[0] = 0;
  }

  push(number: number, list = 0): void {
    const ends = this.#ends;
    const last = ends[2 * list + LAST];
    this.#previous[number] = last;
    this.#next[number] = 0;
    if (last === 0) ends[2 * list + FIRST] = number;
    else this.#next[last] = number;
    ends[2 * list + LAST] = number;
    this.#size[0]++;
  }

  remove(number: number, list = 0): void {
    const previous = this.#previous[number];
    const next = this.#next[number];
    if (previous === 0) this.#ends[2 * list + FIRST] = next;
    else this.#next[previous] = next;
    if (next === 0) this.#ends[2 * list + LAST] = previous;
    else this.#previous[next] = previous;
    this.#size[0]--;
  }
}
