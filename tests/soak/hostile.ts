/**
 * Measures the effect of an attack on others: for each shared pool, the response
 * times of other clients without an attack, and while one client (for passwords:
 * 24) sends as many requests as it can.
 *
 *     DENO_NO_UPDATE_CHECK=1 deno run -A -q tests/soak/hostile.ts [--requests 200]
 *         [--rounds 1] [--only names] [--json]
 *
 * Each round measures without the attack and then during it, so that a drift of the
 * machine affects both alike; the figures are medians of the rounds'. `--only`
 * measures the scenarios whose name begins so; `--json` writes a line of JSON for
 * each, for the bench. The attack is a process of its own, which runs this script
 * with `--attack`. It shares this machine with name server and service, so that its
 * processors are part of what is measured: run it on a quiet one. All stays on
 * loopback. Exits with 1 where a request of the others was refused.
 */
import { parseArgs } from "node:util";
import { median, quantile } from "../bench/figures.ts";
import { loadText } from "../bench/machine.ts";
import type { AppProcess } from "../support/app_process.ts";
import { attack, get, signIn, withApp } from "../support/hostile.ts";

interface Scenario {
  readonly name: string;
  readonly env?: Record<string, string>;
  /** Time between the starts of two requests. */
  readonly everyMs: number;
  readonly requests: number;
  /** The n-th request of the others; throws if it was not served. */
  readonly ask: (app: AppProcess, n: number) => Promise<void>;
  readonly attack: (app: Pick<AppProcess, "origin">) => AsyncDisposable;
}

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "200" },
    rounds: { type: "string", default: "1" },
    attack: { type: "string" },
    only: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  },
});
const requests = Number(values.requests);
const rounds = Number(values.rounds);

const right = { email: "admin@example.com", password: "correct horse" };
/** Always new, so that nothing is cached. */
let serial = 0;
const clientOf = (n: number) => `192.0.2.${n % 200 + 1}`;

async function json(response: Response) {
  const body = await response.json();
  if (response.status !== 200) throw new Error(`status ${response.status}`);
  return body;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: "names: 400 connections ask for names of a silent server",
    everyMs: 15,
    requests,
    async ask(app, n) {
      const path = `/api/v1/domain/${serial++}.good.test`;
      await json(await get(app, path, clientOf(n)));
    },
    attack: (app) => attack(app, 400, (n) => `/api/v1/domain/${n}.silent.test`),
  },
  {
    name: "reverse names: 400 connections ask for a silent zone",
    everyMs: 25,
    requests: Math.min(requests, 120),
    async ask(app, n) {
      const path = `/api/v1/ip/8.8.8.${serial++ % 256}`;
      const { hostname } = await json(await get(app, path, clientOf(n)));
      if (hostname === null) throw new Error("no host name");
    },
    attack: (app) =>
      attack(app, 400, (n) => `/api/v1/ip/9.9.${(n >> 8) & 255}.${n & 255}`),
  },
  {
    name: "scans: 6 connections scan silent networks",
    env: { RATE_LIMIT_SCAN: "0" },
    everyMs: 100,
    requests: Math.min(requests, 100),
    async ask(app, n) {
      const path = `/lookup/8.8.8.${serial++ * 8 % 256}/29?output=json`;
      await json(await get(app, path, clientOf(n)));
    },
    attack: (app) =>
      attack(app, 6, (n) => `/lookup/9.9.${n * 4 % 256}.0/22?output=json`),
  },
  {
    name: "batches: 400 connections send 100 silent names each",
    env: { RATE_LIMIT_BATCH: "0" },
    everyMs: 25,
    requests,
    async ask(app, n) {
      const path = `/api/v1/domain/${serial++}.good.test`;
      await json(await get(app, path, clientOf(n)));
    },
    attack: (app) =>
      attack(app, 400, () => "/api/v1/batch", undefined, (n) => ({
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({
          targets: Array.from(
            { length: 100 },
            (_, i) => `${n}-${i}.silent.test`,
          ),
        }),
      })),
  },
  passwordScenario({
    name: "passwords: 24 addresses try wrong ones, a new browser a right one",
    isKnown: false,
  }),
  passwordScenario({
    name: "passwords: the same, but the account knows the browser",
    isKnown: true,
  }),
];

