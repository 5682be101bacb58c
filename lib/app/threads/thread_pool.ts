import { withDeadline } from "../../core/deadline.ts";
import { describeError, type Log } from "../../core/log.ts";
import type { Fetch } from "../../http/on_response.ts";
import { PassedRequests } from "./passed_request.ts";
import { type Message, type Peer, RemotePort } from "./remote.ts";
import {
  THREAD_NAME,
  type ThreadChanges,
  type ThreadHost,
  type ThreadStart,
} from "./thread_state.ts";

/** The other side of a thread: a `Worker` of `node:worker_threads`. */
export interface ThreadWorker extends Peer {
  on(event: "message", receive: (data: readonly Message[]) => void): unknown;
  on(event: "error", receive: (error: unknown) => void): unknown;
  on(event: "exit", receive: (code: number) => void): unknown;
  terminate(): unknown;
}

interface ThreadPoolOptions {
  host: ThreadHost;
  log: Log;
  /** The address on which the main thread listens with `reusePort`. */
  address: Pick<Deno.NetAddr, "hostname" | "port">;
  /** Handles the requests that threads pass on. */
  fetch: Fetch;
  spawn: (name: string) => ThreadWorker;
  /** Pause before a thread that has failed is opened again; doubles up to a minute. */
  pauseMs?: number;
}

interface Thread {
  readonly port: RemotePort;
  readonly end: (error?: unknown) => void;
}

const MAX_PAUSE_MS = 60_000;
/** A thread that lived for as long has no fault that lasts. */
const SOUND_MS = 60_000;
/** Nobody waits longer for a thread that hangs. */
const CHANGE_MS = 2_000;

/** The threads that serve requests beside the main one. */
export class ThreadPool {
  readonly #options: Required<ThreadPoolOptions>;
  /** By number, those that serve. */
  readonly #threads = new Map<number, Thread>();
  readonly #timers = new Map<number, ReturnType<typeof setTimeout>>();
  readonly #opening = new Map<number, Promise<void>>();
  #wanted = 0;

  constructor(options: ThreadPoolOptions) {
    this.#options = { pauseMs: 1_000, ...options };
    options.host.publish = (changes) => this.#publish(changes);
  }

  /** Threads that serve beside the main one. */
  get size(): number {
    return this.#threads.size;
  }

  /** Opens or ends threads, until there are so many beside the main one. */
  async resize(count: number): Promise<void> {
    this.#wanted = count;
    for (const number of [...this.#threads.keys()]) {
      if (number > count) await this.#stop(number);
    }
    for (const [number, timer] of this.#timers) {
      if (number > count) clearTimeout(timer), this.#timers.delete(number);
    }
    const missing = Array.from({ length: count }, (_, i) => i + 1)
      .filter((number) => !this.#threads.has(number));
    await Promise.all(missing.map((number) => this.#open(number)));
  }

  /** Finishes the requests of all threads. Never rejects. */
  async stop(): Promise<void> {
    this.#wanted = 0;
    for (const timer of this.#timers.values()) clearTimeout(timer);
    await Promise.all(this.#opening.values());
    await Promise.all([...this.#threads.keys()].map((n) => this.#stop(n)));
  }

  #open(number: number, pauseMs = this.#options.pauseMs): Promise<void> {
    this.#timers.delete(number);
    return this.#opening.getOrInsertComputed(
      number,
      () =>
        this.#start(number, pauseMs)
          .finally(() => this.#opening.delete(number)),
    );
  }

  async #start(number: number, pauseMs: number): Promise<void> {
    const { host, log, address, fetch, spawn } = this.#options;
    const startedAt = performance.now();
    const worker = spawn(`${THREAD_NAME} ${number}`);
    const { state, served } = host.open(number);
    const passed = new PassedRequests(fetch);
    const port = new RemotePort(worker, { ...served, ...passed.served });
    let hasEnded = false;
    const end = (error?: unknown) => {
      if (hasEnded) return;
      hasEnded = true;
      worker.terminate();
      port.close();
      passed.close();
      host.close(number);
      this.#threads.delete(number);
      host.share(1 + this.size);
      if (error === undefined) return;
      log.error("a thread has ended, and will be replaced", {
        thread: number,
        error: describeError(error),
      });
      if (number > this.#wanted) return;
      const isSound = performance.now() - startedAt > SOUND_MS;
      const wait = isSound ? this.#options.pauseMs : pauseMs;
      const next = Math.min(2 * wait, MAX_PAUSE_MS);
      this.#timers.set(
        number,
        setTimeout(() => void this.#open(number, next), wait),
      );
    };
    worker.on("message", (data) => port.receive(data));
    worker.on("error", end);
    worker.on("exit", (code) => end(new Error(`the thread exited: ${code}`)));
    const start: ThreadStart = { ...address, state };
    try {
      await port.call("thread", "start", [start]);
      // From now on it gets all changes; it has missed those since it was opened.
      this.#threads.set(number, { port, end });
      host.share(1 + this.size);
      await this.#publish({ ...host.changes(), threads: 1 + this.size });
      await port.call("thread", "listen", []);
      log.info("a thread serves requests", { thread: number });
    } catch (error) {
      end(error);
    }
  }

  async #stop(number: number): Promise<void> {
    const thread = this.#threads.get(number);
    if (!thread) return;
    await thread.port.call("thread", "stop", []).catch(() => {});
    thread.end();
    await this.#publish({ threads: 1 + this.size });
  }

  async #publish(changes: ThreadChanges): Promise<void> {
    const told = [...this.#threads.values()].map(({ port }) =>
      port.call("thread", "change", [changes])
    );
    await withDeadline(CHANGE_MS, () => Promise.allSettled(told))
      .catch(() => {});
  }
}
