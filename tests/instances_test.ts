/** What processes on one store owe each other. */
import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { retryLocked } from "../lib/store/store.ts";
import { withAccessToken } from "./support/access_token.ts";
import { assertStoreUnavailable } from "./support/responses.ts";
import { type AppProcess, run, startApp } from "./support/app_process.ts";
import { KvConnectServer } from "./support/kv_connect.ts";
import { sentFields } from "./support/forms.ts";
import { PASSWORD } from "./support/members.ts";
import { storeFolder, tokenOf } from "./support/store_folder.ts";
import { until } from "./support/until.ts";

const QUOTA = 300;

/** Three processes on one store, and clients that leave none of them in peace. */
async function startThree(dataDir: string) {
  const env = {
    DATA_DIR: dataDir,
    TRUSTED_PROXIES: "127.0.0.1",
    RATE_LIMIT_JSONIP: "90",
    RATE_LIMIT_BATCH: "0",
    RATE_LIMIT_TEXT: "0",
    RATE_LIMIT_GEOIP: "0",
    RATE_LIMIT_LOOKUP: "0",
    RATE_LIMIT_PAGES: "0",
  };
  const servers = await Promise.all(
    Array.from({ length: 3 }, () => startApp(env)),
  );
  let isLoaded = true;
  const noise = servers.map(async (server, number) => {
    for (let i = 0; isLoaded; i++) {
      const client = `198.51.${number}.${i & 255}`;
      await statusOf(server, client, "/api/v1/ip/8.8.8.8");
      await pause(10);
    }
  });
  return {
    servers,
    async [Symbol.asyncDispose]() {
      isLoaded = false;
      await Promise.all(noise);
      await Promise.all(servers.map((app) => app[Symbol.asyncDispose]()));
    },
  };
}

async function statusOf(
  { origin }: AppProcess,
  client: string,
  path: string,
): Promise<number> {
  const response = await fetch(origin + path, {
    headers: { "x-forwarded-for": client, accept: "text/plain" },
  });
  await response.body?.cancel();
  return response.status;
}

/** Asks V2 for so many records at once, alone or as a batch. */
function askV2({ origin }: AppProcess, token: string, size: number) {
  const headers = { authorization: `Bearer ${token}` };
  if (size === 1) return fetch(`${origin}/api/v2/ip/8.8.8.8`, { headers });
  return fetch(`${origin}/api/v2/batch`, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify({ targets: Array(size).fill("8.8.8.8") }),
  });
}

/** Asks V2 for records of these numbers at once, in turn of the servers. */
async function outcomesOf(
  servers: readonly AppProcess[],
  token: string,
  sizes: readonly number[],
): Promise<
  { status: number; size: number; remaining: number; isRepeated: boolean }[]
> {
  return await Promise.all(
    sizes.map(async (size, i) => {
      let isRepeated = false;
      const ask = async () => {
        const response = await askV2(servers[i % servers.length], token, size);
        await response.body?.cancel();
        return response;
      };
      let response = await ask();
      // If a busy machine locks the store for too long, nothing is charged.
      while (response.status === 503) {
        isRepeated = true;
        response = await ask();
      }
      return {
        status: response.status,
        size,
        isRepeated,
        remaining: Number(response.headers.get("x-ratelimit-remaining")),
      };
    }),
  );
}

