import { Mutex } from "../core/semaphore.ts";
import type { Store } from "./store.ts";
import { type OperatorLog, OutageLog } from "./write_behind.ts";

/** A KV record shared by several instances, and the handler of its changes. */
export interface PolledKey {
  key: Deno.KvKey;
  /** Called with the new entry. If it rejects, it is called again at the next poll. */
  onChange(entry: Deno.KvEntryMaybe<unknown>): Promise<void>;
}

interface KvChangePollerOptions {
  store: Store;
  keys: readonly PolledKey[];
  /** Called once when an outage begins, and once when it ends. */
  log: OperatorLog;
  intervalMs?: number;
}

/**
 * Polls KV at an interval for records that other instances changed.
 *
 * `Deno.Kv.watch` does not report what another process writes to the same file,
 * so the versionstamps are read.
 */
export class KvChangePoller {
  readonly #options: Required<Omit<KvChangePollerOptions, "log">>;
  readonly #outages: OutageLog;
  /** The last version handled, by index of the key; undefined at the start. */
  readonly #handledVersions: (string | null | undefined)[];
  readonly #mutex = new Mutex();
  #timer: ReturnType<typeof setInterval> | undefined;
  #isPolling = false;

  constructor(
    { log, intervalMs = 250, ...options }: KvChangePollerOptions,
  ) {
    this.#options = { ...options, intervalMs };
    this.#handledVersions = options.keys.map(() => undefined);
    this.#outages = new OutageLog(log, {
      begins:
        "Changes by other instances cannot be read from KV; the last known state stays in effect.",
      ends: "Changes by other instances are read from KV again.",
    });
  }

  start(): void {
    this.#timer ??= setInterval(() => {
      if (!this.#isPolling) this.poll();
    }, this.#options.intervalMs);
  }

  /**
   * Polls once. Everything committed before the call has been handled when it
   * resolves. The first time, every key counts as changed. Never rejects.
   */
  poll(): Promise<void> {
    return this.#mutex.run(async () => {
      this.#isPolling = true;
      try {
        await this.#pollOnce();
        this.#outages.end();
      } catch (cause) {
        this.#outages.begin(cause);
      } finally {
        this.#isPolling = false;
      }
    });
  }

  /** Stops polling and waits for the poll under way. Close KV afterwards. */
  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    await this.#mutex.run(() => Promise.resolve());
  }

  async #pollOnce(): Promise<void> {
    const { store, keys } = this.#options;
    const entries = await store.getMany(keys.map(({ key }) => key));
    const outcomes = await Promise.allSettled(entries.map(async (entry, i) => {
      if (entry.versionstamp === this.#handledVersions[i]) return;
      await keys[i].onChange(entry);
      this.#handledVersions[i] = entry.versionstamp;
    }));
    const failed = outcomes.find(({ status }) => status === "rejected");
    if (failed?.status === "rejected") throw failed.reason;
  }
}
