import type { Caller, ClientKey } from "./caller.ts";
import {
  type Permit,
  Semaphore,
  type SemaphoreOptions,
  type WaitOptions,
} from "./semaphore.ts";
import { SingleFlight } from "./single_flight.ts";

/**
 * Coalesces concurrent calls that share a key, and shares what is under way
 * fairly among clients.
 *
 * Whoever starts work needs a permit for as long as it goes on; whoever joins
 * needs none. Only what has its permit can be joined: nobody waits in a
 * stranger's place in the queue.
 */
export class FairFlights<T> {
  readonly #semaphore: Semaphore;
  readonly #flights = new SingleFlight<T>();

  constructor(options: SemaphoreOptions) {
    this.#semaphore = new Semaphore(options);
  }

  /** Pieces of work under way. */
  get size(): number {
    return this.#flights.size;
  }

  /** Whether a call for `key` would join work under way. */
  has(key: string): boolean {
    return this.#flights.has(key);
  }

  /**
   * Joins the work under way for `key`, or starts it once there is a permit.
   *
   * @param work gets the client that started it, and a signal that aborts when the last caller has left
   * @throws {SemaphoreError} where there was no permit in time; the caller's reason; what the work throws
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
    const permit = this.#semaphore.tryAcquire(client) ??
      await this.#semaphore.acquire(caller, options);
    if (signal.aborted || this.#flights.has(key)) {
      permit[Symbol.dispose]();
      signal.throwIfAborted();
      return await this.#join(key, signal);
    }
    return await this.#flights.run(
      key,
      (shared) => withPermit(permit, { client, signal: shared }, work),
      signal,
    );
  }

  #join(key: string, signal: AbortSignal): Promise<T> {
    return this.#flights.run(key, () => {
      throw new Error("there is nothing to join");
    }, signal);
  }
}

async function withPermit<T>(
  permit: Permit,
  starter: { client: ClientKey; signal: AbortSignal },
  work: (starter: Caller) => Promise<T>,
): Promise<T> {
  using _permit = permit;
  return await work(starter);
}
