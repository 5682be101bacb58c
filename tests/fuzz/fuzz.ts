/**
 * Sends malformed requests to a real service, and looks for a 5xx:
 *
 *     unshare -rn sh -c 'ip link set lo up && deno task fuzz [--requests 20000] [--seed 1]'
 *
 * It forges client addresses, which the service sends to, so it runs only where
 * there is no interface but lo. A fault is a 5xx other than a 503 with Retry-After,
 * a whole request without a response, `/healthz` or `/readyz` that is not ok, and a
 * main thread that works for longer than `--stall` ms while `/healthz` waits. Exits
 * with 1 where there is one. `--first N` begins at another request of the same
 * seed, to ask one of them again.
 */
import { parseArgs } from "node:util";
import { quantile } from "../bench/figures.ts";
import { startApp } from "../support/app_process.ts";
import { storeFolder, tokenOf } from "../support/store_folder.ts";
import {
  type Behaviour,
  endlessWaits,
  type Reply,
  upstream,
  useless,
} from "../support/upstream.ts";
import { Choice } from "./choice.ts";
import { reasonNotToRun } from "./loopback_only.ts";
import { startFuzzNameServer } from "./name_server.ts";
import { Probes } from "./probes.ts";
import { exchangeRaw } from "./raw_http.ts";
import { type FuzzRequest, fuzzRequest, type Knowledge } from "./requests.ts";
import { fuzzRoutes } from "./routes.ts";
import { Tally } from "./tally.ts";
import { fieldsSeen, signIn } from "./visitor.ts";

const CONCURRENCY = 24;
/** Longer than the longest limit of the service, a scan's. */
const ANSWER_MS = 90_000;
/** An incomplete request may get no response. */
const HALF_REQUEST_MS = 3_000;
/** Requests after which the fuzz signs in again, because its requests end sessions. */
const SIGN_IN_EVERY = 200;
/** Addresses of the service. With one, the client's ports would run out. */
const SERVICE_ADDRESSES = 200;
const MAX_SHOWN = 30;
const ADMIN = "admin@example.net";
const MEMBER = "member@example.net";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "20000" },
    seed: { type: "string", default: "1" },
    first: { type: "string", default: "0" },
    stall: { type: "string", default: "200" },
  },
});
const [requests, seed, first, stallMs] = [
  values.requests,
  values.seed,
  values.first,
  values.stall,
].map(Number);
const reason = ![requests, seed, first, stallMs].every(Number.isSafeInteger)
  ? "--requests, --seed, --first and --stall are whole numbers"
  : reasonNotToRun();
if (reason) {
  console.error(`fuzz: ${reason}`);
  Deno.exit(2);
}

const say = (text: string) => console.log(text);
await using folder = storeFolder();
using names = await startFuzzNameServer();
await using geo = upstream({ body: { status: "fail" } });
const store = { DATA_DIR: folder.dataDir };
const token = await tokenOf(MEMBER, store, { quota: 1_000_000 });
await tokenOf(ADMIN, store, { isAdmin: true });
await using app = await startApp({
  ...store,
  HOST: "0.0.0.0",
  DNS_SERVERS: `127.0.0.1:${names.port}`,
  TRUSTED_PROXIES: "127.0.0.0/8",
  // The fuzz signs in again and again.
  RATE_LIMIT_AUTH: "5000",
  API_URL: "http://api.fuzz.example",
  V4_URL: "http://v4.fuzz.example",
  V6_URL: "http://v6.fuzz.example",
  METRICS_ALLOW: "198.51.100.7",
  FREE_GEO_URL: geo.url.href,
  RDAP: "on",
  RDAP_BOOTSTRAP_URL: geo.url.href,
  DNS_PROBE_ZONE: "probe.fuzz.example",
  DNS_PROBE_PORT: "5300",
  DNS_PROBE_ADDRESSES: "192.0.2.1",
  ANALYTICS_URL: geo.url.href,
  ANALYTICS_WEBSITE_ID: "0b6a2d3c-6c34-4a2c-9a51-4a0d1cf2d7e1",
  ANALYTICS_API_KEY: "key",
});
const { origin, port } = app;
const known = await knowledge();
const tally = new Tally();
const asking = new Map<number, FuzzRequest>();
/** The last ones that were answered: the cause of a stall may be among them. */
const ended: FuzzRequest[] = [];
const stalls: string[] = [];
const probes = new Probes({ origin, pid: app.child.pid, stallMs }, onStall);
const startMs = performance.now();
await Promise.all(Array.from({ length: CONCURRENCY }, askInTurn(first)));
const seconds = (performance.now() - startMs) / 1_000;
const { lagsMs, busyMs, notReady } = await probes.stop();
report();

