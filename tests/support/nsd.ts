import { join } from "node:path";
import {
  ended,
  isFile,
  startedOnFreePorts,
  startedQuietly,
} from "./programs.ts";

/** A running authoritative name server. Disposing of it stops it and removes its files. */
export interface Nsd extends AsyncDisposable {
  /** In 127.0.0.0/8. */
  readonly ip: string;
  readonly port: number;
}

/** Where Debian's package `nsd` puts it; it is not on every user's PATH. */
const program = "/usr/sbin/nsd";

/**
 * Whether nsd can be started. If it is missing, this is printed; in CI, it is an error.
 */
export function hasNsd(): boolean {
  if (isFile(program)) return true;
  if (Deno.env.get("CI")) throw new Error(`${program} is missing`);
  console.warn(`${program} is missing: tests against it do not run`);
  return false;
}

/**
 * Starts nsd on a free port of 127.0.0.1, or at the given address and port.
 *
 * @param zones records by origin, with `$TTL`, SOA and NS put before them; or a
 * whole zone file
 */
export async function startNsd(
  zones: Record<string, string | { file: string }>,
  at?: { ip: string; port: number },
): Promise<Nsd> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "nsd-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const origins = Object.keys(zones);
  for (const [origin, records] of Object.entries(zones)) {
    await Deno.writeTextFile(
      join(folder, `${origin}.zone`),
      typeof records === "object"
        ? records.file
        : `$ORIGIN ${origin}.\n$TTL 60\n` +
          "@ SOA ns.invalid. root.invalid. 1 3600 600 86400 60\n" +
          `@ NS ns.invalid.\n${records}\n`,
    );
  }
  const config = join(folder, "nsd.conf");
  const start = async (ip: string, port: number) => {
    await Deno.writeTextFile(config, configOf(folder, ip, port, origins));
    return startedQuietly(program, ["-d", "-c", config]);
  };
  const { ip = "127.0.0.1" } = at ?? {};
  const { ports: [port], child } = at
    ? { ports: [at.port], child: await start(ip, at.port) }
    : await startedOnFreePorts(1, ([port]) => start(ip, port));
  stack.defer(() => ended(child));
  await answering(ip, port, origins[0]);
  const running = stack.move();
  return { ip, port, [Symbol.asyncDispose]: () => running.disposeAsync() };
}

function configOf(
  folder: string,
  ip: string,
  port: number,
  origins: string[],
): string {
  return [
    "server:",
    `  ip-address: ${ip}@${port}`,
    "  server-count: 1",
    '  username: ""',
    '  chroot: ""',
    '  database: ""',
    `  zonesdir: "${folder}"`,
    `  pidfile: "${join(folder, "nsd.pid")}"`,
    `  xfrdfile: "${join(folder, "xfrd.state")}"`,
    `  xfrdir: "${folder}"`,
    `  zonelistfile: "${join(folder, "zone.list")}"`,
    `  cookie-secret-file: "${join(folder, "cookies")}"`,
    "remote-control:",
    "  control-enable: no",
    ...origins.flatMap((origin) => [
      "zone:",
      `  name: "${origin}"`,
      `  zonefile: "${origin}.zone"`,
    ]),
    "",
  ].join("\n");
}

async function answering(
  ip: string,
  port: number,
  origin: string,
): Promise<void> {
  const nameServer = { ipAddr: ip, port };
  for (let attempt = 0; attempt < 400; attempt++) {
    try {
      await Deno.resolveDns(`${origin}.`, "SOA", {
        nameServer,
        signal: AbortSignal.timeout(200),
      });
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  throw new Error(`nsd does not answer on ${ip}, port ${port}`);
}
