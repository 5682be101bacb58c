import { type AppError, busyError } from "../core/errors.ts";
import { isTimeout, withDeadline } from "../core/deadline.ts";
import { banRevisionKey, commitMarkKey, writeCheckKey } from "./keys.ts";

/** 503 `SERVICE_UNAVAILABLE`: the store failed or did not respond in time. */
export function storeUnavailable(cause: unknown): AppError {
  return busyError({ reason: "store_unavailable" }, 5, cause);
}

/**
 * Retries a KV operation while another process holds the write lock of the file.
 *
 * Deno does not let SQLite wait for the lock: with two processes on one file (a
 * server and its command line), a few per cent of all commits fail immediately with
 * "database is locked". Such a commit has changed nothing and can be retried.
 *
 * @throws what `attempt` rejects with: "database is locked" after `timeoutMs`, any other error immediately
 */
export async function retryLocked<T>(
  attempt: () => Promise<T>,
  timeoutMs = 5_000,
): Promise<T> {
  let delayMs = 1;
  for (let waitedMs = 0;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || waitedMs >= timeoutMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    waitedMs += delayMs;
    delayMs = Math.min(delayMs * 2, 20, timeoutMs);
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message === "database is locked";
}

interface StoreOptions {
  kv: Deno.Kv;
  /** Whether it is on another machine, so that a response can be lost on the way. */
  isRemote?: boolean;
  /** Timeout of one operation. */
  timeoutMs?: number;
  /** From 0 to 1: jitter between retries after a conflict. Default: constant. */
  random?: () => number;
  /** Milliseconds since any moment; never goes back. */
  elapsed?: () => number;
}

type KvEntries = Deno.KvEntryMaybe<unknown>[];

/** Deno KV reads up to 10 keys at once. */
const READ_SIZE = 10;

/** Any number of entries, in the order of their keys. @param read reads a few at once */
export async function readMany(
  keys: readonly Deno.KvKey[],
  read: (keys: readonly Deno.KvKey[]) => Promise<KvEntries>,
): Promise<KvEntries> {
  const reads: Promise<KvEntries>[] = [];
  for (let i = 0; i < keys.length; i += READ_SIZE) {
    reads.push(read(keys.slice(i, i + READ_SIZE)));
  }
  return (await Promise.all(reads)).flat();
}

/** Attempts of `transact` before it gives up. */
const MAX_CONFLICTS = 50;
/**
 * Operations that are still running after their timeout. Deno cannot cancel them:
 * while the file is locked, each delays all later ones by 5 seconds and then commits
 * although its caller has left. From this number on, only one operation at a time
 * is tried.
 */
const MAX_OVERDUE = 100;
/** Timeout of `transact`, as a multiple of the timeout of one operation. */
const TRANSACTION_TIMEOUT_FACTOR = 5;
/** How long a mark is kept: longer than anybody waits for a commit. */
const MARK_LIFETIME_MS = 120_000;
/** How long after a commit the store counts as writable. */
const WRITABLE_MS = 5_000;

/**
 * Deno KV with timeouts. Operations are retried while another process locks the
 * file. A store that stays locked, is too slow or fails results in a 503
 * `SERVICE_UNAVAILABLE` instead of an internal error.
 *
 * Values are `unknown`, because another version, another program or the operator
 * may have written them.
 */
export class Store {
  readonly #options: Required<StoreOptions>;
  /** When the last commit took effect, unless a later one failed. */
  #writtenAtMs = -Infinity;
  readonly #overdue = new Set<Promise<unknown>>();
  #isTrialRunning = false;
  #failures = 0;

  constructor(
    {
      kv,
      isRemote = false,
      timeoutMs = 2_000,
      random = () => 0.5,
      elapsed = () => performance.now(),
    }: StoreOptions,
  ) {
    this.#options = { kv, isRemote, timeoutMs, random, elapsed };
  }

  /** Number of operations since the start that failed or timed out, for the metrics. */
  get failures(): number {
    return this.#failures;
  }

  /** One entry. @throws {AppError} 503 */
  get(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<unknown>> {
    return this.#run(() => this.#options.kv.get(key));
  }

  /** Any number of entries, in the order of their keys. @throws {AppError} 503 */
  getMany(keys: readonly Deno.KvKey[]): Promise<KvEntries> {
    const { kv } = this.#options;
    return readMany(
      keys,
      (some) => this.#run(() => kv.getMany<unknown[]>(some)),
    );
  }

  /** Iterates over entries; the timeout applies to each step. @throws {AppError} 503 */
  async *list(
    selector: Deno.KvListSelector,
    options?: Deno.KvListOptions,
  ): AsyncGenerator<Deno.KvEntry<unknown>> {
    const entries = this.#options.kv.list<unknown>(selector, options);
    for (;;) {
      const step = await this.#run(() => entries.next());
      if (step.done) return;
      yield step.value;
    }
  }

  /** A new operation, to be filled and passed to `commit`. */
  atomic(): Deno.AtomicOperation {
    return this.#options.kv.atomic();
  }

  /**
   * Commits an operation. Returns the versionstamp; null if a check failed, and
   * nothing was written.
   *
   * @param timeoutMs for callers that can wait longer than a request
   * @throws {AppError} 503; after a timeout the operation may still be committed
   */
  async commit(
    operation: Deno.AtomicOperation,
    timeoutMs?: number,
  ): Promise<string | null> {
    try {
      const outcome = await this.#run(() => operation.commit(), timeoutMs);
      if (!outcome.ok) return null;
      this.#writtenAtMs = this.#options.elapsed();
      return outcome.versionstamp;
    } catch (error) {
      this.#writtenAtMs = -Infinity;
      throw error;
    }
  }

  /**
   * Resolves if the store can be read and written. On a full disk it can still be
   * read, so a record is written, unless a commit took effect in the last 5 seconds.
   *
   * @throws {AppError} 503
   */
  async check(): Promise<void> {
    await this.get(banRevisionKey());
    if (this.#options.elapsed() - this.#writtenAtMs < WRITABLE_MS) return;
    await this.commit(this.atomic().set(writeCheckKey(), true));
  }

  /**
   * Like `commit`, for an operation whose checks fail if it is repeated, and that
   * must not be taken for a conflict then.
   *
   * If the response of a remote store to a commit is lost, Deno sends the operation
   * again, and its checks fail because it has already taken effect. A mark that is
   * written with it tells that from a conflict.
   *
   * @param commit commits the operation; by default `commit` of this object
   * @throws {AppError} 503; what `commit` throws
   */
  async commitOnce(
    operation: Deno.AtomicOperation,
    commit: () => Promise<string | null> = () => this.commit(operation),
  ): Promise<string | null> {
    if (!this.#options.isRemote) return await commit();
    const mark = commitMarkKey(crypto.randomUUID());
    operation.set(mark, true, { expireIn: MARK_LIFETIME_MS });
    return await commit() ?? (await this.get(mark)).versionstamp;
  }

  /**
   * Runs a read-modify-write transaction, and retries it after a conflict with
   * another writer.
   *
   * @param attempt returns the operation to commit, and the result for the caller
   * @throws {AppError} 503; what `attempt` throws
   */
  async transact<R>(
    attempt: () => Promise<{ operation: Deno.AtomicOperation; result: R }>,
  ): Promise<R> {
    try {
      return await withDeadline(
        TRANSACTION_TIMEOUT_FACTOR * this.#options.timeoutMs,
        (signal) => this.#retryConflicts(attempt, signal),
      );
    } catch (error) {
      throw isTimeout(error) ? storeUnavailable(error) : error;
    }
  }

  async #retryConflicts<R>(
    attempt: () => Promise<{ operation: Deno.AtomicOperation; result: R }>,
    signal: AbortSignal,
  ): Promise<R> {
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const { operation, result } = await attempt();
      // After the timeout the caller has been told that nothing was done.
      signal.throwIfAborted();
      if (await this.commitOnce(operation)) return result;
      // With jitter, so that two writers do not conflict again.
      const delayMs = this.#options.random() * Math.min(conflicts, 20);
      await new Promise((resolve) => setTimeout(resolve, delayMs));
    }
    throw storeUnavailable(new Error(`${MAX_CONFLICTS} commits conflicted`));
  }

  async #run<T>(
    operate: () => Promise<T>,
    timeoutMs = this.#options.timeoutMs,
  ): Promise<T> {
    const isTrial = this.#overdue.size >= MAX_OVERDUE;
    if (isTrial && this.#isTrialRunning) {
      this.#failures++;
      throw storeUnavailable(
        new Error(`${MAX_OVERDUE} operations are overdue`),
      );
    }
    if (isTrial) this.#isTrialRunning = true;
    let running: Promise<T> | undefined;
    try {
      const result = await withDeadline(timeoutMs, (signal) => {
        const attempt = () => {
          signal.throwIfAborted();
          return operate();
        };
        return running = retryLocked(attempt, timeoutMs);
      });
      if (isTrial) this.#overdue.clear();
      return result;
    } catch (cause) {
      this.#failures++;
      if (running !== undefined && isTimeout(cause)) this.#addOverdue(running);
      throw storeUnavailable(cause);
    } finally {
      if (isTrial) this.#isTrialRunning = false;
    }
  }

  #addOverdue(running: Promise<unknown>): void {
    this.#overdue.add(running);
    const settled = () => this.#overdue.delete(running);
    running.then(settled, settled);
  }
}

/** Deno KV takes up to 1000 mutations in a commit. */
const BATCH_SIZE = 500;

/**
 * Deletes all keys below a prefix, in commits of 500.
 *
 * @throws {AppError} 503; some keys may be deleted by then
 */
export async function deleteByPrefix(
  store: Store,
  prefix: Deno.KvKey,
  { isKept = () => false, reverse }: {
    isKept?: (key: Deno.KvKey) => boolean;
    reverse?: boolean;
  } = {},
): Promise<void> {
  let keys: Deno.KvKey[] = [];
  const deleteBatch = async () => {
    const operation = store.atomic();
    for (const key of keys) operation.delete(key);
    keys = [];
    await store.commit(operation);
  };
  const entries = store.list({ prefix }, {
    batchSize: BATCH_SIZE,
    reverse,
  });
  for await (const { key } of entries) {
    if (isKept(key)) continue;
    keys.push(key);
    if (keys.length === BATCH_SIZE) await deleteBatch();
  }
  if (keys.length > 0) await deleteBatch();
}
