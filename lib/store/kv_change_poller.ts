import { Mutex } from "../core/mutex.ts";
import type { Store } from "./store.ts";
import type { Log } from "./write_behind.ts";

/** A record that several instances share, and what to do when one of them wrote it. */
export interface PolledKey {
  key: Deno.KvKey;
  /** Called with what was read; where it rejects, it is called again at the next look. */
  changed(entry: Deno.KvEntryMaybe<unknown>): Promise<void>;
}

export interface KvChangePollerOptions {
  store: Store;
  keys: readonly PolledKey[];
  /** Told once when an outage begins, and once when it ends. */
  log: Log;
  intervalMs?: number;
}

/**
 * Looks at an interval whether other instances wrote the records they share.
 *
 * `Deno.Kv.watch` is silent about what another process writes to the same file,
 * so the versions are read.
 */
export class KvChangePoller {
  readonly #store: Store;
  readonly #keys: readonly PolledKey[];
  readonly #log: Log;
  readonly #intervalMs: number;
  /** The version that was acted on, by the place of the key; none at the start. */
  readonly #seen: (string | null | undefined)[];
  readonly #turns = new Mutex();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isPolling = false;
  #outage = false;

  constructor({ store, keys, log, intervalMs = 250 }: KvChangePollerOptions) {
    this.#store = store;
    this.#keys = keys;
    this.#log = log;
    this.#intervalMs = intervalMs;
    this.#seen = keys.map(() => undefined);
  }

  /** Begins to look at the interval. */
  start(): void {
    this.#timer ??= setInterval(() => {
      if (!this.#isPolling) this.poll();
    }, this.#intervalMs);
  }

  /**
   * Looks once: what was committed before the call has been acted on after it.
   * The first time, every key counts as changed. Never rejects.
   */
  poll(): Promise<void> {
    return this.#turns.run(async () => {
      this.#isPolling = true;
      try {
        await this.#look();
        this.#succeed();
      } catch (cause) {
        this.#fail(cause);
      } finally {
        this.#isPolling = false;
      }
    });
  }

  /** Stops, and waits for the look under way. Close KV after it. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#turns.run(() => Promise.resolve());
  }

  async #look(): Promise<void> {
    const entries = await this.#store.getMany(
      this.#keys.map(({ key }) => key),
    );
    const outcomes = await Promise.allSettled(entries.map(async (entry, i) => {
      if (entry.versionstamp === this.#seen[i]) return;
      await this.#keys[i].changed(entry);
      this.#seen[i] = entry.versionstamp;
    }));
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }

  #succeed(): void {
    if (!this.#outage) return;
    this.#outage = false;
    this.#log("What other instances change is read from KV again.");
  }

  #fail(cause: unknown): void {
    if (this.#outage) return;
    this.#outage = true;
    this.#log(
      "What other instances change cannot be read from KV; what was known last stays in force.",
      cause,
    );
  }
}
