import { AppError } from "../core/errors.ts";
import { withDeadline } from "../core/deadline.ts";

/** The answer where the store failed or took too long. */
export function unavailable(cause: unknown): AppError {
  return new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    { reason: "store_unavailable" },
    { cause, headers: { "retry-after": "5" } },
  );
}

/**
 * Runs a KV operation again while another process holds the write lock of the file.
 *
 * Deno gives SQLite no time to wait for the lock: with two processes on one file
 * (a server and its command line) some commits in a hundred fail at once with
 * "database is locked". Such a commit changed nothing, so the same one may be
 * tried again; `attempt` may also read anew.
 *
 * @throws what `attempt` rejects with: any other fault at once, the lock after waiting `limitMs`.
 */
export async function retryLocked<T>(
  attempt: () => Promise<T>,
  limitMs = 5_000,
): Promise<T> {
  let delayMs = 1;
  for (let waitedMs = 0;;) {
    try {
      return await attempt();
    } catch (error) {
      if (!isLocked(error) || waitedMs >= limitMs) throw error;
    }
    await new Promise((resolve) => setTimeout(resolve, delayMs));
    waitedMs += delayMs;
    delayMs = Math.min(delayMs * 2, 20, limitMs);
  }
}

function isLocked(error: unknown): boolean {
  return error instanceof Error && error.message === "database is locked";
}

export interface StoreOptions {
  kv: Deno.Kv;
  /** How long one operation may take. */
  limitMs?: number;
  /** 0 to 1, by which writers that met step back at different paces; without it at the same. */
  random?: () => number;
}

/** Deno KV reads up to 10 keys at once. */
const READ_SIZE = 10;
/** Rounds in which another writer was faster, before the caller is asked to come back. */
const MAX_CONFLICTS = 50;
/**
 * Operations that have passed their limit and go on. Deno takes none back: behind
 * a locked file each holds up all later ones for 5 seconds, and commits for
 * callers who are long gone. With so many, one at a time tries whether KV answers.
 */
const MAX_OVERDUE = 100;
/** Operations' limits that all rounds together may take. */
const ROUNDS_LIMIT = 5;

/**
 * Deno KV for what requests wait for: every operation has a limit, a file locked
 * by another process is tried again, and a store that is locked for long, slow
 * or gone is 503 `SERVICE_UNAVAILABLE` instead of a fault of ours.
 *
 * What it reads is `unknown`: it was written by another version, another program
 * or an operator's slip as well as by this code.
 */
export class Store {
  readonly #kv: Deno.Kv;
  readonly #limitMs: number;
  readonly #random: () => number;
  readonly #overdue = new Set<Promise<unknown>>();
  #isTrying = false;
  #faults = 0;

  constructor({ kv, limitMs = 2_000, random = () => 0.5 }: StoreOptions) {
    this.#kv = kv;
    this.#limitMs = limitMs;
    this.#random = random;
  }

  /** Operations since the start that failed or took too long, for the metrics. */
  get faults(): number {
    return this.#faults;
  }

  /** One entry. @throws {AppError} 503 */
  get(key: Deno.KvKey): Promise<Deno.KvEntryMaybe<unknown>> {
    return this.#limited(() => this.#kv.get(key));
  }

  /** Any number of entries, in the order of their keys. @throws {AppError} 503 */
  async getMany(
    keys: readonly Deno.KvKey[],
  ): Promise<Deno.KvEntryMaybe<unknown>[]> {
    const reads: Promise<Deno.KvEntryMaybe<unknown>[]>[] = [];
    for (let i = 0; i < keys.length; i += READ_SIZE) {
      const some = keys.slice(i, i + READ_SIZE);
      reads.push(this.#limited(() => this.#kv.getMany<unknown[]>(some)));
    }
    return (await Promise.all(reads)).flat();
  }

  /** Entries as they come; each step has the limit of an operation. @throws {AppError} 503 */
  async *list(
    selector: Deno.KvListSelector,
    options?: Deno.KvListOptions,
  ): AsyncGenerator<Deno.KvEntry<unknown>> {
    const entries = this.#kv.list<unknown>(selector, options);
    for (;;) {
      const step = await this.#limited(() => entries.next());
      if (step.done) return;
      yield step.value;
    }
  }

  /** A commit to be filled, then given to `commit`. */
  atomic(): Deno.AtomicOperation {
    return this.#kv.atomic();
  }

  /**
   * The versionstamp of what was written; null where one of the checks failed
   * and nothing was.
   *
   * @param limitMs for a caller that goes on waiting where a request would not
   * @throws {AppError} 503; where the limit was passed, it may yet be carried out
   */
  async commit(
    operation: Deno.AtomicOperation,
    limitMs?: number,
  ): Promise<string | null> {
    const outcome = await this.#limited(() => operation.commit(), limitMs);
    return outcome.ok ? outcome.versionstamp : null;
  }

  /**
   * Reads, decides and commits, again where another writer was faster.
   *
   * @param attempt gives the operation to commit and what to return once it is carried out
   * @throws {AppError} 503; whatever `attempt` throws
   */
  async transact<R>(
    attempt: () => Promise<{ operation: Deno.AtomicOperation; result: R }>,
  ): Promise<R> {
    try {
      return await withDeadline(
        ROUNDS_LIMIT * this.#limitMs,
        (signal) => this.#rounds(attempt, signal),
      );
    } catch (error) {
      throw isTimeout(error) ? unavailable(error) : error;
    }
  }

  async #rounds<R>(
    attempt: () => Promise<{ operation: Deno.AtomicOperation; result: R }>,
    signal: AbortSignal,
  ): Promise<R> {
    for (let conflicts = 0; conflicts < MAX_CONFLICTS; conflicts++) {
      const { operation, result } = await attempt();
      // The caller has been told that it was not done.
      signal.throwIfAborted();
      if (await this.commit(operation)) return result;
      // Two that step back at the same pace would meet again.
      const pauseMs = this.#random() * Math.min(conflicts, 20);
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
    throw unavailable(new Error(`${MAX_CONFLICTS} commits met a conflict`));
  }

  async #limited<T>(
    operate: () => Promise<T>,
    limitMs = this.#limitMs,
  ): Promise<T> {
    const isTrial = this.#overdue.size >= MAX_OVERDUE;
    if (isTrial && this.#isTrying) {
      this.#faults++;
      throw unavailable(new Error(`${MAX_OVERDUE} operations are overdue`));
    }
    if (isTrial) this.#isTrying = true;
    let running: Promise<T> | undefined;
    try {
      const result = await withDeadline(limitMs, (signal) => {
        const unlessGivenUp = () => {
          signal.throwIfAborted();
          return operate();
        };
        return running = retryLocked(unlessGivenUp, limitMs);
      });
      if (isTrial) this.#overdue.clear();
      return result;
    } catch (cause) {
      this.#faults++;
      if (running !== undefined && isTimeout(cause)) this.#noteOverdue(running);
      throw unavailable(cause);
    } finally {
      if (isTrial) this.#isTrying = false;
    }
  }

  #noteOverdue(running: Promise<unknown>): void {
    this.#overdue.add(running);
    const settled = () => this.#overdue.delete(running);
    running.then(settled, settled);
  }
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}
