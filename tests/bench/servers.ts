/** Programs that are measured: started on one core, awaited, stopped. */

export interface BenchServer {
  url: string;
  pid: number;
  /** Milliseconds from its start to the end of its first response. */
  firstAnswerMs: number;
  stop(): Promise<void>;
}

export const root = new URL("../..", import.meta.url).pathname;
const cores = navigator.hardwareConcurrency;

/** A command line that runs on one core only, if there are several. */
export function pinned(core: number, command: readonly string[]): string[] {
  return cores > 1 ? ["taskset", "-c", String(core), ...command] : [...command];
}

/** Whether a program can be started. */
export async function isInstalled(
  program: string,
  flag = "--version",
): Promise<boolean> {
  try {
    await new Deno.Command(program, {
      args: [flag],
      stdout: "null",
      stderr: "null",
    }).output();
    return true;
  } catch {
    return false;
  }
}

export function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

async function answers(url: string, timeoutMs: number): Promise<void> {
  const signal = AbortSignal.timeout(timeoutMs);
  while (!signal.aborted) {
    try {
      await (await fetch(url, { signal })).body?.cancel();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  throw new Error(`${url} does not answer in ${timeoutMs / 1_000} s`);
}

/**
 * Starts a program on the first core, and waits for its first response. @throws
 * {Error} if none comes; the program has then ended
 */
export async function startOnCore(
  command: readonly string[],
  url: string,
  env: Record<string, string> = {},
  timeoutMs = 20_000,
): Promise<BenchServer> {
  const [program, ...args] = pinned(0, command);
  const startMs = performance.now();
  const child = new Deno.Command(program, {
    args,
    cwd: root,
    env,
    stdout: "null",
    stderr: "null",
  }).spawn();
  const stop = async () => {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has died before.
    }
    await child.status;
  };
  try {
    await answers(url, timeoutMs);
  } catch (error) {
    await stop();
    throw error;
  }
  const firstAnswerMs = performance.now() - startMs;
  return { url, pid: child.pid, firstAnswerMs, stop };
}

/** Resident memory of a process, in megabytes of 1,000,000 bytes. */
export async function residentMb(pid: number): Promise<number> {
  const status = await Deno.readTextFile(`/proc/${pid}/status`);
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) * 1.024 / 1_000;
}

const TICKS_PER_SECOND = 100;

/** Processor time of a process since its start, in seconds. */
export async function processorSeconds(pid: number): Promise<number> {
  const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
  // After the name, which may have spaces: the 14th and 15th field of all.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}
