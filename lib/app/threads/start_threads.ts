import process from "node:process";
import { describeError } from "../../core/log.ts";
import type { IpInfoServices } from "../services/ipinfo.ts";
import type { RunningServer, ServeDeps } from "../serve.ts";
import { AutoThreads } from "./auto_threads.ts";
import { ThreadPool } from "./thread_pool.ts";
import type { ThreadHost } from "./thread_state.ts";

/** How often `auto` looks at the load. */
const LOAD_MS = 1_000;

interface ThreadsOptions {
  /** Opens a thread that runs `runThread`. */
  spawn?: (name: string) => Worker;
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
    spawn = (name) => new Worker(Deno.mainModule, { type: "module", name }),
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

function processLoad(): () => number {
  let before = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(before);
    before = process.cpuUsage();
    return (user + system) / 1_000_000;
  };
}
