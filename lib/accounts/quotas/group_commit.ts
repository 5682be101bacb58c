import {
  retryLocked,
  type Store,
  storeUnavailable,
} from "../../store/store.ts";

/** Tells work under a deadline whether its caller still waits. */
export interface Call {
  readonly isOver: boolean;
  /** Whether the caller waits for the outcome, however long it takes. */
  isHeld: boolean;
}

interface Running extends Call {
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
  /** In the order of their start. */
  readonly #running = new Set<Running>();
  #tick = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly limitMs: number) {}

  /**
   * Runs work with a limit of `limitMs`, plus up to a quarter. After a timeout its
   * outcome is ignored. A call that is held has no limit.
   *
   * @throws {DOMException} `TimeoutError` on a timeout; otherwise whatever the work throws
   */
  run<T>(work: (call: Call) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const began = this.#tick;
    const running = { isOver: false, isHeld: false, began, reject };
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
        if (!running.isHeld) this.#giveUp(running);
      }
      this.#timer = this.#running.size > 0 ? this.#nextTick() : undefined;
    }, this.limitMs / TICKS);
  }

  #giveUp(running: Running): void {
    this.#running.delete(running);
    running.isOver = true;
    const message = `no response within ${this.limitMs} ms`;
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
  /** Called when its commit is about to begin. If it returns false, the change counts as failed. */
  mayBegin?: () => boolean;
  /** Called if its commit takes effect after the limit, when it has counted as failed. */
  onLate?: () => void;
}

interface GroupCommitOptions {
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
  /** Commits without an outcome, those that were given up included. */
  readonly #running = new Set<Promise<unknown>>();

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

  /** Waits for all commits, those that were given up included. Never rejects. */
  async settle(): Promise<void> {
    await Promise.allSettled(this.#running);
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
      const group = this.#take();
      if (group.length > 0) await this.#commit(group);
    }
    this.#isBusy = false;
  }

  #take(): Waiting[] {
    return this.#next().filter(({ change, settled }) => {
      const mayBegin = change.mayBegin?.() ?? true;
      if (!mayBegin) settled.resolve(null);
      return mayBegin;
    });
  }

  #next(): Waiting[] {
    if (this.#waiting[0]?.change.isAlone) return this.#waiting.splice(0, 1);
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
      () =>
        this.#commitInTime(operation, () => {
          for (const { onLate } of changes) onLate?.();
        }),
    );
  }

  /** Not through `Store.commit`: one shared timer is enough for one commit at a time. */
  async #commitInTime(
    operation: Deno.AtomicOperation,
    onLate: () => void,
  ): Promise<string | null> {
    try {
      const outcome = await this.#deadline.run(async (call) => {
        const committing = retryLocked(() => {
          if (call.isOver) throw new Error("deadline exceeded");
          return operation.commit();
        }, this.#limitMs);
        this.#running.add(committing);
        try {
          const outcome = await committing;
          if (call.isOver && outcome.ok) onLate();
          return outcome;
        } finally {
          this.#running.delete(committing);
        }
      });
      return outcome.ok ? outcome.versionstamp : null;
    } catch (cause) {
      throw storeUnavailable(cause);
    }
  }
}