Deno.test("serve - three busy processes on one store", async (t) => {
  await using folder = storeFolder();
  const email = "root@example.net";
  const token = await tokenOf(email, { DATA_DIR: folder.dataDir }, {
    isAdmin: true,
    quota: QUOTA,
  });
  await using instances = await startThree(folder.dataDir);
  const { servers } = instances;
  const [first, ...others] = servers;
  /** The noise goes on from one step to the next. */
  const step = (name: string, fn: () => Promise<void>) =>
    t.step({ name, fn, sanitizeOps: false, sanitizeResources: false });

  await step("serve a quota exactly once", async () => {
    const sizes = Array.from({ length: 600 }, (_, i) => i % 4 === 0 ? 5 : 1);
    const outcomes = await outcomesOf(servers, token, sizes);
    const served = outcomes.filter(({ status }) => status === 200);
    const refused = outcomes.filter(({ status }) => status === 429);
    assert.equal(served.length + refused.length, sizes.length);
    if (outcomes.some(({ isRepeated }) => isRepeated)) {
      // What a 503 refunds is served later, with a remainder seen before.
      let total = served.reduce((sum, { size }) => sum + size, 0);
      await until(async () => {
        const [{ status }] = await outcomesOf(servers, token, [1]);
        if (status === 200) total++;
        assert(total <= QUOTA, `${total} were served`);
        return total === QUOTA && status === 429;
      });
      return;
    }
    // Each unit was given out once, the last ones by single requests.
    assert.deepEqual(
      served.flatMap(({ remaining, size }) =>
        Array.from({ length: size }, (_, i) => remaining + i)
      ).sort((a, b) => a - b),
      Array.from({ length: QUOTA }, (_, i) => i),
    );
  });

  await step("lose no request they counted, and refuse together", async () => {
    const client = "203.0.113.5";
    const ask = (server: AppProcess) => statusOf(server, client, "/api/jsonip");
    const statuses = await Promise.all(
      Array.from({ length: 60 }, (_, i) => ask(servers[i % 3])),
    );
    assert.deepEqual(statuses, Array(60).fill(200));

    using kv = await retryLocked(() => Deno.openKv(folder.file));
    const key = ["limits", "counter", "jsonip", client];
    const count = async () =>
      (await retryLocked(() => kv.get<{ count: number }>(key))).value?.count;
    await until(async () => await count() === 60);

    for (const server of servers) {
      await until(async () => await ask(server) === 429);
    }
    await until(async () => (await count() ?? 0) >= 90);
    // Had each counted alone, all three limits would have been used up.
    const counted = await count() ?? 0;
    assert(counted < 3 * 90, `${counted} were served`);
  });

  const pageFrom = async (
    { origin }: AppProcess,
    path: string,
    cookie = "",
    body?: URLSearchParams,
  ) => {
    const ask = () =>
      fetch(origin + path, {
        method: body ? "POST" : "GET",
        headers: { cookie, accept: "text/html", "x-forwarded-for": "8.8.8.8" },
        body,
        redirect: "manual",
      });
    let response = await ask();
    // A busy machine can lock the store for too long.
    while (response.status === 503) {
      await response.body?.cancel();
      response = await ask();
    }
    return { response, html: await response.text() };
  };
  const signIn = new URLSearchParams({ email, password: PASSWORD });
  const { response } = await pageFrom(first, "/sign-in", "", signIn);
  assert.equal(response.status, 303);
  const [cookie] = response.headers.getSetCookie()[0].split(";");

  await step("accept a session that began at one of them", async () => {
    for (const other of others) {
      const { response, html } = await pageFrom(other, "/admin", cookie);
      assert.equal(response.status, 200);
      assert.match(html, /<h1>Administration<\/h1>/);
    }
  });

  await step("hide what an administrator hides at one of them", async () => {
    const isShown = async (server: AppProcess) =>
      (await pageFrom(server, "/")).html.includes("Google LLC");
    for (const server of servers) assert.equal(await isShown(server), true);
    // Everything but the organization, for guests.
    const { html } = await pageFrom(first, "/admin/fields", cookie);
    const fields = sentFields(html);
    fields.set("action", "fields");
    const hidden = [...fields.keys()].filter((name) =>
      /guest/.test(name) && /organization|isp/.test(name)
    );
    assert.equal(hidden.length, 2, [...fields.keys()].join(" "));
    for (const name of hidden) fields.delete(name);
    const { response } = await pageFrom(first, "/admin/fields", cookie, fields);
    assert.equal(response.status, 303);
    assert.equal(await isShown(first), false);
    for (const other of others) await until(async () => !await isShown(other));
  });

  await step("apply bans and their lifting at one of them", async () => {
    const ban = new URLSearchParams({
      ...{
        action: "ban",
        cidr: "203.0.113.0/24",
        hours: "1",
        reason: "a test",
      },
    });
    const { response } = await pageFrom(first, "/admin/bans", cookie, ban);
    assert.equal(response.status, 303);
    const ask = (server: AppProcess) => statusOf(server, "203.0.113.9", "/");
    assert.equal(await ask(first), 403);
    for (const other of others) {
      await until(async () => await ask(other) === 403);
    }
    const lifted = await run(["ban", "lift", "203.0.113.0/24"], {
      DATA_DIR: folder.dataDir,
    });
    assert.equal(lifted.code, 0, lifted.err);
    for (const server of servers) {
      await until(async () => await ask(server) === 200);
    }
  });
});

async function remaining(
  { origin }: AppProcess,
  token: string,
): Promise<number> {
  // A malformed target costs nothing and tells how the token stands.
  const response = await fetch(`${origin}/api/v2/ip/nothing`, {
    headers: { "x-api-key": token },
  });
  assert.equal((await response.json()).error.code, "INVALID_TARGET");
  return Number(response.headers.get("x-ratelimit-remaining") ?? NaN);
}

/** Callers of V2 that ask one request after the other. */
class Callers {
  served = 0;
  /** Requests that were cut off: each may have been charged. */
  lost = 0;
  /** Requests answered with 503: each may have been charged until it is given back. */
  unavailable = 0;
  readonly #token: string;
  readonly #onServed: () => void;

  constructor(token: string, onServed: () => void = () => {}) {
    this.#token = token;
    this.#onServed = onServed;
  }

