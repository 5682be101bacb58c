import { withDeadline } from "../core/deadline.ts";

/** Where operators read what went wrong. */
export type Log = (message: string, cause?: unknown) => void;

/** A table in memory that merges its changes into KV. */
export interface WriteBehindTable {
  flush(): Promise<void>;
  /** Records that wait to be written. */
  readonly unwritten: number;
}

export interface WriteBehindOptions {
  /** What the tables hold, in the plural, for the log: `limits`. */
  what: string;
  tables: readonly WriteBehindTable[];
  log: Log;
  intervalMs?: number;
  /** A flush that takes longer counts as an outage. */
  slowMs?: number;
  /** How long `close` waits for the last changes. */
  closeLimitMs?: number;
}

/**
 * Flushes tables at an interval, one flush at a time.
 *
 * A fault of KV stays here: it is logged once per outage, and the next round
 * tries again.
 */
export class WriteBehind {
  readonly #what: string;
  readonly #tables: readonly WriteBehindTable[];
  readonly #log: Log;
  readonly #intervalMs: number;
  readonly #slowMs: number;
  readonly #closeLimitMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | null = null;
  #outage = false;

  constructor(options: WriteBehindOptions) {
    this.#what = options.what;
    this.#tables = options.tables;
    this.#log = options.log;
    this.#intervalMs = options.intervalMs ?? 500;
    this.#slowMs = options.slowMs ?? 10_000;
    this.#closeLimitMs = options.closeLimitMs ?? 5_000;
  }

  /** Begins to flush at the interval. */
  start(): void {
    this.#timer ??= setInterval(() => this.flush(), this.#intervalMs);
  }

  /** Flushes all tables once, or waits for the flush under way. Never rejects. */
  flush(): Promise<void> {
    this.#running ??= this.#flushAll().finally(() => this.#running = null);
    return this.#running;
  }

  /** Stops the timer and writes what is left, for a limited time. Never rejects. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    try {
      await withDeadline(
        this.#closeLimitMs,
        (signal) => this.#drain(signal),
      );
    } catch {
      this.#log(
        `The ${this.#what} could not all be written within ${this.#closeLimitMs} ms.`,
      );
    }
  }

  async #drain(signal: AbortSignal): Promise<void> {
    do await this.flush(); while (
      !signal.aborted && !this.#outage &&
      this.#tables.some(({ unwritten }) => unwritten > 0)
    );
  }

  async #flushAll(): Promise<void> {
    const slow = setTimeout(
      () => this.#fail(new Error(`no response within ${this.#slowMs} ms`)),
      this.#slowMs,
    );
    const outcomes = await Promise.allSettled(
      this.#tables.map((table) => table.flush()),
    );
    clearTimeout(slow);
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") this.#fail(failed.reason);
    else if (this.#outage) {
      this.#outage = false;
      this.#log(`The ${this.#what} are written to KV again.`);
    }
  }

  #fail(cause: unknown): void {
    if (this.#outage) return;
    this.#outage = true;
    this.#log(
      `The ${this.#what} cannot be written to KV; they stay in memory.`,
      cause,
    );
  }
}
