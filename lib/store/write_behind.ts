import { withDeadline } from "../core/deadline.ts";

/** Writes a warning or notice to the operator's log. */
export type OperatorLog = (message: string, cause?: unknown) => void;

/** Logs once when an outage begins, and once when it ends. */
export class OutageLog {
  readonly #log: OperatorLog;
  readonly #messages: { readonly begins: string; readonly ends: string };
  #isUnderWay = false;

  constructor(log: OperatorLog, messages: { begins: string; ends: string }) {
    this.#log = log;
    this.#messages = messages;
  }

  get isUnderWay(): boolean {
    return this.#isUnderWay;
  }

  begin(cause: unknown): void {
    if (!this.#isUnderWay) this.#log(this.#messages.begins, cause);
    this.#isUnderWay = true;
  }

  end(): void {
    if (this.#isUnderWay) this.#log(this.#messages.ends);
    this.#isUnderWay = false;
  }
}

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
  readonly #options: Required<WriteBehindOptions>;
  readonly #outages: OutageLog;
  #timer: ReturnType<typeof setInterval> | undefined;
  #running: Promise<void> | null = null;

  constructor(
    {
      intervalMs = 500,
      outageAfterMs = 10_000,
      closeTimeoutMs = 5_000,
      ...options
    }: WriteBehindOptions,
  ) {
    this.#options = { ...options, intervalMs, outageAfterMs, closeTimeoutMs };
    const { contents, log } = options;
    this.#outages = new OutageLog(log, {
      begins: `The ${contents} cannot be written to KV; they stay in memory.`,
      ends: `The ${contents} are written to KV again.`,
    });
  }

  start(): void {
    this.#timer ??= setInterval(() => this.flush(), this.#options.intervalMs);
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
    const { tables, contents, log, closeTimeoutMs } = this.#options;
    for (const table of tables) table.includeAll?.();
    try {
      await withDeadline(closeTimeoutMs, (signal) => this.#drain(signal));
    } catch {
      log(
        `The ${contents} could not all be written within ${closeTimeoutMs} ms.`,
      );
    }
  }

  async #drain(signal: AbortSignal): Promise<void> {
    do await this.flush(); while (
      !signal.aborted && !this.#outages.isUnderWay &&
      this.#options.tables.some(({ unflushed }) => unflushed > 0)
    );
  }

  async #flushAll(): Promise<void> {
    const { tables, outageAfterMs } = this.#options;
    const slow = setTimeout(
      () =>
        this.#outages.begin(
          new Error(`no response within ${outageAfterMs} ms`),
        ),
      outageAfterMs,
    );
    const outcomes = await Promise.allSettled(
      tables.map((table) => table.flush()),
    );
    clearTimeout(slow);
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") this.#outages.begin(failed.reason);
    else this.#outages.end();
  }
}
