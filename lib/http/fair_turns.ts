import { type ClientKey, FairQueue } from "../core/fair_queue.ts";
import { providerKey } from "../net/client_address.ts";

/** A clock and a timer for each request would cost more than they tell. */
const UNWATCHED = 16;
/** For how long requests are handled as they arrive while timers wait. */
const MAX_DELAY_MS = 5;
/** How long requests are handled before sockets are served again. */
const TURN_MS = 4;
/** Microtasks after which most responses that wait for nothing are ready. */
const MICROTASKS = 12;

type Timer = ReturnType<typeof setTimeout> | number;

interface FairTurnsOptions {
  /** Requests of one provider's network that may wait. */
  maxPerNetwork?: number;
  /** A monotonic clock, in milliseconds. */
  elapsed?: () => number;
  /** Runs a callback after sockets have been served. */
  later?: (callback: () => void) => Timer;
}

/**
 * Divides a burst of requests into turns of a few milliseconds, round robin by the
 * network of their clients, and bounds how many wait.
 *
 * One connection over HTTP/2 delivers 200 requests at once, and Deno hands over
 * thousands from several connections before any timer fires. Without turns, a
 * request that arrives behind them waits until all of them are handled.
 */
export class FairTurns {
  readonly #queue = new FairQueue<() => void>();
  readonly #waiting = new Map<string, number>();
  readonly #maxPerNetwork: number;
  readonly #elapsed: () => number;
  readonly #later: (callback: () => void) => Timer;
  #arrived = 0;
  #watchedSince = 0;
  #watch: Timer | undefined;
  #isTurning = false;

  constructor(
    {
      maxPerNetwork = 512,
      elapsed = () => performance.now(),
      // Unlike an immediate, a timer lets Deno accept connections before it fires.
      later = (callback) => setTimeout(callback, 1),
    }: FairTurnsOptions = {},
  ) {
    this.#maxPerNetwork = maxPerNetwork;
    this.#elapsed = elapsed;
    this.#later = later;
  }

  /** Counts a request; returns whether it has to wait for its turn. */
  isLate(): boolean {
    if (this.#isTurning) return true;
    if (++this.#arrived < UNWATCHED) return false;
    if (this.#arrived > UNWATCHED) {
      return this.#elapsed() - this.#watchedSince > MAX_DELAY_MS;
    }
    this.#watchedSince = this.#elapsed();
    this.#watch = this.#later(() => this.#arrived = 0);
    return false;
  }

  /** Call when no more requests arrive. */
  [Symbol.dispose](): void {
    clearTimeout(this.#watch);
  }

  /** Resolves when it is the turn of a client's request; null if too many of its network wait. */
  wait({ group: key }: ClientKey): Promise<void> | null {
    const group = providerKey(key);
    const waiting = this.#waiting.get(group) ?? 0;
    if (waiting >= this.#maxPerNetwork) return null;
    this.#waiting.set(group, waiting + 1);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#queue.push({ group, key }, resolve);
    if (!this.#isTurning) this.#later(() => this.#turn());
    this.#isTurning = true;
    return promise;
  }

  async #turn(): Promise<void> {
    const begunAt = this.#elapsed();
    do {
      const network = this.#queue.groups().next().value!;
      const waiting = this.#waiting.get(network)! - 1;
      if (waiting > 0) this.#waiting.set(network, waiting);
      else this.#waiting.delete(network);
      this.#queue.shift(network)();
      for (let i = 0; i < MICROTASKS; i++) await null;
      this.#isTurning = this.#queue.size > 0;
    } while (this.#isTurning && this.#elapsed() - begunAt < TURN_MS);
    if (this.#isTurning) this.#later(() => this.#turn());
  }
}
