import type { Caller, ClientKey } from "./caller.ts";
import { type Entry, FairQueue } from "./fair_queue.ts";

export interface SemaphoreOptions {
  /** Pieces of work at once. */
  permits: number;
  /** Callers that wait, of all clients together. */
  maxWaiting: number;
  /** Permits that a group of clients gets while any is free; 1/16 of all, at least one, unless told. */
  share?: number;
  /** The most that a group holds, however many are free. */
  maxHeld?: number;
}

export interface WaitOptions {
  /** The longest wait for a permit. */
  timeoutMs: number;
}

/** Held while work is under way; to be disposed of, once is enough. */
export type Permit = Disposable;

/** There was no permit for a caller. */
export abstract class SemaphoreError extends Error {}

/** More callers wait than may, and none waits for more than this one's group. */
export class SemaphoreFullError extends SemaphoreError {
  override readonly name = "SemaphoreFullError";
}

/** No permit became free in time. */
export class SemaphoreTimeoutError extends SemaphoreError {
  override readonly name = "SemaphoreTimeoutError";
}

interface Waiter {
  isWaiting: boolean;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * Bounds how much is under way at once, and shares it fairly among clients.
 *
 * A group of clients below its share gets any permit that is free. At its
 * share or above it gets one only while it holds fewer than are free: one
 * greedy client gets half of all, two get a third each, and something is always
 * left for the others (the dynamic thresholds of Choudhury and Hahne, IEEE/ACM
 * Transactions on Networking 6(2), 1998). A client of a group holds no more
 * than the group, so that one test serves for both.
 *
 * Whoever finds no permit waits for a while. A permit that becomes free goes
 * to groups below their share before others; among equals to the one next in
 * turn. Where too many wait, the newest of those who wait for most is refused.
 */
export class Semaphore {
  readonly #permits: number;
  readonly #maxWaiting: number;
  readonly #share: number;
  readonly #maxHeld: number;
  /** Permits held by each group that holds any. */
  readonly #held = new Map<string, number>();
  readonly #queue = new FairQueue<Waiter>();
  #taken = 0;

  constructor(
    { permits, maxWaiting, share, maxHeld = permits }: SemaphoreOptions,
  ) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
    this.#maxHeld = maxHeld;
    this.#share = share ?? Math.max(1, Math.floor(permits / 16));
  }

  /** Permits that are held. */
  get taken(): number {
    return this.#taken;
  }

  /** Callers that wait for one. */
  get waiting(): number {
    return this.#queue.size;
  }

  /** A permit, if the client may have one now. */
  tryAcquire({ group }: ClientKey): Permit | null {
    return this.#admits(group) ? this.#take(group) : null;
  }

  /**
   * Takes a permit, at once or in time.
   *
   * @throws {SemaphoreFullError} too many wait
   * @throws {SemaphoreTimeoutError} none became free in time
   * @throws the signal's reason
   */
  async acquire(
    { client, signal }: Caller,
    { timeoutMs }: WaitOptions,
  ): Promise<Permit> {
    signal.throwIfAborted();
    const permit = this.tryAcquire(client);
    if (permit) return permit;
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const waiter = { isWaiting: true, resolve, reject };
    const entry = this.#queue.push(client, waiter);
    if (this.#queue.size > this.#maxWaiting) {
      this.#refuse(
        this.#queue.excess!,
        new SemaphoreFullError("too many wait"),
      );
    }
    const onAbort = () => this.#refuse(entry, signal.reason);
    const timer = setTimeout(
      () => this.#refuse(entry, new SemaphoreTimeoutError("waited too long")),
      timeoutMs,
    );
    signal.addEventListener("abort", onAbort, { once: true });
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener("abort", onAbort);
    }
  }

  /** Does work that needs a permit. @throws as {@link acquire}; what the work throws */
  async run<T>(
    caller: Caller,
    work: () => T | Promise<T>,
    options: WaitOptions,
  ): Promise<T> {
    using _permit = await this.acquire(caller, options);
    return await work();
  }

  #heldBy(group: string): number {
    return this.#held.get(group) ?? 0;
  }

  #admits(group: string): boolean {
    const free = this.#permits - this.#taken;
    const held = this.#heldBy(group);
    if (free === 0 || held >= this.#maxHeld) return false;
    return held < this.#share || held < free;
  }

  #take(group: string): Permit {
    this.#taken++;
    this.#held.set(group, this.#heldBy(group) + 1);
    let isHeld = true;
    return {
      [Symbol.dispose]: () => {
        if (isHeld) this.#release(group);
        isHeld = false;
      },
    };
  }

  #release(group: string): void {
    this.#taken--;
    const left = this.#heldBy(group) - 1;
    if (left === 0) this.#held.delete(group);
    else this.#held.set(group, left);
    for (;;) {
      const next = this.#nextGroup();
      if (next === null) return;
      const waiter = this.#queue.shift(next);
      waiter.isWaiting = false;
      waiter.resolve(this.#take(next));
    }
  }

  /** Does nothing to one that got its permit in this very turn of the event loop. */
  #refuse(entry: Entry<Waiter>, reason: unknown): void {
    const waiter = entry.item;
    if (!waiter.isWaiting) return;
    waiter.isWaiting = false;
    this.#queue.remove(entry);
    waiter.reject(reason);
  }

  /** Looks at few: of groups at their share there are no more than shares. */
  #nextGroup(): string | null {
    let greedy: string | null = null;
    for (const group of this.#queue.groups()) {
      if (!this.#admits(group)) {
        if (this.#taken === this.#permits) return null;
        continue;
      }
      if (this.#heldBy(group) < this.#share) return group;
      greedy ??= group;
    }
    return greedy;
  }
}
