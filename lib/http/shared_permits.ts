import {
  allocate,
  Arena,
  MAX_TEXT_LENGTH,
  SharedLock,
  SharedTexts,
} from "../core/shared_memory.ts";
import type { PermitsInUse } from "../core/semaphore.ts";

/** Threads that can share permits, the main one included. */
export const MAX_THREADS = 16;

const GROUP = 0;
const NETWORK = 1;

/**
 * Permits in use by several threads. It knows how many each thread has, so that
 * those of a thread that has ended can be released.
 */
export class SharedPermits implements PermitsInUse {
  readonly buffer: SharedArrayBuffer;
  readonly lock: SharedLock;
  readonly #thread: number;
  readonly #all: Int32Array;
  readonly #holders: SharedTexts;
  /** By the number of a group or a network, of all threads and of each. */
  readonly #held: Int32Array;
  readonly #own: readonly Int32Array[];

  /**
   * @param permits the most that can be in use
   * @param thread the number of this thread
   * @param buffer of an object of the same size, in another thread
   */
  constructor(permits: number, thread: number, buffer?: SharedArrayBuffer) {
    const max = 2 * permits;
    // By number. There is no holder with the number 0.
    const count = max + 1;
    const divide = (arena: Arena) => ({
      lock: new SharedLock(arena),
      all: arena.int32(1),
      holders: new SharedTexts(arena, max),
      held: arena.int32(count),
      own: Array.from({ length: MAX_THREADS }, () => arena.int32(count)),
    });
    this.buffer = buffer ?? allocate(divide);
    const parts = divide(new Arena(this.buffer));
    this.lock = parts.lock;
    this.lock.isShared = buffer !== undefined;
    this.lock.thread = thread;
    this.#thread = thread;
    this.#all = parts.all;
    this.#holders = parts.holders;
    this.#held = parts.held;
    this.#own = parts.own;
  }

  get all(): number {
    return this.#all[0];
  }

  ofGroup(group: string): number {
    return this.#held[this.#holders.find(keyOf(group), GROUP)];
  }

  ofNetwork(network: string): number {
    return this.#held[this.#holders.find(keyOf(network), NETWORK)];
  }

  add(group: string, network: string | undefined, change: number): void {
    // Permits that `#reset` has forgotten can still be given back.
    this.#all[0] = Math.max(0, this.#all[0] + change);
    this.#add(keyOf(group), GROUP, change);
    if (network !== undefined) this.#add(keyOf(network), NETWORK, change);
  }

  enter(): void {
    this.lock.enter();
  }

  leave(): void {
    this.lock.leave();
  }

  /** Releases the permits of a thread that has ended. */
  release(thread: number): void {
    this.lock.release(thread, () => this.#reset());
    this.enter();
    const own = this.#own[thread];
    for (const [holder, count] of own.entries()) {
      if (count === 0) continue;
      if (this.#holders.kind(holder) === GROUP) this.#all[0] -= count;
      this.#change(holder, own, -count);
    }
    this.leave();
  }

  #reset(): void {
    this.#all[0] = 0;
    this.#holders.clear();
    this.#held.fill(0);
    for (const own of this.#own) own.fill(0);
  }

  #add(text: string, kind: number, change: number): void {
    let holder = this.#holders.find(text, kind);
    if (holder === 0) {
      if (change < 0) return;
      holder = this.#holders.add(text, kind);
    }
    this.#change(holder, this.#own[this.#thread], change);
  }

  #change(holder: number, own: Int32Array, change: number): void {
    own[holder] += change;
    this.#held[holder] += change;
    if (this.#held[holder] === 0) this.#holders.remove(holder);
  }
}

/** Groups and networks are addresses and prefixes, which are shorter. */
function keyOf(text: string): string {
  return text.slice(0, MAX_TEXT_LENGTH);
}
