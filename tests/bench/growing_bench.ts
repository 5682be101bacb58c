/**
 * Measures the cost of a store that several instances share, or that is on another
 * machine: `deno run -A tests/bench/growing_bench.ts [SECONDS]`.
 *
 * All instances share the first core, so that the total shows the cost of sharing;
 * `wrk` has the second. The KV Connect server is that of the tests, in this
 * process, with a configurable delay.
 */
import { KvConnectServer } from "../support/kv_connect.ts";
import { tokenOf } from "../support/store_folder.ts";
import { median } from "./figures.ts";
import { loadText } from "./machine.ts";
import { startNameServer } from "./name_server.ts";
import { type BenchServer, processorSeconds } from "./servers.ts";
import { newDataDir, startService } from "./service.ts";
import { load } from "./wrk.ts";

const QUOTA = 1_000_000_000;
const CONNECTIONS = 64;
const ROUNDS = 2;
const KV_TOKEN = "bench";
const seconds = Number(Deno.args[0] ?? 5);

interface Arrangement {
  name: string;
  instances: number;
  /** The response time of the KV Connect server; null for a file. */
  delayMs: number | null;
}

const ARRANGEMENTS: Arrangement[] = [
  ...[1, 2, 4].map((instances) => ({
    name: `file, ${instances}`,
    instances,
    delayMs: null,
  })),
  ...[1, 2, 4].map((instances) => ({
    name: `KV Connect, ${instances}`,
    instances,
    delayMs: 0,
  })),
  { name: "KV Connect 2 ms away, 1", instances: 1, delayMs: 2 },
  { name: "KV Connect 20 ms away, 1", instances: 1, delayMs: 20 },
];

interface Drawn {
  /** Requests per second of all instances together. */
  rate: number;
  /** The slowest hundredth of the slowest instance. */
  p99Ms: number;
  /** Processor time of the instances. */
  microsEach: number;
}

/** @param tokens one for each instance, or none */
async function drawn(
  services: readonly BenchServer[],
  path: string,
  tokens: readonly string[] = [],
): Promise<Drawn> {
  const connections = Math.floor(CONNECTIONS / services.length);
  const spent = async () => {
    const each = services.map(({ pid }) => processorSeconds(pid));
    return (await Promise.all(each)).reduce((sum, one) => sum + one, 0);
  };
  const before = await spent();
  const reports = await Promise.all(services.map(({ url }, i) => {
    const headers: Record<string, string> = tokens[i] === undefined
      ? {}
      : { authorization: `Bearer ${tokens[i]}` };
    return load(url + path, seconds, { connections, headers })
      .catch((error) => {
        console.error(String(error));
        return { rate: 0, requests: 0, p99Ms: NaN };
      });
  }));
  const requests = reports.reduce((sum, { requests }) => sum + requests, 0);
  return {
    rate: reports.reduce((sum, { rate }) => sum + rate, 0),
    p99Ms: Math.max(...reports.map(({ p99Ms }) => p99Ms)),
    microsEach: (await spent() - before) / requests * 1e6,
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
  const own: string[] = [];
  for (let i = 0; i < instances; i++) {
    own.push(await tokenOf(`bench${i}@example.net`, store, { quota: QUOTA }));
  }
  const shared = own.map(() => own[0]);
  kv.delayMs = delayMs ?? 0;
  await using running = new AsyncDisposableStack();
  const services: BenchServer[] = [];
  for (let i = 0; i < instances; i++) {
    const service = await startService({ dataDir, store, dnsPort });
    running.defer(service.stop);
    services.push(service);
  }
  const [v1, v2] = ["api/v1/ip/8.8.8.8", "api/v2/ip/8.8.8.8"];
  await drawn(services, v2, shared);
  const rounds: Record<"open" | "shared" | "own", Drawn>[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    rounds.push({
      open: await drawn(services, v1),
      shared: await drawn(services, v2, shared),
      own: await drawn(services, v2, own),
    });
  }
  const of = (load: keyof typeof rounds[number], figure: keyof Drawn) =>
    Math.round(median(rounds.map((round) => round[load][figure])));
  return {
    "V1/s": of("open", "rate"),
    "V1 µs": of("open", "microsEach"),
    "V2/s, one token": of("shared", "rate"),
    "µs": of("shared", "microsEach"),
    "p99 ms": of("shared", "p99Ms"),
    "V2/s, a token each": of("own", "rate"),
    "µs ": of("own", "microsEach"),
    "p99 ms ": of("own", "p99Ms"),
  };
}

if (import.meta.main) {
  await using names = await startNameServer();
  console.error(`load of the machine: ${loadText()}`);
  const table: Record<string, Record<string, number>> = {};
  for (const arrangement of ARRANGEMENTS) {
    table[arrangement.name] = await measured(arrangement, names.port);
    console.error(`measured: ${arrangement.name}`);
  }
  console.table(table);
  console.error(`load of the machine: ${loadText()}`);
}