/** A correct password while 24 addresses try wrong ones. */
function passwordScenario(
  { name, isKnown }: { name: string; isKnown: boolean },
): Scenario {
  let cookie: string | undefined;
  return {
    name,
    env: {
      RATE_LIMIT_AUTH: "0",
      ADMIN_EMAIL: right.email,
      ADMIN_PASSWORD: right.password,
    },
    everyMs: 500,
    requests: Math.min(requests, 20),
    async ask(app, n) {
      const response = await signIn(app, clientOf(n), right, { cookie });
      await response.body?.cancel();
      if (response.status !== 303) {
        throw new Error(`status ${response.status}`);
      }
      if (isKnown) {
        cookie = response.headers.getSetCookie()
          .find((line) => line.includes("porthole_device"))?.split(";")[0];
      }
    },
    attack: (app) =>
      attack(
        app,
        24,
        () => "/sign-in",
        (n) => `198.51.100.${n % 24}`,
        (n) => ({
          method: "POST",
          headers: { origin: app.origin, accept: "text/html" },
          body: new URLSearchParams({
            email: `m${n % 24}@example.com`,
            password: "not it, no",
          }),
        }),
      ),
  };
}

/** Milliseconds of each request that was served, sorted; and how many were not. */
async function measured(app: AppProcess, { ask, everyMs, requests }: Scenario) {
  const times: number[] = [];
  const refusals: string[] = [];
  const sent: Promise<void>[] = [];
  for (let n = 0; n < requests; n++) {
    sent.push((async () => {
      const startedAt = performance.now();
      try {
        await ask(app, n);
        times.push(performance.now() - startedAt);
      } catch (error) {
        refusals.push(error instanceof Error ? error.message : String(error));
      }
    })());
    await new Promise((resolve) => setTimeout(resolve, everyMs));
  }
  await Promise.all(sent);
  return { times: times.sort((a, b) => a - b), refusals };
}

/** A scenario's line with `--json`. */
export interface HostileReport {
  name: string;
  quietP99Ms: number;
  hostileP99Ms: number;
  refused: number;
  requestCount: number;
}

/** What lingers of an attack at the server: lookups that still wait. */
const SETTLE_MS = 2_000;
/** Until the attack's process has started, and all its connections are open. */
const ATTACK_START_MS = 2_000;
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Runs the attack of a scenario until it is disposed of. */
function startAttack({ name }: Scenario, { origin }: AppProcess) {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      ...["run", "-A", "-q", import.meta.filename!],
      ...["--only", name, "--attack", origin],
    ],
  }).spawn();
  return {
    async [Symbol.asyncDispose]() {
      child.kill();
      await child.status;
      await pause(SETTLE_MS);
    },
  };
}

const wanted = SCENARIOS.filter(({ name }) => name.startsWith(values.only));
if (values.attack !== undefined) {
  wanted[0].attack({ origin: values.attack });
  // Until it is killed.
  await new Promise(() => {});
}

let hasRefusals = false;
if (!values.json) console.log(`load of the machine: ${loadText()}`);
for (const scenario of wanted) {
  await withApp(async (app) => {
    const figures = { p50: [] as number[], p99: [] as number[] };
    const under = { p50: [] as number[], p99: [] as number[] };
    const refusals: string[] = [];
    const measure = async (into: typeof figures) => {
      const { times, refusals: refused } = await measured(app, scenario);
      into.p50.push(quantile(times, 0.5));
      into.p99.push(quantile(times, 0.99));
      refusals.push(...refused);
    };
    // Loads everything that is loaded at first use.
    await measured(app, { ...scenario, requests: 50 });
    for (let round = 0; round < rounds; round++) {
      await measure(figures);
      await using _attack = startAttack(scenario, app);
      await pause(ATTACK_START_MS);
      await measure(under);
    }
    hasRefusals ||= refusals.length > 0;
    const requestCount = 2 * rounds * scenario.requests;
    const [quietP99Ms, hostileP99Ms] = [figures.p99, under.p99].map(median);
    if (values.json) {
      const report: HostileReport = {
        name: scenario.name,
        quietP99Ms,
        hostileP99Ms,
        refused: refusals.length,
        requestCount,
      };
      console.log(JSON.stringify(report));
      return;
    }
    console.log(scenario.name);
    console.log(
      `  p50 ${ms(median(figures.p50))} -> ${ms(median(under.p50))}, ` +
        `p99 ${ms(quietP99Ms)} -> ${ms(hostileP99Ms)} ` +
        `(${(hostileP99Ms / quietP99Ms).toFixed(1)} times); ` +
        `served ${requestCount - refusals.length} of ${requestCount}` +
        (refusals.length > 0 ? `; ${[...new Set(refusals)].join(", ")}` : ""),
    );
  }, scenario.env);
}
Deno.exit(hasRefusals ? 1 : 0);

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
