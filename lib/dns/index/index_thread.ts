import { assertSpareDescriptors } from "../../async/spare_descriptors.ts";
import type { Answered, Order } from "./index_worker.ts";

/** The index cannot be asked now. */
export class IndexUnavailableError extends Error {
  override readonly name = "IndexUnavailableError";
}

/** The file of the index is broken, or none of ours. */
export class UnusableIndexError extends IndexUnavailableError {}

/** Orders that wait for the thread; more than a second of work waits behind them. */
const MAX_WAITING = 256;

interface Call extends PromiseWithResolvers<unknown> {
  readonly order: Order;
}

/** A worker that follows orders one after the other. */
export class IndexThread {
  readonly #worker: Worker;
  readonly #waiting = new Set<Call>();
  #current: Call | undefined;
  #fault: IndexUnavailableError | undefined;

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
    this.#worker.onmessage = ({ data }: MessageEvent<Answered>) => {
      this.#settle(data);
      this.#next();
    };
    this.#worker.onerror = (event) => {
      event.preventDefault();
      this.end(event.message);
    };
  }

  /** Whether the thread has ended, of itself or by {@link end}. */
  get hasEnded(): boolean {
    return this.#fault !== undefined;
  }

  /**
   * What the order comes to.
   *
   * @param signal takes it back, unless it is being followed
   * @throws {UnusableIndexError} the file is broken
   * @throws {IndexUnavailableError} it could not be done, or too much waits
   */
  call(order: Order, signal?: AbortSignal): Promise<unknown> {
    if (this.#fault) return Promise.reject(this.#fault);
    if (signal?.aborted) return Promise.reject(signal.reason);
    if (this.#waiting.size >= MAX_WAITING) {
      return Promise.reject(
        new IndexUnavailableError("Too many searches wait for the index."),
      );
    }
    const call = { order, ...Promise.withResolvers<unknown>() };
    this.#waiting.add(call);
    signal?.addEventListener("abort", () => {
      if (this.#waiting.delete(call)) call.reject(signal.reason);
    }, { once: true });
    this.#next();
    return call.promise;
  }

  /** Ends the thread; whoever waits gets the reason. */
  end(reason: string): void {
    this.#fault ??= new IndexUnavailableError(reason);
    this.#worker.terminate();
    this.#current?.reject(this.#fault);
    for (const { reject } of this.#waiting) reject(this.#fault);
    this.#waiting.clear();
  }

  #next(): void {
    const [call] = this.#waiting;
    if (this.#current || !call) return;
    this.#waiting.delete(call);
    this.#current = call;
    this.#worker.postMessage(call.order);
  }

  #settle(answer: Answered): void {
    const call = this.#current;
    this.#current = undefined;
    if ("result" in answer) call?.resolve(answer.result);
    else {
      call?.reject(
        answer.isUnusable
          ? new UnusableIndexError(answer.fault)
          : new IndexUnavailableError(answer.fault),
      );
    }
  }
}
