/** Programs that tests start. */

export function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Different free ports of 127.0.0.1. */
export function freePorts(count: number): number[] {
  const listeners = Array.from(
    { length: count },
    () => Deno.listen({ hostname: "127.0.0.1", port: 0 }),
  );
  const ports = listeners.map(({ addr }) => addr.port);
  for (const listener of listeners) listener.close();
  return ports;
}

/** A program that listens on free ports. */
export interface Listening {
  ports: number[];
  child: Deno.ChildProcess;
}

/**
 * Starts a program and waits until the last of its ports is open. A port that is
 * free now may be somebody's a moment later: a program that ends is started
 * again on others.
 *
 * @throws {Error} where it does not come to listen
 */
export async function startedOnFreePorts(
  count: number,
  start: (ports: number[]) => Promise<Deno.ChildProcess>,
): Promise<Listening> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const ports = freePorts(count);
    const child = await start(ports);
    let hasEnded = false;
    child.status.then(() => hasEnded = true);
    for (let i = 0; i < 400 && !hasEnded; i++) {
      if (await isOpen(ports[count - 1])) return { ports, child };
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    await ended(child, "SIGKILL");
  }
  throw new Error("it does not listen, whatever the ports");
}

/** Starts a program whose output is not read. */
export function startedQuietly(
  program: string,
  args: string[],
  env?: Record<string, string>,
): Deno.ChildProcess {
  const output = { stdout: "null", stderr: "null" } as const;
  return new Deno.Command(program, { args, env, ...output }).spawn();
}

/** Ends a program, unless it has ended already. */
export async function ended(
  child: Deno.ChildProcess,
  signal: Deno.Signal = "SIGTERM",
): Promise<void> {
  try {
    child.kill(signal);
  } catch {
    // It has ended already.
  }
  await child.status;
}

async function isOpen(port: number): Promise<boolean> {
  try {
    (await Deno.connect({ hostname: "127.0.0.1", port })).close();
    return true;
  } catch {
    return false;
  }
}
