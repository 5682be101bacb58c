import type { Caller } from "./fair_queue.ts";
import {
  Semaphore,
  type SemaphoreOptions,
  type WaitOptions,
} from "./semaphore.ts";

interface Flight<T> {
  readonly result: Promise<T>;
  readonly controller: AbortController;
  callers: number;
}

/** Coalesces concurrent calls that share a key. */
export class SingleFlight<T> {
  readonly #flights = new Map<string, Flight<T>>();

  /** Whether a call for `key` would join work under way. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Joins the work under way for `key`, or starts it.
   *
   * If a caller's signal aborts, its call rejects immediately; the work
   * continues for the others and is aborted after the last one has left.
   */
  run(
    key: string,
    work: (signal: AbortSignal) => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    if (signal.aborted) return Promise.reject(signal.reason);
    const flight = this.#flights.get(key) ?? this.#start(key, work);
    flight.callers++;
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        reject(signal.reason);
        if (--flight.callers > 0) return;
        // A new caller must not join work that is being aborted.
        this.#forget(key, flight);
        flight.controller.abort(signal.reason);
      };
      signal.addEventListener("abort", onAbort);
      flight.result.then(resolve, reject).finally(() =>
        signal.removeEventListener("abort", onAbort)
      );
    });
  }

  #start(key: string, work: (signal: AbortSignal) => Promise<T>): Flight<T> {
    const controller = new AbortController();
    const flight = { result: work(controller.signal), controller, callers: 0 };
    this.#flights.set(key, flight);
    const forget = () => this.#forget(key, flight);
    flight.result.then(forget, forget);
    return flight;
  }

  #forget(key: string, flight: Flight<T>): void {
    if (this.#flights.get(key) === flight) this.#flights.delete(key);
  }
}

/**
 * Coalesces concurrent calls that share a key, and shares capacity fairly among
 * clients.
 *
 * The caller that starts the work needs a permit while it runs; callers that
 * join need none. Only work that has its permit can be joined, so no caller
 * waits in another client's place in the queue.
 */
export class FairFlights<T> {
  /** For operations under way. */
  readonly permits: Semaphore;
  readonly #flights = new SingleFlight<T>();

  constructor(options: SemaphoreOptions) {
    this.permits = new Semaphore(options);
  }

  /** Whether a call for `key` would join work under way. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Joins the work under way for `key`, or starts it after acquiring a permit.
   *
   * @param work receives the client that started it, and a signal that aborts after the last caller has left
   * @throws {SemaphoreError} no permit in time; the caller's signal's reason; what `work` throws
   */
  async run(
    key: string,
    caller: Caller,
    work: (starter: Caller) => Promise<T>,
    options: WaitOptions,
  ): Promise<T> {
    const { client, signal } = caller;
    if (this.#flights.has(key)) return await this.#join(key, signal);
    signal.throwIfAborted();
    const permit = this.permits.tryAcquire(client) ??
      await this.permits.acquire(caller, options);
    if (signal.aborted || this.#flights.has(key)) {
      permit[Symbol.dispose]();
      signal.throwIfAborted();
      return await this.#join(key, signal);
    }
    return await this.#flights.run(
      key,
      async (shared) => {
        using _permit = permit;
        return await work({ client, signal: shared });
      },
      signal,
    );
  }

  #join(key: string, signal: AbortSignal): Promise<T> {
    return this.#flights.run(key, () => {
      throw new Error("no work to join");
    }, signal);
  }
}
