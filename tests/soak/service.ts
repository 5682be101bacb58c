/** The service of the soak: one store, used by one process after another. */
import { residentMb } from "../bench/servers.ts";
import { type AppProcess, startApp } from "../support/app_process.ts";
import { taggedEntry } from "../support/tagged_entry.ts";

const SERVES = "a thread serves requests";
const HAS_ENDED = "a thread has ended";
const POLL_MS = 50;
/** By then, whoever had a connection to a thread knows that it has ended. */
const NOTICED_MS = 1_000;

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

export class SoakService {
  #entry?: string;
  /** Threads of each process. */
  readonly threads: number;
  readonly #env: Record<string, string>;
  #app: AppProcess | null = null;
  #log = "";
  /** Ends of a process or a thread so far. */
  #cuts = 0;
  #isEndingThread = false;

  constructor(env: Record<string, string>, threads = 1) {
    this.#env = { ...env, THREADS: String(threads) };
    this.threads = threads;
  }

  /** Null while no process runs. */
  get origin(): string | null {
    return this.#app?.origin ?? null;
  }

  get port(): number {
    return this.#running.port;
  }

  /** Lines of the log at the level of an error, of all processes so far. */
  get errors(): string[] {
    const lines = (this.#log + (this.#app?.log() ?? "")).split("\n");
    return lines.filter((line) =>
      / error /.test(line) && !line.includes("killed by a test")
    );
  }

  /**
   * Call it before a request. If the request fails, the result tells whether the end
   * of the process or of a thread can be why.
   */
  watchCuts(): () => boolean {
    const [origin, cuts] = [this.origin, this.#cuts];
    return () =>
      this.origin !== origin || this.#cuts !== cuts || this.#isEndingThread;
  }

  get #running(): AppProcess {
    if (!this.#app) throw new Error("the service does not run");
    return this.#app;
  }

  /** Resolves once all threads serve. */
  async start(): Promise<void> {
    const hasThreads = this.threads > 1;
    const entry = hasThreads ? this.#entry ??= taggedEntry() : undefined;
    const app = await startApp(this.#env, { entry });
    while (hasThreads && this.#count(SERVES, app) < this.threads - 1) {
      await pause(POLL_MS);
    }
    this.#app = app;
  }

  /** Ends a thread other than the main one, and waits until another has replaced it. */
  async killThread(): Promise<void> {
    const app = this.#running;
    const serving = this.#count(SERVES, app);
    const ended = this.#count(HAS_ENDED, app);
    this.#isEndingThread = true;
    while (this.#count(HAS_ENDED, app) === ended) {
      using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
      const init = { headers: { "x-kill": "1" }, client };
      await fetch(app.origin, init).then((response) => response.body?.cancel())
        .catch(() => {});
    }
    while (this.#count(SERVES, app) === serving) await pause(POLL_MS);
    await pause(NOTICED_MS);
    this.#cuts++;
    this.#isEndingThread = false;
  }

  #count(part: string, app: AppProcess): number {
    return app.log().split(part).length - 1;
  }

  async stop(signal: Deno.Signal): Promise<void> {
    const app = this.#running;
    this.#app = null;
    await app.stop(signal);
    this.#log += app.log();
  }

  residentMb(): Promise<number> {
    return residentMb(this.#running.child.pid);
  }
}
