/**
 * `deno task dev`: runs the dev server, and restarts it after each change of a
 * source. `deno run --watch` would first wait for 200 ms, and then load the
 * packages again; here the next process has loaded them before the change.
 */

/** Argument of a process that others ran before: the data and the map are there. */
export const RESTARTED = "restarted";

/** Time for an editor to finish writing a file. If it takes longer, the process is restarted once more. */
const SAVING_MS = 10;

/** When the next process loads its packages: the running one has started by then. */
const SPARE_AFTER_MS = 1_000;

/**
 * Runs a script, and restarts it whenever a source has changed, until the signal
 * aborts.
 *
 * @param script like `dev_process.ts`: it waits for a line on standard input before
 * it loads any source, and gets the argument {@link RESTARTED} if others ran before
 * @param sources files and folders
 */
export async function runAndRestart(
  { script, sources, signal, spareAfterMs = SPARE_AFTER_MS }: {
    script: URL;
    sources: string[];
    signal?: AbortSignal;
    spareAfterMs?: number;
  },
): Promise<void> {
  const changes = new Changes(sources);
  signal?.addEventListener("abort", () => changes.close());
  let spare: DevProcess | undefined;
  let isRestart = false;
  while (!changes.isClosed) {
    const running = spare ?? new DevProcess(script, isRestart);
    isRestart = true;
    spare = undefined;
    await running.proceed();
    const loading = setTimeout(
      () => spare = new DevProcess(script, true),
      spareAfterMs,
    );
    await changes.next();
    clearTimeout(loading);
    // Its ports must be free for the next one.
    await Promise.all([running.end(), saved()]);
    changes.forget();
  }
  await spare?.end();
}

function saved(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, SAVING_MS));
}

/** Watches the sources for changes. */
class Changes {
  readonly #watcher: Deno.FsWatcher;
  #changed = Promise.withResolvers<void>();
  isClosed = false;

  constructor(sources: string[]) {
    this.#watcher = Deno.watchFs(sources);
    this.#watch();
  }

  async #watch(): Promise<void> {
    for await (const { kind, paths } of this.#watcher) {
      // Editors also write temporary files beside a source.
      const isSource = paths.some((path) => /\.(?:tsx?|json|csv)$/.test(path));
      if (kind !== "access" && isSource) this.#changed.resolve();
    }
    this.isClosed = true;
    this.#changed.resolve();
  }

  /** Resolves after a change. */
  next(): Promise<void> {
    return this.#changed.promise;
  }

  /** Lets `next` wait for another change. */
  forget(): void {
    if (!this.isClosed) this.#changed = Promise.withResolvers();
  }

  close(): void {
    this.#watcher.close();
  }
}

/**
 * A process that waits for its turn. It ends with this process, because its
 * standard input is then closed.
 */
class DevProcess {
  readonly #child: Deno.ChildProcess;

  constructor(script: URL, isRestart: boolean) {
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", script.href, ...isRestart ? [RESTARTED] : []],
      stdin: "piped",
    }).spawn();
  }

  /** Lets it run. If it has already failed, it has printed the error. */
  async proceed(): Promise<void> {
    const writer = this.#child.stdin.getWriter();
    await writer.write(new Uint8Array([0x0a])).catch(() => {});
    writer.releaseLock();
  }

  async end(): Promise<void> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has already ended.
    }
    await this.#child.status;
    await this.#child.stdin.close().catch(() => {});
  }
}

if (import.meta.main) {
  const root = new URL("../../../", import.meta.url);
  Deno.chdir(root);
  await runAndRestart({
    script: new URL("dev_process.ts", import.meta.url),
    sources: [
      "main.ts",
      "define.ts",
      "routes",
      "components",
      "islands",
      "lib",
      "facts",
    ],
  });
}
