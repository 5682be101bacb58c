/** A thread that works for more of its time is busy. */
const BUSY = 0.85;
/** One thread less is enough if the others then work for less of their time. */
const QUIET = 0.5;
const BUSY_SECONDS = 3;
const QUIET_SECONDS = 30;

/** Decides how many threads the load needs, second by second. */
export class AutoThreads {
  readonly #max: number;
  #threads = 1;
  #busySeconds = 0;
  #quietSeconds = 0;

  /** @param cores of the machine */
  constructor(cores: number) {
    this.#max = cores;
  }

  /**
   * The number of threads from now on, the main one included; null if it stays.
   *
   * @param load processor time of the last second, in seconds
   */
  next(load: number): number | null {
    const threads = this.#threads;
    this.#busySeconds = load > BUSY * threads ? this.#busySeconds + 1 : 0;
    const isQuiet = load < QUIET * (threads - 1);
    this.#quietSeconds = isQuiet ? this.#quietSeconds + 1 : 0;
    if (this.#busySeconds >= BUSY_SECONDS && threads < this.#max) {
      return this.#use(threads + 1);
    }
    if (this.#quietSeconds >= QUIET_SECONDS) return this.#use(threads - 1);
    return null;
  }

  #use(threads: number): number {
    this.#busySeconds = this.#quietSeconds = 0;
    return this.#threads = threads;
  }
}
