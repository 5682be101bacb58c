import { addAbortListener } from "node:events";
import {
  type Caller,
  type ClientKey,
  type Entry,
  FairQueue,
} from "./fair_queue.ts";
import { type Busy, busyError, StacklessError } from "./errors.ts";

export interface SemaphoreOptions {
  /** Operations that may run at the same time. */
  permits: number;
  /** Callers that may wait, all clients together. */
  maxWaiting: number;
  /** Permits a group of clients always gets if any is free. Default: 1/16 of all, at least one. */
  guaranteedShare?: number;
  /** Most permits one group may hold, however many are free. Default: all. */
  maxPerGroup?: number;
  /**
   * The network that a group belongs to. One network gets at most three quarters
   * of all permits, however many groups it has. Default: not limited.
   */
  networkOf?: (group: string) => string;
  /** For callers that don't say how long they wait. By default, they don't. */
  wait?: WaitOptions;
  /** Those of several threads, without callers that wait. By default of this object alone. */
  inUse?: PermitsInUse;
}

/** The permits in use, in all and of each group and network. */
export interface PermitsInUse {
  readonly all: number;
  ofGroup(group: string): number;
  ofNetwork(network: string): number;
  add(group: string, network: string | undefined, change: number): void;
  /** Called before several of the above that belong together, and afterwards. */
  enter(): void;
  leave(): void;
}

class LocalPermitsInUse implements PermitsInUse {
  all = 0;
  /** Groups and networks without any are absent. */
  readonly #groups = new Map<string, number>();
  readonly #networks = new Map<string, number>();

  ofGroup(group: string): number {
    return this.#groups.get(group) ?? 0;
  }

  ofNetwork(network: string): number {
    return this.#networks.get(network) ?? 0;
  }

