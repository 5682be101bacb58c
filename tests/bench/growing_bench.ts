/**
 * What one store costs when several instances share it, and when it is on
 * another machine: `deno run -A tests/bench/growing_bench.ts [SECONDS]`.
 *
 * All instances have the first core together, so that the sum tells what the
 * sharing costs; `wrk` has the second. The KV Connect server is the one of the
 * tests, in this process: what counts is how long its answers take.
 */
import { KvConnectServer } from "../support/kv_connect.ts";
import { tokenOf } from "../support/store_folder.ts";
import { median } from "./figures.ts";
import { startNameServer } from "./name_server.ts";
import { newDataDir, startService } from "./service.ts";
import { load } from "./wrk.ts";

const QUOTA = 1_000_000_000;
const CONNECTIONS = 64;
const ROUNDS = 3;
const KV_TOKEN = "bench";
const seconds = Number(Deno.args[0] ?? 5);

interface Arrangement {
  name: string;
  instances: number;
  /** How long an answer of the KV Connect server takes; null for a file. */
  delayMs: number | null;
}

const ARRANGEMENTS: Arrangement[] = [
  { name: "file, one instance", instances: 1, delayMs: null },
  { name: "file, two instances", instances: 2, delayMs: null },
  { name: "file, three instances", instances: 3, delayMs: null },
  { name: "KV Connect, answers at once", instances: 1, delayMs: 0 },
  { name: "KV Connect, 2 ms away", instances: 1, delayMs: 2 },
  { name: "KV Connect, 20 ms away", instances: 1, delayMs: 20 },
];

/** Requests a second of all instances together, and the slowest hundredth of the slowest. */
async function drawn(
  urls: readonly string[],
  headers: Record<string, string>,
): Promise<{ rate: number; p99Ms: number }> {
  const connections = Math.floor(CONNECTIONS / urls.length);
  const reports = await Promise.all(
    urls.map((url) => load(url, seconds, { connections, headers })),
  );
  return {
    rate: reports.reduce((sum, { rate }) => sum + rate, 0),
    p99Ms: Math.max(...reports.map(({ p99Ms }) => p99Ms)),
  };
}

async function measured(
  { instances, delayMs }: Arrangement,
  dnsPort: number,
): Promise<Record<string, number>> {
  const dataDir = newDataDir();
  await using kv = new KvConnectServer({ token: KV_TOKEN });
  // A service inherits the token.
  Deno.env.set("DENO_KV_ACCESS_TOKEN", KV_TOKEN);
  const store = {
    DATA_DIR: dataDir,
    ...delayMs !== null && { KV_URL: kv.url },
  };
  const token = await tokenOf("bench@example.net", store, { quota: QUOTA });
  const headers = { authorization: `Bearer ${token}` };
  kv.delayMs = delayMs ?? 0;
  await using running = new AsyncDisposableStack();
  const urls: string[] = [];
  for (let i = 0; i < instances; i++) {
    const service = await startService({ dataDir, store, dnsPort });
    running.defer(service.stop);
    urls.push(service.url);
  }
  const at = (path: string) => urls.map((url) => url + path);
  const v1 = at("api/v1/ip/8.8.8.8");
  const v2 = at("api/v2/ip/8.8.8.8");
  await drawn(v2, headers);
  const rounds: { v1: number; v2: number; p99Ms: number }[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const open = await drawn(v1, {});
    const charged = await drawn(v2, headers);
    rounds.push({ v1: open.rate, v2: charged.rate, p99Ms: charged.p99Ms });
  }
  return {
    "V1/s": Math.round(median(rounds.map(({ v1 }) => v1))),
    "V2/s": Math.round(median(rounds.map(({ v2 }) => v2))),
    "V2 p99, ms": median(rounds.map(({ p99Ms }) => p99Ms)),
  };
}

if (import.meta.main) {
  await using names = await startNameServer();
  const table: Record<string, Record<string, number>> = {};
  for (const arrangement of ARRANGEMENTS) {
    table[arrangement.name] = await measured(arrangement, names.port);
    console.error(`measured: ${arrangement.name}`);
  }
  console.table(table);
}
