import { join } from "node:path";
import { ended, isFile, startedOnFreePorts } from "./programs.ts";

/** A running authoritative name server. Disposing of it stops it and removes its files. */
export interface Nsd extends AsyncDisposable {
  readonly ip: "127.0.0.1";
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
 * Starts nsd on a free port of 127.0.0.1.
 *
 * @param zones zone files by origin; `$TTL`, SOA and NS are put before each
 */
export async function startNsd(zones: Record<string, string>): Promise<Nsd> {
  await using stack = new AsyncDisposableStack();
  const folder = await Deno.makeTempDir({ prefix: "nsd-" });
  stack.defer(() => Deno.remove(folder, { recursive: true }));
  const origins = Object.keys(zones);
  for (const [origin, records] of Object.entries(zones)) {
    await Deno.writeTextFile(
      join(folder, `${origin}.zone`),
      `$ORIGIN ${origin}.\n$TTL 60\n` +
        "@ SOA ns.invalid. root.invalid. 1 3600 600 86400 60\n" +
        `@ NS ns.invalid.\n${records}\n`,
    );
  }
  const config = join(folder, "nsd.conf");
  const { ports: [port], child } = await startedOnFreePorts(
    1,
    async ([port]) => {
      await Deno.writeTextFile(config, configOf(folder, port, origins));
      return new Deno.Command(program, {
        args: ["-d", "-c", config],
        stdout: "null",
        stderr: "null",
      }).spawn();
    },
  );
  stack.defer(() => ended(child));
  await answering(port, origins[0]);
  const running = stack.move();
  return {
    ip: "127.0.0.1",
    port,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

function configOf(folder: string, port: number, origins: string[]): string {
  return [
    "server:",
    `  ip-address: 127.0.0.1@${port}`,
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

async function answering(port: number, origin: string): Promise<void> {
  const nameServer = { ipAddr: "127.0.0.1", port };
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
  throw new Error(`nsd does not answer on port ${port}`);
}
