import process from "node:process";
import { describeError } from "../../core/log.ts";
import type { IpInfoServices } from "../services/ipinfo.ts";
import type { RunningServer, ServeDeps } from "../serve.ts";
import { ThreadPool, type ThreadWorker } from "./thread_pool.ts";
import type { ThreadHost } from "./thread_state.ts";

/** How often `auto` looks at the load. */
const LOAD_MS = 1_000;
/** A thread that works for more of its time is busy. */
const BUSY = 0.85;
/** One thread less is enough if the others then work for less of their time. */
const QUIET = 0.5;
const BUSY_SECONDS = 3;
const QUIET_SECONDS = 30;
const MIB = 1024 * 1024;
/**
 * With V8's own limit of 48, a thread keeps 65–72 MB after a burst; with this one 30–56,
 * at the same processor time (two and three threads, 2026-11-28).
 */
const YOUNG_MB = 12;

interface ThreadsOptions {
  /** Opens a thread that runs `runThread`. */
  spawn?: (name: string) => ThreadWorker;
  /** Processor time of the process since its last call, in seconds. */
  load?: () => number;
  loadMs?: number;
  cores?: number;
}

/** Opens the threads that `THREADS` says, once the server listens. */
export function startThreads(
  host: ThreadHost,
  { config, log, loaded }: ServeDeps & Pick<IpInfoServices, "loaded">,
  { hostname, port, fetch }: Omit<RunningServer, "stop">,
  {
    spawn = spawnThread,
    load = processLoad(),
    loadMs = LOAD_MS,
    cores = navigator.hardwareConcurrency,
  }: ThreadsOptions = {},
): { stop(): Promise<void> } {
  const pool = new ThreadPool({
    ...{ host, log, fetch, spawn, address: { hostname, port } },
  });
  const failed = (error: unknown) =>
    log.error("threads cannot be changed", { error: describeError(error) });
  // All threads use the tables of this one.
  const resize = (count: number) =>
    loaded().then(() => pool.resize(count)).catch(failed);
  if (config.THREADS !== "auto") {
    const opening = resize(config.THREADS - 1);
    return { stop: () => opening.then(() => pool.stop()) };
  }
  const auto = new AutoThreads(cores);
  let resizing: Promise<void> | null = null;
  const timer = setInterval(() => {
    const wanted = auto.next(load() * 1000 / loadMs);
    if (wanted === null || resizing) return;
    log.info("the load has changed", { threads: wanted });
    resizing = resize(wanted - 1).finally(() => resizing = null);
  }, loadMs);
  return {
    async stop() {
      clearInterval(timer);
      await resizing;
      await pool.stop();
    },
  };
}

/**
 * A web worker that runs out of memory ends the process. One of Node's with a limit,
 * even if it is that of the main thread, ends alone (tried with Deno 2.9.6).
 */
function spawnThread(name: string): ThreadWorker {
  const { Worker } = process.getBuiltinModule("node:worker_threads");
  const { getHeapStatistics } = process.getBuiltinModule("node:v8");
  const maxOldGenerationSizeMb = getHeapStatistics().heap_size_limit / MIB;
  const resourceLimits = {
    maxOldGenerationSizeMb,
    maxYoungGenerationSizeMb: YOUNG_MB,
  };
  const options = { name, resourceLimits };
  return new Worker(new URL(Deno.mainModule), options) as ThreadWorker;
}

function processLoad(): () => number {
  let before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    return (user + system) / 1_000_000;
  };
}

/** Decides how many threads the load needs, second by second. */
export class AutoThreads {
  #threads = 1;
  #busySeconds = 0;
  #quietSeconds = 0;

  /** @param cores of the machine */
  constructor(private readonly cores: number) {}

  /**
   * The number of threads from now on, the main one included; null if it stays.
   *
   * @param load processor time of the last second, in seconds
   */
  next(load: number): number | null {
    const threads = this.#threads;
    this.#busySeconds = load > BUSY * threads ? this.#busySeconds + 1 : 0;
    const isQuiet = load < QUIET * (threads - 1);
    this.#quietSeconds = isQuiet ? this.#quietSeconds + 1 : 0;
    if (this.#busySeconds >= BUSY_SECONDS && threads < this.cores) {
      return this.#use(threads + 1);
    }
    if (this.#quietSeconds >= QUIET_SECONDS) return this.#use(threads - 1);
    return null;
  }

  #use(threads: number): number {
    this.#busySeconds = this.#quietSeconds = 0;
    return this.#threads = threads;
  }
}
