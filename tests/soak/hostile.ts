/**
 * Measures the effect of an attack on others: for each shared pool, the response
 * times of other clients without an attack, and while one client (for passwords:
 * 24) sends as many requests as it can.
 *
 *     DENO_NO_UPDATE_CHECK=1 deno run -A -q tests/soak/hostile.ts [--requests 200]
 *         [--only names] [--json]
 *
 * `--only` measures the scenarios whose name begins so; `--json` writes a line of
 * JSON for each, for the bench. Attack, name server and service share this machine,
 * so that its processors are part of what is measured: run it on a quiet one. All
 * stays on loopback. Exits with 1 where a request of the others was refused.
 */
import { parseArgs } from "node:util";
import { quantile } from "../bench/figures.ts";
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
  readonly attack: (app: AppProcess) => AsyncDisposable;
}

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "200" },
    only: { type: "string", default: "" },
    json: { type: "boolean", default: false },
  },
});
const requests = Number(values.requests);

const right = { email: "admin@example.com", password: "correct horse" };
/** Always new, so that nothing is cached. */
let serial = 0;
const clientOf = (n: number) => `192.0.2.${n % 200 + 1}`;

async function json(answer: Response) {
  const body = await answer.json();
  if (answer.status !== 200) throw new Error(`status ${answer.status}`);
  return body;
}

const SCENARIOS: readonly Scenario[] = [
  {
    name: "names: 400 connections ask for names of a silent server",
    everyMs: 25,
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
  const asked: Promise<void>[] = [];
  for (let n = 0; n < requests; n++) {
    asked.push((async () => {
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
  await Promise.all(asked);
  return { times: times.sort((a, b) => a - b), refusals };
}

/** A scenario's line with `--json`. */
export interface HostileReport {
  name: string;
  quietP99Ms: number;
  hostileP99Ms: number;
  refused: number;
  asked: number;
}

let hasRefusals = false;
if (!values.json) console.log(`load of the machine: ${loadText()}`);
const wanted = SCENARIOS.filter(({ name }) => name.startsWith(values.only));
for (const scenario of wanted) {
  await withApp(async (app) => {
    // Loads everything that is loaded at first use.
    await measured(app, { ...scenario, requests: 10 });
    const quiet = await measured(app, scenario);
    await using _attack = scenario.attack(app);
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const hostile = await measured(app, scenario);
    const p99 = quantile(quiet.times, 0.99);
    const under = quantile(hostile.times, 0.99);
    const refused = [...quiet.refusals, ...hostile.refusals];
    hasRefusals ||= refused.length > 0;
    if (values.json) {
      const report: HostileReport = {
        name: scenario.name,
        quietP99Ms: p99,
        hostileP99Ms: under,
        refused: refused.length,
        asked: 2 * scenario.requests,
      };
      console.log(JSON.stringify(report));
      return;
    }
    console.log(scenario.name);
    console.log(
      `  p50 ${ms(quantile(quiet.times, 0.5))} -> ` +
        `${ms(quantile(hostile.times, 0.5))}, ` +
        `p99 ${ms(p99)} -> ${ms(under)} (${(under / p99).toFixed(1)} times); ` +
        `served ${hostile.times.length} of ${scenario.requests}` +
        (refused.length > 0 ? `; ${[...new Set(refused)].join(", ")}` : ""),
    );
  }, scenario.env);
}
Deno.exit(hasRefusals ? 1 : 0);

function ms(value: number): string {
  return `${value.toFixed(0)} ms`;
}
