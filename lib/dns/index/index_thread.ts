import { assertSpareDescriptors } from "../../core/spare_descriptors.ts";
import { type Caller, OWN_CLIENT } from "../../core/caller.ts";
import { Semaphore, SemaphoreError } from "../../core/semaphore.ts";
import type { IndexReply, IndexRequest } from "./index_worker.ts";

/** The index cannot be asked now. */
export class IndexUnavailableError extends Error {
  override readonly name = "IndexUnavailableError";
}

/** The file of the index is broken, or none of ours. */
export class UnusableIndexError extends IndexUnavailableError {}

/** Orders that wait for the thread; more than a second of work waits behind them. */
const MAX_WAITING = 256;

/** For orders of the service itself. */
const ENDLESS = new AbortController().signal;
/** Whoever calls gives up before; this only keeps an order from waiting for ever. */
const MAX_WAIT_MS = 60_000;

/** A worker that follows orders one after the other. */
export class IndexThread {
  readonly #worker: Worker;
  /** One order at a time; clients have their turns. */
  readonly #turns = new Semaphore({ permits: 1, maxWaiting: MAX_WAITING });
  #current: PromiseWithResolvers<unknown> | undefined;
  #error: IndexUnavailableError | undefined;

  /**
   * @param name what the thread is called in a debugger
   * @param program answers each {@link Order} with an {@link Answered}
   * @throws {IndexUnavailableError} there are no file descriptors left for it
   */
  constructor(
    name: string,
    program = new URL("./index_worker.ts", import.meta.url),
  ) {
    try {
      assertSpareDescriptors();
    } catch (cause) {
      throw new IndexUnavailableError("No thread can be started.", { cause });
    }
    this.#worker = new Worker(program, { type: "module", name });
    this.#worker.onmessage = ({ data }: MessageEvent<IndexReply>) => {
      this.#settle(data);
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message);
    };
  }

  /** Whether the thread has ended, of itself or by {@link end}. */
  get hasEnded(): boolean {
    return this.#error !== undefined;
  }

  /**
   * What the order comes to.
   *
   * @param caller whose signal takes it back, unless it is being followed
   * @throws {UnusableIndexError} the file is broken
   * @throws {IndexUnavailableError} it could not be done, or too much waits
   */
  async call(
    request: IndexRequest,
    { client = OWN_CLIENT, signal = ENDLESS }: Partial<Caller> = {},
  ): Promise<unknown> {
    if (this.#error) throw this.#error;
    using _turn = await this.#turn({ client, signal });
    if (this.#error) throw this.#error;
    this.#current = Promise.withResolvers();
    this.#worker.postMessage(request);
    return await this.#current.promise;
  }

  /** Ends the thread; whoever waits gets the reason. */
  end(reason: string): void {
    this.#error ??= new IndexUnavailableError(reason);
    this.#worker.terminate();
    // Those who wait find the fault when their turn comes, which is at once.
    this.#current?.reject(this.#error);
  }

  async #turn(caller: Caller) {
    try {
      return await this.#turns.acquire(caller, { timeoutMs: MAX_WAIT_MS });
    } catch (cause) {
      if (!(cause instanceof SemaphoreError)) throw cause;
      const message = "Too many searches wait for the index.";
      throw new IndexUnavailableError(message, { cause });
    }
  }

  #settle(reply: IndexReply): void {
    const call = this.#current;
    this.#current = undefined;
    if ("result" in reply) call?.resolve(reply.result);
    else {
      call?.reject(
        reply.isUnusable
          ? new UnusableIndexError(reply.message)
          : new IndexUnavailableError(reply.message),
      );
    }
  }
}
