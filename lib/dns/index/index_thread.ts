import { assertSpareDescriptors } from "../../core/async.ts";
import { type Caller, INTERNAL_CLIENT } from "../../core/fair_queue.ts";
import { Semaphore, SemaphoreError } from "../../core/semaphore.ts";
import type { IndexReply, IndexRequest } from "./index_worker.ts";

/** The index is unavailable: closed, overloaded, or its thread failed. */
export class IndexUnavailableError extends Error {
  override readonly name = "IndexUnavailableError";
}

/** There is no folder to keep an index in. */
export class IndexOffError extends IndexUnavailableError {}

/** The index file is damaged, or not an index of this version. */
export class UnusableIndexError extends IndexUnavailableError {}

/** Requests that may wait for the thread. More would wait for over a second. */
const MAX_WAITING = 256;

/** Default signal: never aborts. */
const NEVER_ABORTED = new AbortController().signal;
/** A backstop: callers have shorter timeouts. */
const MAX_WAIT_MS = 60_000;

/** A worker thread that processes one request at a time. */
export class IndexThread {
  readonly #worker: Worker;
  /** Admits one request at a time, and shares the thread fairly among clients. */
  readonly #semaphore = new Semaphore({ permits: 1, maxWaiting: MAX_WAITING });
  #current: PromiseWithResolvers<unknown> | undefined;
  #error: IndexUnavailableError | undefined;

  /**
   * @param name name of the thread in a debugger
   * @param program module that replies to each {@link IndexRequest} with an {@link IndexReply}
   * @throws {IndexUnavailableError} the process is out of file descriptors
   */
  constructor(
    name: string,
    program = new URL("./index_worker.ts", import.meta.url),
  ) {
    try {
      assertSpareDescriptors();
    } catch (cause) {
      throw new IndexUnavailableError("The thread cannot be started.", {
        cause,
      });
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

  /** Whether the thread has crashed or was ended by {@link end}. */
  get hasEnded(): boolean {
    return this.#error !== undefined;
  }

  /**
   * Sends a request to the thread and returns its result.
   *
   * @param caller its signal cancels a waiting request, but not the one being processed
   * @throws {UnusableIndexError} the file is damaged
   * @throws {IndexUnavailableError} the request failed, or too many are waiting
   */
  async call(
    request: IndexRequest,
    { client = INTERNAL_CLIENT, signal = NEVER_ABORTED }: Partial<Caller> = {},
  ): Promise<unknown> {
    if (this.#error) throw this.#error;
    using _permit = await this.#acquire({ client, signal });
    if (this.#error) throw this.#error;
    this.#current = Promise.withResolvers();
    this.#worker.postMessage(request);
    return await this.#current.promise;
  }

  /** Terminates the thread. All pending requests reject with the reason. */
  end(reason: string): void {
    this.#error ??= new IndexUnavailableError(reason);
    this.#worker.terminate();
    // This releases the permit, so that each waiting request finds the error.
    this.#current?.reject(this.#error);
  }

  async #acquire(caller: Caller) {
    try {
      return await this.#semaphore.acquire(caller, { timeoutMs: MAX_WAIT_MS });
    } catch (cause) {
      if (!(cause instanceof SemaphoreError)) throw cause;
      const message = "Too many searches are waiting for the index.";
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
