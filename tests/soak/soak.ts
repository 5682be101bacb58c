/**
 * Sends requests to every endpoint of a real service, for as long as you like, and
 * kills it from time to time:
 *
 *     deno task soak [--seconds 3600] [--rate 100]
 *
 * With `THREADS=2` in its environment, or more, the service has as many threads, and
 * single ones are killed, too.
 *
 * A fault is a response of the wrong status (a 5xx above all), a quota that gives
 * out more than it has or loses a charge, a request counter that a kill sets back
 * by more than its last second, memory that grows once it has warmed up, and a line
 * in the log at the level of an error. Exits with 1 where there is one.
 */
import { parseArgs } from "node:util";
import { seededRandom } from "../bench/host_names.ts";
import { median } from "../bench/figures.ts";
import { startNameServer } from "../bench/name_server.ts";
import { storeFolder, tokenOf } from "../support/store_folder.ts";
import { COUNTED_LIMIT, CounterWatch } from "./counter_watch.ts";
import { flood } from "./flood.ts";
import { SoakLoad } from "./load.ts";
import { QuotaWatch } from "./quota_watch.ts";
import { SoakService } from "./service.ts";
import { Sockets } from "./sockets.ts";

/** More than any table of the service holds. */
const FLOOD_CLIENTS = 120_000;
const IDLE_CONNECTIONS = 10_000;
const LARGE_QUOTA = 1_000_000_000;
/** What memory may come to after its warm-up, which ends half way to the first kill. */
const MAX_GROWTH = 1.15;
/** Duration of a kill with the restart and both counts. */
const KILL_SECONDS = 10;
const MAX_KILLS = 20;

const { values } = parseArgs({
  options: {
    seconds: { type: "string", default: "3600" },
    rate: { type: "string", default: "100" },
  },
});
const seconds = Number(values.seconds);
const rate = Number(values.rate);
const threads = Number(Deno.env.get("THREADS") ?? 1);
if (!(seconds >= 30) || !(rate > 0) || !(threads >= 1)) {
  console.error(
    "soak: --seconds is at least 30, --rate more than 0, THREADS a number",
  );
  Deno.exit(2);
}

const startMs = performance.now();
const elapsed = () => (performance.now() - startMs) / 1_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const say = (text: string) =>
  console.log(`${elapsed().toFixed(0).padStart(5)} s  ${text}`);
const faults: string[] = [];
const fault = (text: string) => {
  faults.push(text);
  say(`FAULT: ${text}`);
};

await using folder = storeFolder();
await using names = await startNameServer();
const smallQuota = Math.ceil(seconds * 5);
const store = { DATA_DIR: folder.dataDir };
const small = await tokenOf("small@example.net", store, { quota: smallQuota });
const large = await tokenOf("large@example.net", store, { quota: LARGE_QUOTA });
const service = new SoakService({
  ...store,
  DNS_SERVERS: `127.0.0.1:${names.port}`,
  LOOKUP_PRIVATE: "on",
  TRUSTED_PROXIES: "127.0.0.0/8",
  RATE_LIMIT_JSONIP: String(COUNTED_LIMIT),
}, threads);
await service.start();
say(`${threads} threads`);
const load = new SoakLoad({
  service,
  random: seededRandom(7),
  perSecond: rate,
});
const smallWatch = new QuotaWatch(service, small);
const largeWatch = new QuotaWatch(service, large);

await fillTables();
load.start();
smallWatch.start(4, 100);
largeWatch.start(4, 100);
await watchMemory(seconds * 0.55);
await killAgainAndAgain(seconds * 0.9);
await holdIdleConnections();
while (elapsed() < seconds) await pause(250);
await load.stop();
await smallWatch.stop();
await largeWatch.stop();
await checkQuotas();
await service.stop("SIGTERM");
report();
Deno.exitCode = faults.length > 0 ? 1 : 0;

async function fillTables() {
  const limit = AbortSignal.timeout(seconds * 150);
  const { sent, statuses } = await flood(service.port, FLOOD_CLIENTS, limit);
  say(`a flood of ${sent} distinct IPv6 /64s: ${await memoryText()}`);
  const odd = [...statuses].filter((status) => status !== 200);
  if (odd.length > 0) fault(`the flood was answered with ${odd}`);
}

