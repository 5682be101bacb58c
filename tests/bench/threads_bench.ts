/**
 * Compares one thread with two, on all cores and with `wrk` and the name server
 * beside them: `deno run -A tests/bench/threads_bench.ts [SECONDS]`. Each row begins
 * with eight unmeasured seconds for each server. Also measures
 * the memory of one, two and four threads, at once and idle. The raw handler of first lookups shows
 * what the machine leaves to a second thread. echoip, if it is installed, uses all
 * cores. With NSD installed, it is the name server: it takes a tenth of the processor
 * time of the bench's own.
 */
import { tokenOf } from "../support/store_folder.ts";
import { median } from "./figures.ts";
import { FreshAddresses } from "./fresh_addresses.ts";
import { loadText } from "./machine.ts";
import { startNameServer } from "./name_server.ts";
import { COMMAND_LINE, startEchoip } from "./peers.ts";
import {
  type BenchServer,
  freePort,
  isInstalled,
  processorSeconds,
  residentMb,
  startOnCore,
} from "./servers.ts";
import { IDLE_MS } from "./process_rows.ts";
import { newDataDir, startService } from "./service.ts";
import { load, type WrkOptions } from "./wrk.ts";
import { startedQuietly } from "../support/programs.ts";

const ROUNDS = 3;
/** Unmeasured load before the rounds of a row: each thread compiles the code for itself. */
const WARM_SECONDS = 8;
const RAW = "raw handler with a PTR query";
const seconds = Number(Deno.args[0] ?? 4);
const fresh = new FreshAddresses();
const html = { accept: "text/html", "user-agent": "Mozilla/5.0" };

/** Lets a process run on all cores, with all its threads. */
async function unpin({ pid }: BenchServer): Promise<void> {
  const cores = `0-${navigator.hardwareConcurrency - 1}`;
  await new Deno.Command("taskset", {
    args: ["-a", "-p", "-c", cores, String(pid)],
    stdout: "null",
  }).output();
}

async function start(
  threads: number,
  dnsPort: number,
  dataDir = newDataDir(),
): Promise<BenchServer> {
  const server = await startService({
    dataDir,
    dnsPort,
    trustedProxies: "127.0.0.1",
    store: { THREADS: String(threads) },
  });
  // Until all threads serve.
  await new Promise((resolve) => setTimeout(resolve, 2_000 + 500 * threads));
  await unpin(server);
  return server;
}

/** A name server with a name for each IPv4 address. */
async function startNsd(): Promise<{ port: number } & AsyncDisposable> {
  const port = freePort();
  const folder = await Deno.makeTempDir({ prefix: "nsd-" });
  await Deno.writeTextFile(
    `${folder}/zone`,
    `$ORIGIN in-addr.arpa.
@ 86400 SOA ns.example.net. root.example.net. 1 1h 1h 1h 1h
@ 86400 NS ns.example.net.
* 86400 PTR host.example.net.
`,
  );
  await Deno.writeTextFile(
    `${folder}/conf`,
    `server:
  ip-address: 127.0.0.1@${port}
  server-count: 1
  username: ""
  chroot: ""
  zonesdir: "${folder}"
  pidfile: ""
  xfrdfile: ""
  xfrdir: "${folder}"
  zonelistfile: "${folder}/zones"
  rrl-ratelimit: 0
  rrl-whitelist-ratelimit: 0
remote-control:
  control-enable: no
zone:
  name: in-addr.arpa
  zonefile: zone
`,
  );
  const child = startedQuietly("nsd", ["-d", "-c", `${folder}/conf`]);
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  return {
    port,
    async [Symbol.asyncDispose]() {
      child.kill("SIGTERM");
      await child.status;
      await Deno.remove(folder, { recursive: true });
    },
  };
}

async function startRaw(threads: number, dnsPort: number) {
  const port = String(freePort());
  const script = ["--unstable-net", "tests/bench/raw_ptr.ts"];
  const args = [...script, port, String(dnsPort), String(threads)];
  const server = await startOnCore(
    [Deno.execPath(), "run", "-A", "-q", ...args],
    `http://127.0.0.1:${port}/`,
  );
  await unpin(server);
  return server;
}

