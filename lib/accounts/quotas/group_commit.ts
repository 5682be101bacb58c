import {
  retryLocked,
  type Store,
  storeUnavailable,
} from "../../store/store.ts";

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
    const message = `no response within ${this.#limitMs} ms`;
    running.reject(new DOMException(message, "TimeoutError"));
  }
}

/** One record to be written, if nobody changed what it was decided on. */
export interface Change {
  key: Deno.KvKey;
  value: unknown;
  expireInMs: number;
  checks: readonly Deno.AtomicCheck[];
  /** Not together with others, whom its conflicts would hold up. */
  isAlone: boolean;
}

export interface GroupCommitOptions {
  store: Store;
  /** Changes that share a commit at most. Deno KV takes up to 100 checks. */
  maxChanges?: number;
  /** How long a commit may take before its outcome counts as unknown. Longer than its callers wait. */
  limitMs?: number;
}

interface Waiting {
  change: Change;
  id: string;
  settled: PromiseWithResolvers<string | null>;
}

/**
 * Writes changes that come at the same time in one commit.
 *
 * A store carries out the commits of a process one after the other, so what
 * waits for its turn anyway may as well go together.
 */
export class GroupCommit {
  readonly #store: Store;
  readonly #maxChanges: number;
  readonly #limitMs: number;
  readonly #deadline: SharedDeadline;
  #waiting: Waiting[] = [];
  #tasks: (() => Promise<void>)[] = [];
  #isBusy = false;

  constructor(
    { store, maxChanges = 40, limitMs = 30_000 }: GroupCommitOptions,
  ) {
    this.#store = store;
    this.#maxChanges = maxChanges;
    this.#limitMs = limitMs;
    this.#deadline = new SharedDeadline(limitMs);
  }

  /**
   * The versionstamp of the record once it is written; null where a check
   * failed, its own or that of a change in the same commit.
   *
   * @throws {AppError} 503; whether it was written is unknown then
   */
  write(change: Change): Promise<string | null> {
    const settled = Promise.withResolvers<string | null>();
    this.#waiting.push({ change, id: change.key.join("\n"), settled });
    this.#start();
    return settled.promise;
  }

  /** Runs a task of its own reads and commits while no other commit of this object is under way. */
  alone(task: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#tasks.push(() => task().then(resolve, reject));
    this.#start();
    return promise;
  }

  /** Gives up the commit under way. Nothing may be written after it. */
  close(): void {
    this.#deadline.close();
  }

  #start(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // What else comes in this turn of the event loop goes along.
    queueMicrotask(() => this.#run());
  }

  async #run(): Promise<void> {
    while (this.#waiting.length > 0 || this.#tasks.length > 0) {
      await this.#tasks.shift()?.();
      if (this.#waiting.length > 0) await this.#commit(this.#take());
    }
    this.#isBusy = false;
  }

  #take(): Waiting[] {
    if (this.#waiting[0].change.isAlone) return this.#waiting.splice(0, 1);
    // The same key twice would pass the same checks, and one of the two be lost.
    const group = new Map<string, Waiting>();
    const others: Waiting[] = [];
    for (const one of this.#waiting) {
      const joins = group.size < this.#maxChanges && !one.change.isAlone &&
        !group.has(one.id);
      if (joins) group.set(one.id, one);
      else others.push(one);
    }
    this.#waiting = others;
    return [...group.values()];
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const stamp = await this.#write(group.map(({ change }) => change));
      for (const { settled } of group) settled.resolve(stamp);
    } catch (error) {
      for (const { settled } of group) settled.reject(error);
    }
  }

  async #write(changes: readonly Change[]): Promise<string | null> {
    const operation = this.#store.atomic();
    for (const { checks, key, value, expireInMs } of changes) {
      operation.check(...checks).set(key, value, { expireIn: expireInMs });
    }
    // Not through the store: the next change needs the versionstamp, and there
    // is one commit at a time here, so one timer will do.
    try {
      const outcome = await this.#deadline.run((call) =>
        retryLocked(() => {
          if (call.isOver) throw new Error("given up");
          return operation.commit();
        }, this.#limitMs)
      );
      return outcome.ok ? outcome.versionstamp : null;
    } catch (cause) {
      throw storeUnavailable(cause);
    }
  }
}