  add(group: string, network: string | undefined, change: number): void {
    this.all += change;
    addTo(this.#groups, group, change);
    if (network !== undefined) addTo(this.#networks, network, change);
  }

  enter(): void {}

  leave(): void {}
}

export interface WaitOptions {
  /** Longest wait for a permit. */
  timeoutMs: number;
  /** What the client is told without one: a 503 instead of a {@link SemaphoreError}. */
  busy?: Busy;
}

/** Held while an operation runs. Dispose of it to release it; disposing again does nothing. */
export type Permit = Disposable;

/** A caller got no permit: the queue was full, or none became free in time. */
export class SemaphoreError extends StacklessError {
  override readonly name = "SemaphoreError";
}

interface Waiter {
  isWaiting: boolean;
  readonly resolve: (permit: Permit) => void;
  readonly reject: (reason: unknown) => void;
}

/**
 * A network gets a permit while it holds fewer than three times as many as are
 * free: one can take three quarters of all, two can take six sevenths, and some
 * are left for others.
 */
const NETWORK_THRESHOLD = 3;

/** A class, because a literal with a computed key takes several times as long. */
class HeldPermit implements Permit {
  #release: (() => void) | null;

  constructor(release: () => void) {
    this.#release = release;
  }

  [Symbol.dispose](): void {
    this.#release?.();
    this.#release = null;
  }
}

/**
 * Limits concurrency, and shares the permits fairly among clients.
 *
 * A group below its guaranteed share gets any free permit. At or above its
 * share it gets one only while it holds fewer than are free: one greedy client
 * gets half of all permits, two get a third each, and some are always left for
 * others (dynamic thresholds: Choudhury and Hahne, IEEE/ACM Transactions on
 * Networking 6(2), 1998). A client never holds more than its group, so checking
 * the group is enough. Many groups, each below its share, can still take all
 * permits; so their network can be limited too.
 *
 * Callers without a permit wait in a queue. A released permit goes first to
 * groups below their share, then round robin. If the queue is full, the newest
 * caller of the largest group is rejected.
 */
export class Semaphore {
  #permits: number;
  readonly #maxWaiting: number;
  readonly #guaranteedShare: number;
  readonly #maxPerGroup: number | undefined;
  readonly #networkOf: SemaphoreOptions["networkOf"];
  readonly #wait: WaitOptions;
  readonly #inUse: PermitsInUse;
  readonly #queue = new FairQueue<Waiter>();

  constructor(
    {
      permits,
      maxWaiting,
      guaranteedShare,
      maxPerGroup,
      networkOf,
      wait = { timeoutMs: 0 },
      inUse = new LocalPermitsInUse(),
    }: SemaphoreOptions,
  ) {
    this.#permits = permits;
    this.#maxWaiting = maxWaiting;
    this.#maxPerGroup = maxPerGroup;
    this.#networkOf = networkOf;
    this.#wait = wait;
    this.#inUse = inUse;
    this.#guaranteedShare = guaranteedShare ??
      Math.max(1, Math.floor(permits / 16));
  }

  get acquired(): number {
    return this.#inUse.all;
  }

  /** Changes the number of permits. What is in use beyond it is not taken back. */
  resize(permits: number): void {
    this.#permits = permits;
  }

  get waiting(): number {
    return this.#queue.size;
  }

  /**
   * Whether a caller would be rejected at once: any caller, or one of this client.
   * False if it could wait, even in the place of another one.
   */
  refuses(client?: ClientKey): boolean {
    if (this.#queue.size < this.#maxWaiting) return false;
    if (client) {
      return !this.#admits(client.group) && this.#queue.isLargest(client);
    }
    // If each group has at most one waiting caller, the newest one is rejected.
    return this.#inUse.all >= this.#permits && this.#queue.mostOfGroup <= 1;
  }

  /** One or more permits, to be released together, if they are available to this client now, otherwise null. */
  tryAcquire({ group }: ClientKey, count = 1): Permit | null {
    this.#inUse.enter();
    try {
      return this.#admits(group, count) ? this.#grant(group, count) : null;
    } finally {
      this.#inUse.leave();
    }
  }

  /** Waits for a permit.
   *
   * @throws {SemaphoreError} the queue is full and this caller's group has the
   * most waiting callers, or no permit within `timeoutMs`
   * @throws {AppError} 503 instead with `busy`
   * @throws the signal's reason
   */
  async acquire(
    { client, signal }: Caller,
    { timeoutMs, busy }: WaitOptions = this.#wait,
  ): Promise<Permit> {
    signal.throwIfAborted();
    const permit = this.tryAcquire(client);
    if (permit) return permit;
    const { promise, resolve, reject } = Promise.withResolvers<Permit>();
    const waiter = { isWaiting: true, resolve, reject };
    const entry = this.#queue.push(client, waiter);
    if (this.#queue.size > this.#maxWaiting) {
      this.#reject(
        this.#queue.newestOfLargest!,
        new SemaphoreError("too many callers are waiting"),
      );
    }
    using _leave = addAbortListener(
      signal,
      () => this.#reject(entry, signal.reason),
    );
    const timer = setTimeout(
      () => this.#reject(entry, new SemaphoreError("no permit in time")),
      timeoutMs,
    );
    try {
      return await promise;
    } catch (error) {
      throw busy && error instanceof SemaphoreError
        ? busyError(...busy, error)
        : error;
    } finally {
      clearTimeout(timer);
    }
  }

  #admits(group: string, count = 1): boolean {
    const free = this.#permits - this.#inUse.all;
    const wanted = this.#inUse.ofGroup(group) + count;
    if (count > free || wanted > (this.#maxPerGroup ?? wanted)) return false;
    // As if they were acquired one by one.
    const freeForLast = free - count + 1;
    if (wanted > this.#guaranteedShare && wanted > freeForLast) return false;
    if (!this.#networkOf) return true;
    const held = this.#inUse.ofNetwork(this.#networkOf(group));
    return held + count <= NETWORK_THRESHOLD * freeForLast;
  }

  #grant(group: string, count = 1): Permit {
    const network = this.#networkOf?.(group);
    this.#inUse.add(group, network, count);
    return new HeldPermit(() => this.#release(group, network, count));
  }

  #release(group: string, network: string | undefined, count: number): void {
    this.#inUse.enter();
    this.#inUse.add(group, network, -count);
    this.#inUse.leave();
    for (;;) {
      const next = this.#nextGroup();
      if (next === null) return;
      const waiter = this.#queue.shift(next);
      waiter.isWaiting = false;
      waiter.resolve(this.#grant(next));
    }
  }

  /** No effect if the waiter got its permit in the same turn of the event loop. */
  #reject(entry: Entry<Waiter>, reason: unknown): void {
    const waiter = entry.item;
    if (!waiter.isWaiting) return;
    waiter.isWaiting = false;
    this.#queue.remove(entry);
    waiter.reject(reason);
  }

  /** Cheap: only as many groups can be at their share as there are shares. */
  #nextGroup(): string | null {
    let overShare: string | null = null;
    for (const group of this.#queue.groups()) {
      if (!this.#admits(group)) {
        if (this.#inUse.all >= this.#permits) return null;
        continue;
      }
      if (this.#inUse.ofGroup(group) < this.#guaranteedShare) return group;
      overShare ??= group;
    }
    return overShare;
  }
}

function addTo(counts: Map<string, number>, key: string, change: number): void {
  const count = (counts.get(key) ?? 0) + change;
  if (count === 0) counts.delete(key);
  else counts.set(key, count);
}

/** Runs operations one at a time, in the order of their calls. */
export class Mutex {
  #last: Promise<unknown> = Promise.resolve();

  /** Runs `work` after all earlier calls have settled, and returns its result. */
  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }
}