interface Drawn {
  rate: number;
  microsEach: number;
  p99Ms: number;
}

async function drawn(
  { url, pid }: BenchServer,
  forSeconds: number,
  path: string,
  options: WrkOptions,
): Promise<Drawn> {
  const before = await processorSeconds(pid);
  const { rate, requests, p99Ms } = await load(url + path, forSeconds, {
    ...options,
    isOnAllCores: true,
  });
  const spent = await processorSeconds(pid) - before;
  return { rate, p99Ms, microsEach: spent / requests * 1e6 };
}

if (import.meta.main) {
  await using names = await isInstalled("nsd", "-v")
    ? await startNsd()
    : await startNameServer();
  console.error(`load of the machine: ${loadText()}`);
  const dirs = [newDataDir(), newDataDir()];
  const tokens: string[] = [];
  for (const dir of dirs) {
    const options = { quota: 1_000_000_000 };
    tokens.push(await tokenOf("bench@example.net", { DATA_DIR: dir }, options));
  }
  const servers = [
    await start(1, names.port, dirs[0]),
    await start(2, names.port, dirs[1]),
  ];
  const raw = [
    await startRaw(1, names.port),
    await startRaw(2, names.port),
  ];
  const echoip = await startEchoip(navigator.hardwareConcurrency);
  if (echoip) await unpin(echoip);
  const rows: Record<string, (i: number) => [string, WrkOptions]> = {
    "text": () => ["", { headers: COMMAND_LINE }],
    [RAW]: () => ["", fresh.askedAt("/")],
    "V1, first": () => ["", fresh.askedAt("/api/v1/ip/")],
    "V1, known": () => ["api/v1/ip/8.8.8.8", {}],
    "home, first": () => ["", fresh.askedBy(html)],
    "V2, one token": (i) => ["api/v2/ip/8.8.8.8", {
      headers: { authorization: `Bearer ${tokens[i]}` },
    }],
  };
  const table: Record<string, Record<string, number>> = {};
  for (const [name, optionsOf] of Object.entries(rows)) {
    const hasPage = Deno.env.get("ECHOIP_HTML") !== undefined;
    const hasPeer = echoip &&
      (name === "text" || name === "home, first" && hasPage);
    const contenders = name === RAW
      ? raw
      : hasPeer
      ? [...servers, echoip]
      : servers;
    const rounds: Drawn[][] = contenders.map(() => []);
    for (const [i, server] of contenders.entries()) {
      await drawn(server, WARM_SECONDS, ...optionsOf(i));
    }
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, server] of contenders.entries()) {
        rounds[i].push(await drawn(server, seconds, ...optionsOf(i)));
      }
    }
    const [one, two, peer] = (["rate", "microsEach", "p99Ms"] as const)
      .map((figure) =>
        rounds.map((drawn) => median(drawn.map((each) => each[figure])))
      ).reduce<number[][]>(
        (figures, medians) =>
          medians.map((each, i) => [...figures[i] ?? [], each]),
        [],
      );
    table[name] = {
      "1 thread/s": Math.round(one[0]),
      "2 threads/s": Math.round(two[0]),
      "ratio": Number((two[0] / one[0]).toFixed(2)),
      "1: µs": Math.round(one[1]),
      "2: µs": Math.round(two[1]),
      "1: p99 ms": Math.round(one[2]),
      "2: p99 ms": Math.round(two[2]),
      ...peer && {
        "echoip/s": Math.round(peer[0]),
        "2 threads / echoip": Number((two[0] / peer[0]).toFixed(2)),
      },
    };
    console.error(`measured: ${name}`);
  }
  console.table(table);
  const all = [...servers, ...raw, ...echoip ? [echoip] : []];
  await Promise.all(all.map((server) => server.stop()));
  for (const threads of [1, 2, 4]) {
    const server = await start(threads, names.port);
    const atOnce = await residentMb(server.pid);
    await new Promise((resolve) => setTimeout(resolve, IDLE_MS));
    const idle = await residentMb(server.pid);
    console.log(`memory of ${threads}: ${atOnce} MB, idle ${idle} MB`);
    await server.stop();
  }
  console.error(`load of the machine: ${loadText()}`);
}
