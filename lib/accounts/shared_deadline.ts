/** What runs under a deadline learns here that nobody waits for it any more. */
export interface Call {
  readonly isOver: boolean;
}

interface Running {
  isOver: boolean;
  /** The tick it began in. */
  began: number;
  reject: (reason: unknown) => void;
}

/** Ticks in a limit: what is late is noticed at most this part of it later. */
const TICKS = 4;

/**
 * As `withDeadline`, for work that is much alike: one timer for all of it, and
 * none to set and clear each time. Beside one KV commit that is a twentieth.
 */
export class SharedDeadline {
  readonly #limitMs: number;
  /** In the order they began. */
  readonly #running = new Set<Running>();
  #tick = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /**
   * Runs work that gets `limitMs`, and up to a quarter more. It is not waited
   * for then, and its later outcome is dropped.
   *
   * @throws {DOMException} `TimeoutError` when the time is up; else what the work fails with
   */
  run<T>(work: (call: Call) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const running = { isOver: false, began: this.#tick, reject };
    this.#running.add(running);
    this.#timer ??= this.#nextTick();
    const ended = () => this.#running.delete(running);
    work(running).then((value) => {
      ended();
      resolve(value);
    }, (error) => {
      ended();
      reject(error);
    });
    return promise;
  }

  /** Gives up what still runs, as if its time were up. */
  close(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const running of this.#running) this.#giveUp(running);
  }

  #nextTick() {
    return setTimeout(() => {
      this.#tick++;
      for (const running of this.#running) {
        if (this.#tick - running.began <= TICKS) break;
        this.#giveUp(running);
      }
      this.#timer = this.#running.size > 0 ? this.#nextTick() : undefined;
    }, this.#limitMs / TICKS);
  }

  #giveUp(running: Running): void {
    this.#running.delete(running);
    running.isOver = true;
    const message = `no answer within ${this.#limitMs} ms`;
    running.reject(new DOMException(message, "TimeoutError"));
  }
}
