/**
 * Compares one thread with two, on all cores and with `wrk` and the name server
 * beside them: `deno run -A tests/bench/threads_bench.ts [SECONDS]`. Each row begins
 * with eight unmeasured seconds for each contender. Two processes of one thread each,
 * which share nothing but the port, show what the machine leaves to a second core
 * under the same load. Also measures
 * the memory of one, two and four threads, at once and idle. echoip, if it is
 * installed, uses all cores. With NSD installed, it is the name server: it takes a
 * tenth of the processor time of the bench's own.
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
import { newDataDir, type ServiceOptions, startService } from "./service.ts";
import { load, type WrkOptions } from "./wrk.ts";
import { startedQuietly } from "../support/programs.ts";

const ROUNDS = 3;
/** Unmeasured load before the rounds of a row: each thread compiles the code for itself. */
const WARM_SECONDS = 8;
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
  options: ServiceOptions = {},
): Promise<BenchServer> {
  const server = await startService({
    dnsPort,
    trustedProxies: "127.0.0.1",
    store: { THREADS: String(threads) },
    ...options,
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

/** What is measured: each contender with its processes, the first to compare with. */
interface Row {
  contenders: Record<string, readonly BenchServer[]>;
  /** A path, and its load, for a contender of this number. */
  loadOf: (i: number) => [string, WrkOptions];
}

interface Drawn {
  rate: number;
  microsEach: number;
  p99Ms: number;
}

/** Loads the processes that listen on one port. */
async function drawn(
  processes: readonly BenchServer[],
  forSeconds: number,
  path: string,
  options: WrkOptions,
): Promise<Drawn> {
  const before = await secondsOf(processes);
  const { rate, requests, p99Ms } = await load(
    processes[0].url + path,
    forSeconds,
    { ...options, isOnAllCores: true },
  );
  const spent = await secondsOf(processes) - before;
  return { rate, p99Ms, microsEach: spent / requests * 1e6 };
}

async function secondsOf(processes: readonly BenchServer[]): Promise<number> {
  const seconds = processes.map(({ pid }) => processorSeconds(pid));
  return (await Promise.all(seconds)).reduce((sum, each) => sum + each, 0);
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
  const one = await start(1, names.port, { dataDir: dirs[0] });
  const two = await start(2, names.port, { dataDir: dirs[1] });
  const onePort = { script: "tests/bench/shared_port.ts", port: freePort() };
  const processes = [
    await start(1, names.port, onePort),
    await start(1, names.port, onePort),
  ];
  const rawOne = await startRaw(1, names.port);
  const rawTwo = await startRaw(2, names.port);
  const echoip = await startEchoip(navigator.hardwareConcurrency);
  if (echoip) await unpin(echoip);
  const hasPage = Deno.env.get("ECHOIP_HTML") !== undefined;
  const v2 = (connections: number): Row => ({
    contenders: { "1": [one], "2": [two] },
    loadOf: (i) => ["api/v2/ip/8.8.8.8", {
      connections,
      headers: { authorization: `Bearer ${tokens[i]}` },
    }],
  });
  const ours = { "1": [one], "2": [two], processes };
  const andEchoip = { ...ours, ...echoip && { echoip: [echoip] } };
  const rows: Record<string, Row> = {
    "text": {
      contenders: andEchoip,
      loadOf: () => ["", { headers: COMMAND_LINE }],
    },
    "raw handler with a PTR query": {
      contenders: { "1": [rawOne], "2": [rawTwo] },
      loadOf: () => ["", fresh.askedAt("/")],
    },
    "V1, first": {
      contenders: ours,
      loadOf: () => ["", fresh.askedAt("/api/v1/ip/")],
    },
    "V1, known": { contenders: ours, loadOf: () => ["api/v1/ip/8.8.8.8", {}] },
    "home, first": {
      contenders: hasPage ? andEchoip : ours,
      loadOf: () => ["", fresh.askedBy(html)],
    },
    "V2, one token": v2(64),
    "V2, one token, 256 connections": v2(256),
  };
  const table: Record<string, Record<string, number>> = {};
  for (const [name, { contenders, loadOf }] of Object.entries(rows)) {
    const entries = Object.entries(contenders);
    for (const [i, [, processes]] of entries.entries()) {
      await drawn(processes, WARM_SECONDS, ...loadOf(i));
    }
    const rounds = entries.map((): Drawn[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [i, [, processes]] of entries.entries()) {
        rounds[i].push(await drawn(processes, seconds, ...loadOf(i)));
      }
    }
    const medianOf = (i: number, figure: keyof Drawn) =>
      median(rounds[i].map((each) => each[figure]));
    const row: Record<string, number> = table[name] = {};
    for (const [i, [contender]] of entries.entries()) {
      const rate = medianOf(i, "rate");
      row[`${contender}: /s`] = Math.round(rate);
      if (i > 0) {
        row[`${contender}: ratio`] = Number(
          (rate / medianOf(0, "rate")).toFixed(2),
        );
      }
      row[`${contender}: µs`] = Number(medianOf(i, "microsEach").toFixed(1));
      row[`${contender}: p99 ms`] = Math.round(medianOf(i, "p99Ms"));
    }
    console.error(`measured: ${name}`);
  }
  console.table(table);
  const all = [one, two, ...processes, rawOne, rawTwo];
  if (echoip) all.push(echoip);
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
