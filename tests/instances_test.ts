import assert from "node:assert/strict";
import { retryLocked } from "../lib/store/store.ts";
import { type AppProcess, startApp } from "./support/app_process.ts";
import { ran, storeFolder, tokenOf } from "./support/store_folder.ts";

/*
 * What several processes on one file owe each other while all of them are
 * busy: a quota is exact, no request that was counted is lost, and what one of
 * them refuses or is told to refuse the others refuse soon.
 */

const QUOTA = 150;
const PASSWORD = "correct horse battery";

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Three processes on one store, and clients that leave none of them in peace. */
async function startThree(dataDir: string, env: Record<string, string>) {
  const started = await Promise.all(
    Array.from({ length: 3 }, () => startApp({ ...env, DATA_DIR: dataDir })),
  );
  let isLoaded = true;
  const noise = started.map(async ({ origin }, server) => {
    for (let i = 0; isLoaded; i++) {
      const client = `198.51.${server}.${i & 255}`;
      await statusOf(origin, client, "/api/v1/ip/8.8.8.8");
      await pause(2);
    }
  });
  return {
    servers: started,
    async [Symbol.asyncDispose]() {
      isLoaded = false;
      await Promise.all(noise);
      await Promise.all(started.map((app) => app[Symbol.asyncDispose]()));
    },
  };
}

async function statusOf(
  origin: string,
  client: string,
  path: string,
): Promise<number> {
  const answer = await fetch(origin + path, {
    headers: { "x-forwarded-for": client, accept: "text/plain" },
  });
  await answer.body?.cancel();
  return answer.status;
}

/** Waits until something holds; a test that waits for ever fails by the runner. */
async function until(holds: () => Promise<boolean>) {
  while (!await holds()) await pause(25);
}

const env = {
  TRUSTED_PROXIES: "127.0.0.1",
  RATE_LIMIT_JSONIP: "90",
  RATE_LIMIT_TEXT: "0",
  RATE_LIMIT_GEOIP: "0",
  RATE_LIMIT_LOOKUP: "0",
  RATE_LIMIT_PAGES: "0",
};

Deno.test("serve - three busy processes on one store serve a quota exactly once", async () => {
  await using folder = storeFolder();
  const token = await tokenOf("one@example.net", QUOTA, {
    DATA_DIR: folder.dataDir,
  });
  await using instances = await startThree(folder.dataDir, env);
  const { servers } = instances;
  const headers = { authorization: `Bearer ${token}` };
  const answers = await Promise.all(
    Array.from({ length: 600 }, async (_, i) => {
      const { origin } = servers[i % servers.length];
      const ask = async () => {
        const answer = await fetch(`${origin}/api/v2/ip/8.8.8.8`, { headers });
        await answer.body?.cancel();
        return answer;
      };
      let answer = await ask();
      // If a busy machine locks the store for too long, nothing is charged.
      while (answer.status === 503) answer = await ask();
      return {
        status: answer.status,
        remaining: Number(answer.headers.get("x-ratelimit-remaining")),
      };
    }),
  );
  const served = answers.filter(({ status }) => status === 200);
  const refused = answers.filter(({ status }) => status === 429);
  assert.deepEqual([served.length, refused.length], [QUOTA, 600 - QUOTA]);
  // Each unit was given out once: no two answers left the same remainder.
  assert.deepEqual(
    served.map(({ remaining }) => remaining).sort((a, b) => a - b),
    Array.from({ length: QUOTA }, (_, i) => i),
  );
});

Deno.test("serve - three busy processes on one store lose no request they counted, and refuse together", async () => {
  await using folder = storeFolder();
  await using instances = await startThree(folder.dataDir, env);
  const { servers } = instances;
  const client = "203.0.113.5";
  const ask = ({ origin }: AppProcess) =>
    statusOf(origin, client, "/api/jsonip");
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
  // Had each counted alone, all three limits would have been used up.
  const counted = await count() ?? 0;
  assert(counted >= 90 && counted < 3 * 90, `${counted} were served`);
});

Deno.test("serve - bans and their lifting at one of three busy processes apply to all", async () => {
  await using folder = storeFolder();
  const email = "root@example.net";
  await ran(
    ["user", "add", email, "--admin"],
    { DATA_DIR: folder.dataDir },
    `${PASSWORD}\n`,
  );
  await using instances = await startThree(folder.dataDir, env);
  const { servers } = instances;
  const [first, ...others] = servers;
  const post = async (
    path: string,
    cookie: string,
    fields: URLSearchParams,
  ) => {
    const answer = await fetch(first.origin + path, {
      method: "POST",
      headers: { cookie },
      body: fields,
      redirect: "manual",
    });
    await answer.body?.cancel();
    assert.equal(answer.status, 303);
    return answer.headers.getSetCookie()[0]?.split(";")[0] ?? cookie;
  };
  const signIn = new URLSearchParams({ email, password: PASSWORD });
  const cookie = await post("/sign-in", "", signIn);
  const ban = new URLSearchParams({
    action: "ban",
    cidr: "203.0.113.0/24",
    hours: "1",
    reason: "a test",
  });
  await post("/admin/bans", cookie, ban);
  const ask = ({ origin }: AppProcess) => statusOf(origin, "203.0.113.9", "/");
  assert.equal(await ask(first), 403);
  for (const other of others) {
    await until(async () => await ask(other) === 403);
  }
  await ran(["ban", "lift", "203.0.113.0/24"], { DATA_DIR: folder.dataDir });
  for (const server of servers) {
    await until(async () => await ask(server) === 200);
  }
});
