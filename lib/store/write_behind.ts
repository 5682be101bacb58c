import { withDeadline } from "../core/deadline.ts";

/** Writes a warning or notice to the operator's log. */
export type OperatorLog = (message: string, cause?: unknown) => void;

/** An in-memory table that merges its changes into KV. */
export interface WriteBehindTable {
  /** Merges changes into KV. Rejects if KV fails; no changes are lost. */
  flush(): Promise<void>;
  /** Number of records not yet written. */
  readonly unflushed: number;
  /** Lets the next flushes write what is otherwise kept in memory. Called before the last one. */
  includeAll?(): void;
}

export interface WriteBehindOptions {
  /** Contents of the tables, in the plural, for the log: `limits`. */
  contents: string;
  tables: readonly WriteBehindTable[];
  log: OperatorLog;
  intervalMs?: number;
  /** A flush that takes longer is reported as an outage. */
  outageAfterMs?: number;
  /** How long `close` waits for the last flush. */
  closeTimeoutMs?: number;
}

/**
 * Flushes tables at an interval, one flush at a time.
 *
 * KV errors are not thrown: they are logged once per outage, and the next flush
 * retries.
 */
export class WriteBehind {
  readonly #contents: string;
  readonly #tables: readonly WriteBehindTable[];
  readonly #log: OperatorLog;
  readonly #intervalMs: number;
  readonly #outageAfterMs: number;
  readonly #closeTimeoutMs: number;
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | null = null;
  #outage = false;

  constructor(options: WriteBehindOptions) {
    this.#contents = options.contents;
    this.#tables = options.tables;
    this.#log = options.log;
    this.#intervalMs = options.intervalMs ?? 500;
    this.#outageAfterMs = options.outageAfterMs ?? 10_000;
    this.#closeTimeoutMs = options.closeTimeoutMs ?? 5_000;
  }

  /** Starts flushing at the interval. */
  start(): void {
    this.#timer ??= setInterval(() => this.flush(), this.#intervalMs);
  }

  /** Flushes all tables once, or joins the flush under way. Never rejects. */
  flush(): Promise<void> {
    this.#running ??= this.#flushAll().finally(() => this.#running = null);
    return this.#running;
  }

  /** Stops the timer and writes the remaining changes, within `closeTimeoutMs`. Never rejects. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    for (const table of this.#tables) table.includeAll?.();
    try {
      await withDeadline(this.#closeTimeoutMs, (signal) => this.#drain(signal));
    } catch {
      this.#log(
        `The ${this.#contents} could not all be written within ${this.#closeTimeoutMs} ms.`,
      );
    }
  }

  async #drain(signal: AbortSignal): Promise<void> {
    do await this.flush(); while (
      !signal.aborted && !this.#outage &&
      this.#tables.some(({ unflushed }) => unflushed > 0)
    );
  }

  async #flushAll(): Promise<void> {
    const slow = setTimeout(
      () =>
        this.#beginOutage(
          new Error(`no response within ${this.#outageAfterMs} ms`),
        ),
      this.#outageAfterMs,
    );
    const outcomes = await Promise.allSettled(
      this.#tables.map((table) => table.flush()),
    );
    clearTimeout(slow);
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") this.#beginOutage(failed.reason);
    else if (this.#outage) {
      this.#outage = false;
      this.#log(`The ${this.#contents} are written to KV again.`);
    }
  }

  #beginOutage(cause: unknown): void {
    if (this.#outage) return;
    this.#outage = true;
    this.#log(
      `The ${this.#contents} cannot be written to KV; they stay in memory.`,
      cause,
    );
  }
}
