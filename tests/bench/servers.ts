/** Programs that are measured: started on one core, awaited, stopped. */

export interface BenchServer {
  url: string;
  stop(): Promise<void>;
}

const root = new URL("../..", import.meta.url).pathname;
const cores = navigator.hardwareConcurrency;

async function answers(url: string): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    try {
      await (await fetch(url)).body?.cancel();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`${url} does not answer`);
}

/** Starts a program on the first core and waits for its first answer. */
export async function startOnCore(
  command: string[],
  url: string,
  env: Record<string, string> = {},
): Promise<BenchServer> {
  const pinned = cores > 1 ? ["taskset", "-c", "0", ...command] : command;
  const child = new Deno.Command(pinned[0], {
    args: pinned.slice(1),
    cwd: root,
    env,
    stdout: "null",
    stderr: "inherit",
  }).spawn();
  await answers(url);
  return {
    url,
    async stop() {
      child.kill("SIGTERM");
      await child.status;
    },
  };
}

/** Requests a second that `wrk` draws from a URL, from the other core. */
export async function wrk(url: string, seconds: number): Promise<number> {
  const pin = cores > 1 ? ["taskset", "-c", "1"] : [];
  const [program, ...args] = [
    ...pin,
    "wrk",
    "-t1",
    "-c64",
    `-d${seconds}s`,
    url,
  ];
  const { stdout } = await new Deno.Command(program, { args }).output();
  const text = new TextDecoder().decode(stdout);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(text)?.[1]);
  const bad = /Non-2xx or 3xx responses: (\d+)/.exec(text);
  if (!(rate > 0) || bad) throw new Error(`wrk on ${url} failed:\n${text}`);
  return rate;
}