  /** Asks from so many callers until they are refused, or the server is gone. */
  async useUp(server: AppProcess, count: number): Promise<void> {
    await Promise.all(Array.from({ length: count }, async () => {
      while (await this.#isServed(server));
    }));
  }

  async #isServed(server: AppProcess): Promise<boolean> {
    let response: Response;
    try {
      response = await askV2(server, this.#token, 1);
      await response.body?.cancel();
    } catch {
      this.lost++;
      return false;
    }
    if (response.status === 429) return false;
    if (response.status === 503) this.unavailable++;
    else {
      assert.equal(response.status, 200);
      this.served++;
      this.#onServed();
    }
    return true;
  }
}

/** Callers that use up a quota at several servers, the last of which is killed meanwhile. */
async function useUpAndKill(
  servers: readonly AppProcess[],
  token: string,
): Promise<Callers> {
  const killed = servers[servers.length - 1];
  let ended: Promise<unknown> | undefined;
  const callers = new Callers(token, () => {
    // In the middle of what all of them are asked.
    if (callers.served === QUOTA / 3) ended = killed.stop("SIGKILL");
  });
  await Promise.all(servers.map((server) => callers.useUp(server, 6)));
  await ended;
  // Each caller of the killed one lost one request; the others lost none.
  assert.equal(callers.lost, 6);
  return callers;
}

/** Until nothing is left: charges that came too late for their caller are given back, soon. */
async function useUpRest(callers: Callers, server: AppProcess, token: string) {
  await until(async () => {
    await callers.useUp(server, 1);
    return await remaining(server, token) === 0;
  });
}

/** Each request was charged that was served, and none that was not, but for those in flight. */
function assertCharged({ served, lost, unavailable }: Callers) {
  assert(served <= QUOTA, `a quota of ${QUOTA} was served ${served} times`);
  const missing = QUOTA - served;
  assert(missing <= lost + unavailable, `${missing} were not served`);
}

Deno.test("serve - killing a process loses only charges in flight", async () => {
  await using folder = storeFolder();
  const env = { DATA_DIR: folder.dataDir };
  const token = await tokenOf("two@example.net", env, { quota: QUOTA });
  await using running = new AsyncDisposableStack();
  const start = async () => running.use(await startApp(env));
  const [left, killed] = await Promise.all([start(), start()]);
  const callers = await useUpAndKill([left, killed], token);
  await useUpRest(callers, left, token);

  // The store opens again, and all is there.
  await left.stop("SIGKILL");
  await useUpRest(callers, await start(), token);
  assertCharged(callers);
});

Deno.test("serve - three processes on one KV Connect server, of which one is killed, serve a quota exactly", async () => {
  await using folder = storeFolder();
  await using kv = new KvConnectServer({ token: "cluster" });
  const env = {
    DATA_DIR: folder.dataDir,
    KV_URL: kv.url,
    DENO_KV_ACCESS_TOKEN: "cluster",
  };
  let token = "";
  await withAccessToken("cluster", async () => {
    token = await tokenOf("three@example.net", env, { quota: QUOTA });
  });
  await using running = new AsyncDisposableStack();
  const start = async () => running.use(await startApp(env));
  const servers = await Promise.all([start(), start(), start()]);
  const callers = await useUpAndKill(servers, token);
  // Those that it has yet to give back are by now.
  await servers[0].stop();
  await useUpRest(callers, servers[1], token);
  assertCharged(callers);
});

Deno.test("serve - a locked store is 503 for V2 and nothing to the rest, and charges nothing", async () => {
  await using folder = storeFolder();
  const env = { DATA_DIR: folder.dataDir };
  const token = await tokenOf("one@example.net", env);
  await using server = await startApp(env);
  const ask = () =>
    fetch(`${server.origin}/api/v2/ip/8.8.8.8`, {
      headers: { authorization: `Bearer ${token}` },
    });
  /** One request more; on a busy machine some may come too late, and are given back. */
  const untilServed = async (left: number) => {
    await until(async () => {
      const response = await ask();
      await response.body?.cancel();
      return response.status === 200;
    });
    await until(async () => await remaining(server, token) === left);
  };
  await untilServed(99);

  const file = new DatabaseSync(folder.file, { timeout: 10_000 });
  file.exec("BEGIN IMMEDIATE");
  try {
    const late = ask();
    for (const path of ["/", "/api/jsonip", "/api/geoip/8.8.8.8"]) {
      const response = await fetch(server.origin + path);
      assert.equal(response.status, 200, path);
      await response.body?.cancel();
    }
    await assertStoreUnavailable(late);
  } finally {
    file.exec("ROLLBACK");
    file.close();
  }
  // What was not served is given back, though the commit may have gone through late.
  await until(async () => await remaining(server, token) === 99);
  await untilServed(98);
});