async function watchMemory(until: number) {
  const from = elapsed();
  const warm: number[] = [];
  const later: number[] = [];
  while (elapsed() < until) {
    await pause(500);
    const isWarmingUp = elapsed() < (from + until) / 2;
    (isWarmingUp ? warm : later).push(await service.residentMb());
  }
  // Garbage collection makes single samples vary: compare the maximum of the first
  // with the median of the second.
  if (later.length === 0) return say("memory: no time left to watch it");
  const [before, after] = [Math.max(...warm), median(later)];
  say(`memory: ${before.toFixed(0)} MB, then ${after.toFixed(0)} MB`);
  if (after > before * MAX_GROWTH) {
    fault(`memory grew from ${before.toFixed(0)} to ${after.toFixed(0)} MB`);
  }
}

async function killAgainAndAgain(until: number) {
  const room = until - elapsed();
  const kills = Math.max(
    1,
    Math.min(MAX_KILLS, Math.floor(room / KILL_SECONDS)),
  );
  for (let kill = 1; kill <= kills; kill++) {
    const counter = new CounterWatch(service, `203.0.113.${kill}`);
    await counter.ask();
    // The process ends while charges are in progress.
    const { served } = largeWatch;
    const cutOff = largeWatch.burst(400);
    for (let i = 0; i < 500 && largeWatch.served < served + 50; i++) {
      await pause(1);
    }
    const killedAtMs = performance.now();
    await service.stop("SIGKILL");
    await service.start();
    await cutOff;
    const wrong = await counter.check(killedAtMs);
    if (wrong) fault(`after kill ${kill}: ${wrong}`);
    if (wrong === undefined) say(`kill ${kill} took too long to check counts`);
    if (threads > 1) await service.killThread();
    const next = until - room * (1 - kill / kills);
    while (elapsed() < next) await pause(250);
  }
  say(
    `killed and started again ${kills} times${
      threads > 1 ? `, and a single thread as often` : ""
    }`,
  );
}

async function holdIdleConnections() {
  const before = await service.residentMb();
  using idle = await Sockets.connect(service.port, IDLE_CONNECTIONS);
  const response = await fetch(`${service.origin}/`);
  const text = await response.text();
  if (text !== "127.0.0.1\n") fault(`beside idle connections: ${text}`);
  const each = (await service.residentMb() - before) / idle.count * 1_000;
  say(`${idle.count} idle connections: ${each.toFixed(1)} kB each`);
}

async function checkQuotas() {
  const smallLeft = await smallWatch.remaining();
  if (smallWatch.served > smallQuota) {
    fault(`a quota of ${smallQuota} was served ${smallWatch.served} times`);
  }
  if (smallLeft === 0 && smallWatch.served + smallWatch.lost < smallQuota) {
    fault(`a quota of ${smallQuota} ended after ${smallWatch.served}`);
  }
  say(
    `a quota of ${smallQuota}: ${smallWatch.served} served, ` +
      `${smallWatch.refused} refused, ${smallLeft} left`,
  );
  const used = LARGE_QUOTA - await largeWatch.remaining();
  const { served, lost } = largeWatch;
  if (used < served || used > served + lost) {
    fault(`${served} were served and ${lost} cut off, ${used} were charged`);
  }
  say(
    `a quota without end: ${served} served, ${lost} cut off, ${used} charged`,
  );
}

async function memoryText(): Promise<string> {
  return `${(await service.residentMb()).toFixed(0)} MB`;
}

function report() {
  const { statuses, byThread, lost } = load;
  const requestCount = Object.values(statuses).reduce(
    (sum, count) => sum + count,
    0,
  );
  say(
    `${requestCount} requests, ${lost} cut off; by status ${
      JSON.stringify(statuses)
    }`,
  );
  if (threads > 1) say(`by thread ${JSON.stringify(byThread)}`);
  if (Object.keys(byThread).length < threads && threads > 1) {
    fault("not all threads have served requests");
  }
  const wrong = [...load.faults, ...smallWatch.faults, ...largeWatch.faults];
  for (const text of [...wrong, ...service.errors]) fault(text);
  say(faults.length > 0 ? `${faults.length} faults` : "no fault");
}
