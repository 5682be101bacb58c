/** The service of the soak: one store, used by one process after another. */
import { residentMb } from "../bench/servers.ts";
import { type AppProcess, startApp } from "../support/app_process.ts";

export class SoakService {
  readonly #env: Record<string, string>;
  #app: AppProcess | null = null;
  #log = "";

  constructor(env: Record<string, string>) {
    this.#env = env;
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
    return lines.filter((line) => / error /.test(line));
  }

  get #running(): AppProcess {
    if (!this.#app) throw new Error("the service does not run");
    return this.#app;
  }

  async start(): Promise<void> {
    this.#app = await startApp(this.#env);
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
