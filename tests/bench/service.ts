/**
 * The service as it is measured: built, with its permissions, its limiter and its
 * log as in production.
 */
import { MEMORY_SETTINGS } from "../../lib/app/launch/memory_settings.ts";
import type { Edition } from "../../lib/data/bundled.ts";
import { type BenchServer, freePort, root, startOnCore } from "./servers.ts";

/** Never reached, but every request is counted. */
const LIMIT = "1000000000";

/** What `deno task start` runs, without its .env. */
const LINE = "run -q --node-modules-dir=manual -P=serve";

export interface ServiceOptions {
  edition?: Edition;
  /** Peers whose forwarding header is trusted. */
  trustedProxies?: string;
  /** The port of the name server on 127.0.0.1. */
  dnsPort?: number;
  dataDir?: string;
  port?: number;
  /** What starts the service. */
  script?: string;
  /** Variables of another store than the file in `dataDir`. */
  store?: Record<string, string>;
}

/** Starts the service on the first core. */
export async function startService({
  edition = "city",
  trustedProxies = "10.0.0.0/8,192.168.0.0/16",
  dnsPort = 9,
  dataDir = newDataDir(),
  port = freePort(),
  script = "_server/main.mjs",
  store = {},
}: ServiceOptions = {}): Promise<BenchServer> {
  const env: Record<string, string> = {
    ...MEMORY_SETTINGS,
    HOST: "127.0.0.1",
    PORT: String(port),
    DATA_DIR: dataDir,
    GEO_EDITION: edition,
    DNS_SERVERS: `127.0.0.1:${dnsPort}`,
    LOOKUP_PRIVATE: "on",
    TRUSTED_PROXIES: trustedProxies,
    DATA_UPDATE: "off",
    ...store,
  };
  const buckets = "TEXT JSONIP GEOIP LOOKUP PAGES BATCH".split(" ");
  for (const bucket of buckets) env[`RATE_LIMIT_${bucket}`] = LIMIT;
  const server = await startOnCore(
    [Deno.execPath(), ...LINE.split(" "), script],
    `http://127.0.0.1:${port}/`,
    env,
  );
  return {
    ...server,
    async stop() {
      await server.stop();
      // It may exist from an earlier run.
      await Deno.remove(root + dataDir, { recursive: true }).catch(() => {});
    },
  };
}

/** Below ./data, where the permissions allow writing. */
export function newDataDir(): string {
  return `./data/bench/${crypto.randomUUID()}`;
}