async function knowledge(): Promise<Knowledge> {
  const cookies = await sessions();
  if (cookies.length < 2) throw new Error("nobody could sign in");
  return {
    routes: fuzzRoutes(),
    hosts: ["127.0.0.1", "fuzz.example", "api.fuzz.example", "v4.fuzz.example"],
    cookies,
    tokens: [token, token, token, `${token}x`],
    fields: await fieldsSeen(origin, cookies[0]),
  };
}

async function sessions(): Promise<string[]> {
  const cookies = [await signIn(origin, ADMIN), await signIn(origin, MEMBER)];
  return cookies.filter((cookie) => cookie !== null);
}

/** Creates workers that share the numbers from the first one on. */
function askInTurn(from: number): () => Promise<void> {
  let next = from;
  let cookies = known.cookies;
  return async () => {
    while (next < from + requests) {
      const number = next++;
      if (number % SIGN_IN_EVERY === SIGN_IN_EVERY - 1) {
        const fresh = await sessions();
        if (fresh.length > 0) cookies = fresh;
      }
      await ask(number, { ...known, cookies });
    }
  };
}

async function ask(number: number, known: Knowledge) {
  const choice = new Choice(seed, number);
  if (choice.chance(0.05)) geo.reply = geoReply(choice);
  const request = fuzzRequest(choice, known);
  const hostname = `127.0.0.${1 + number % SERVICE_ADDRESSES}`;
  asking.set(number, request);
  try {
    const limitMs = request.isWhole ? ANSWER_MS : HALF_REQUEST_MS;
    const response = await exchangeRaw(
      { hostname, port },
      request.text,
      limitMs,
    );
    tally.add(number, request, response);
  } catch (error) {
    if (request.isWhole) tally.fault(number, request, String(error));
    else tally.add(number, request, { status: null, head: "" });
  } finally {
    asking.delete(number);
    ended.push(request);
    if (ended.length > CONCURRENCY) ended.shift();
  }
}

function geoReply(choice: Choice): Reply | Behaviour {
  const body = { status: "success", country: "X", city: choice.octets(9) };
  return choice.of([
    { body },
    { body },
    { status: 500, body: "" },
    useless["garbage for a response"],
    useless["half a response"],
    useless["300 kB"],
    endlessWaits["no response"],
  ]);
}

function onStall(heldMs: number) {
  const during = [...ended, ...asking.values()]
    .map(({ text }) => JSON.stringify(text.slice(0, 160)));
  stalls.push(`${heldMs.toFixed(0)} ms, beside\n  ${during.join("\n  ")}`);
}

function report() {
  for (const line of tally.lines()) say(line);
  say(`seed ${seed}, requests ${first} to ${first + requests - 1}`);
  say(
    `${requests} in ${seconds.toFixed(0)} s: ${JSON.stringify(tally.totals)}`,
  );
  say(`503 with Retry-After: ${tally.heldOff}`);
  say(`${lagsMs.length} probes, of 50 %, of 99 % and of all within:`);
  say(`  /healthz ${spread(lagsMs)} ms`);
  say(`  of which the main thread was busy ${spread(busyMs)} ms`);
  const errors = app.log().split("\n").filter((line) => / error /.test(line));
  show("errors in the log", errors);
  show("faults", tally.faults);
  show("stalls", stalls);
  show("not ready", notReady);
  const isWell = tally.faults.length + stalls.length + notReady.length === 0;
  Deno.exitCode = isWell ? 0 : 1;
}

function spread(values: readonly number[]): string {
  const sorted = values.toSorted((a, b) => a - b);
  return [0.5, 0.99, 1].map((share) => quantile(sorted, share).toFixed(1))
    .join(", ");
}

function show(what: string, lines: readonly string[]) {
  say(`${what}: ${lines.length}`);
  for (const line of lines.slice(0, MAX_SHOWN)) say(`  ${line}`);
}
