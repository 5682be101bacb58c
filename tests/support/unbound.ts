import { join } from "node:path";
import {
  ended,
  isFile,
  startedOnFreePorts,
  startedQuietly,
} from "./programs.ts";

/**
 * A running validating, name-minimizing resolver. Disposing of it stops it and
 * removes its files.
 */
export interface Unbound extends AsyncDisposable {
  readonly ip: "127.0.0.1";
  readonly port: number;
}

export interface UnboundOptions {
  /** A zone to treat as unsigned, like one without a DS record in its parent. */
  zone: string;
  /** The zone's name servers, as `127.0.0.1@5353`. */
  servers: readonly string[];
  /** A DS record of the zone: then its signatures are validated. */
  anchor?: string;
  /** Further lines of its `server:` clause. */
  settings?: readonly string[];
}

/** Where Debian's package `unbound` puts it; it is not on every user's PATH. */
const program = "/usr/sbin/unbound";

export interface UnboundTestOptions {
  /** Paths of other programs that the test starts. */
  programs?: readonly string[];
  /** Another reason why the test cannot run here. */
  obstacle?: string | null;
}

/**
 * A test with a real unbound. If a program is missing, it is skipped; in CI, it fails.
 */
export function unboundTest(
  name: string,
  test: () => Promise<void>,
  { programs = [], obstacle = null }: UnboundTestOptions = {},
): void {
  const missing = [program, ...programs].filter((path) => !isFile(path));
  const isMissing = missing.length > 0;
  const reason = isMissing ? `there is no ${missing.join(", ")}` : obstacle;
  const isCi = Deno.env.get("CI") !== undefined;
  const isSkipped = reason !== null && !(isMissing && isCi);
  Deno.test({
    name: isSkipped ? `${name} (skipped: ${reason})` : name,
    ignore: isSkipped,
    async fn() {
      if (isMissing) throw new Error(`Cannot find ${missing.join(", ")}`);
      await test();
    },
  });
}

/** Starts unbound on a free port of 127.0.0.1. */
export async function startUnbound(options: UnboundOptions): Promise<Unbound> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "unbound-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const config = join(folder, "unbound.conf");
  try {
    const { ports: [port], child } = await startedOnFreePorts(
      1,
      async ([port]) => {
        await Deno.writeTextFile(config, configOf(folder, port, options));
        return startedQuietly(program, ["-d", "-c", config]);
      },
    );
    stack.defer(() => ended(child));
    await answering(port);
    const running = stack.move();
    return {
      ip: "127.0.0.1",
      port,
      [Symbol.asyncDispose]: () => running.disposeAsync(),
    };
  } catch (error) {
    const log = await Deno.readTextFile(join(folder, "log")).catch(() => "");
    throw new Error(`unbound does not start: ${log}`, { cause: error });
  }
}

function configOf(
  folder: string,
  port: number,
  { zone, servers, anchor, settings = [] }: UnboundOptions,
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
    // The trust anchor makes it validate everything else; no key matches it.
    `  trust-anchor: ". DS 1 13 2 ${"00".repeat(32)}"`,
    anchor === undefined
      ? `  domain-insecure: "${zone}"`
      : `  trust-anchor: "${anchor.replace(/;.*/, "").replaceAll("\t", " ")}"`,
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

/** Waits for a response about a name that it knows without a query. */
async function answering(port: number): Promise<void> {
  let failure: unknown;
  for (let attempt = 0; attempt < 400; attempt++) {
    try {
      await Deno.resolveDns("ready.invalid.", "SOA", {
        nameServer: { ipAddr: "127.0.0.1", port },
        signal: AbortSignal.timeout(200),
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
