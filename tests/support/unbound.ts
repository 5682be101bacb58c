import { join } from "node:path";

/** A running validating, name-minimising resolver. Disposing of it stops it and removes its files. */
export interface Unbound extends AsyncDisposable {
  readonly ip: "127.0.0.1";
  readonly port: number;
}

export interface UnboundOptions {
  /** A zone it takes for unsigned, as one is that has no DS record at its parent. */
  zone: string;
  /** The zone's name servers, as `127.0.0.1@5353`. */
  servers: readonly string[];
  /** Further lines of its `server:` clause. */
  settings?: readonly string[];
}

/** Where Debian's package `unbound` puts it; it is not on every user's PATH. */
const program = "/usr/sbin/unbound";

/**
 * Tells whether unbound can be started. On a developer's machine it may be
 * missing, which is said aloud; under CI a missing one fails.
 */
export function hasUnbound(): boolean {
  try {
    Deno.statSync(program);
    return true;
  } catch {
    if (Deno.env.get("CI")) throw new Error(`${program} is missing`);
    console.warn(`${program} is missing: tests against it do not run`);
    return false;
  }
}

/** Starts unbound on a free port of 127.0.0.1. */
export async function startUnbound(options: UnboundOptions): Promise<Unbound> {
  const folder = await Deno.makeTempDir({ prefix: "unbound-" });
  const port = freePort();
  const config = join(folder, "unbound.conf");
  await Deno.writeTextFile(config, configOf(folder, port, options));
  const child = new Deno.Command(program, {
    args: ["-d", "-c", config],
    stdout: "null",
    stderr: "null",
  }).spawn();
  const stop = async () => {
    try {
      child.kill("SIGTERM");
    } catch {
      // It has ended already.
    }
    await child.status;
    await Deno.remove(folder, { recursive: true });
  };
  try {
    await answering(port);
  } catch (error) {
    const log = await Deno.readTextFile(join(folder, "log")).catch(() => "");
    await stop();
    throw new Error(`unbound does not start: ${log}`, { cause: error });
  }
  return { ip: "127.0.0.1", port, [Symbol.asyncDispose]: stop };
}

function configOf(
  folder: string,
  port: number,
  { zone, servers, settings = [] }: UnboundOptions,
): string {
  return [
    "server:",
    "  interface: 127.0.0.1",
    `  port: ${port}`,
    "  num-threads: 1",
    '  username: ""',
    '  chroot: ""',
    `  directory: "${folder}"`,
    '  pidfile: ""',
    "  use-syslog: no",
    `  logfile: "${join(folder, "log")}"`,
    '  module-config: "validator iterator"',
    // The trust anchor makes it ask for proof everywhere else; its key is nobody's.
    `  trust-anchor: ". DS 1 13 2 ${"00".repeat(32)}"`,
    `  domain-insecure: "${zone}"`,
    "  qname-minimisation: yes",
    "  qname-minimisation-strict: yes",
    "  harden-below-nxdomain: yes",
    "  use-caps-for-id: yes",
    "  do-not-query-localhost: no",
    '  local-zone: "test." nodefault',
    '  local-zone: "ready.invalid." static',
    ...settings.map((line) => `  ${line}`),
    "remote-control:",
    "  control-enable: no",
    "stub-zone:",
    `  name: "${zone}"`,
    ...servers.map((server) => `  stub-addr: ${server}`),
    "",
  ].join("\n");
}

function freePort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Waits for an answer about a name that it has no need to ask for. */
async function answering(port: number): Promise<void> {
  let failure: unknown;
  for (let attempt = 0; attempt < 100; attempt++) {
    try {
      await Deno.resolveDns("ready.invalid.", "SOA", {
        nameServer: { ipAddr: "127.0.0.1", port },
        signal: AbortSignal.timeout(500),
      });
      return;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return;
      failure = error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw failure;
}
