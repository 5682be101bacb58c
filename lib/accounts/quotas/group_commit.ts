import {
  retryLocked,
  type Store,
  storeUnavailable,
} from "../../store/store.ts";

/** Tells work under a deadline whether its caller still waits. */
export interface Call {
  readonly isOver: boolean;
}

interface Running {
  isOver: boolean;
  /** The tick in which it started. */
  began: number;
  reject: (reason: unknown) => void;
}

/** Ticks per limit. A timeout fires up to one tick late. */
const TICKS = 4;

/**
 * Like `withDeadline`, but many calls with the same limit share one timer. Setting
 * and clearing a timer for each would cost a twentieth of a KV commit.
 */
export class SharedDeadline {
  readonly #limitMs: number;
  /** In the order of their start. */
  readonly #running = new Set<Running>();
  #tick = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(limitMs: number) {
    this.#limitMs = limitMs;
  }

  /**
   * Runs work with a limit of `limitMs`, plus up to a quarter. After a timeout its
   * outcome is ignored.
   *
   * @throws {DOMException} `TimeoutError` on a timeout; otherwise whatever the work throws
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

  /** Times out everything that is still running. */
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

/** A record to write if the records it depends on are unchanged. */
export interface Change {
  key: Deno.KvKey;
  value: unknown;
  expireInMs: number;
  checks: readonly Deno.AtomicCheck[];
  /** Whether it gets a commit of its own, so that its conflicts delay no other change. */
  isAlone: boolean;
}

export interface GroupCommitOptions {
  store: Store;
  /** Maximum number of changes per commit. Deno KV accepts up to 100 checks. */
  maxChanges?: number;
  /** How long a commit may take before its outcome is unknown. Longer than callers wait. */
  limitMs?: number;
}

interface Waiting {
  change: Change;
  id: string;
  settled: PromiseWithResolvers<string | null>;
}

/**
 * Writes changes that arrive at the same time in one commit.
 *
 * A store runs the commits of a process one at a time, so changes that would have
 * to wait can share one.
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
   * Writes a change. Returns the versionstamp of the record, or null if a check of
   * this change or of another one in the same commit failed.
   *
   * @throws {AppError} 503; it is then unknown whether the record was written
   */
  write(change: Change): Promise<string | null> {
    const settled = Promise.withResolvers<string | null>();
    this.#waiting.push({ change, id: change.key.join("\n"), settled });
    this.#start();
    return settled.promise;
  }

  /** Runs a task while no commit of this object is in progress. */
  alone(task: () => Promise<void>): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#tasks.push(() => task().then(resolve, reject));
    this.#start();
    return promise;
  }

  /** Gives up the commit in progress. Nothing may be written afterwards. */
  close(): void {
    this.#deadline.close();
  }

  #start(): void {
    if (this.#isBusy) return;
    this.#isBusy = true;
    // Changes of the same event-loop turn join the commit.
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
    // Two changes of the same key would pass the same checks, and one would be lost.
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
    return await this.#store.commitOnce(
      operation,
      () => this.#commitInTime(operation),
    );
  }

  /** Not through `Store.commit`: one shared timer is enough for one commit at a time. */
  async #commitInTime(
    operation: Deno.AtomicOperation,
  ): Promise<string | null> {
    try {
      const outcome = await this.#deadline.run((call) =>
        retryLocked(() => {
          if (call.isOver) throw new Error("deadline exceeded");
          return operation.commit();
        }, this.#limitMs)
      );
      return outcome.ok ? outcome.versionstamp : null;
    } catch (cause) {
      throw storeUnavailable(cause);
    }
  }
}
