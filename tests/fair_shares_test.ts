/** What one client asks for takes nothing from the others: a real server, real connections, a silent name server. */
import assert from "node:assert/strict";
import { errorText } from "../lib/i18n/errors.ts";
import {
  attack as attackWith,
  get,
  signIn,
  underAttack,
  withApp,
} from "./support/hostile.ts";
import type { AppProcess } from "./support/app_process.ts";
import { storeFolder, tokenOf } from "./support/store_folder.ts";
import { until } from "./support/until.ts";

/** Leaves the machine time for the others: most answers say no at once. */
const PAUSE_MS = 1_000;

const attack = (
  app: AppProcess,
  connections: number,
  path: (n: number) => string,
) => attackWith(app, connections, path, undefined, undefined, PAUSE_MS);

/**
 * Something was late, on a machine that may be busy: the name server, which runs in
 * this process, or the store. No share of anything was taken.
 */
const LATE =
  (["name_not_resolved", "name_servers_failed", "store_unavailable"] as const)
    .map((reason) => errorText("en", { reason }));

/** The response to a request that is sent again if something was late. */
async function inTime(send: () => Promise<Response>) {
  for (;;) {
    const response = await send();
    const body = await response.json();
    const { error } = body[1] ?? body;
    if (!LATE.includes(error?.message)) return { response, body };
  }
}

Deno.test("fair shares - one client's 400 slow names don't keep other clients' from being looked up", () =>
  withApp(async (app) => {
    await using flood = attack(
      app,
      400,
      (n) => `/api/v1/domain/${n}.silent.test`,
    );
    await underAttack(flood.requestCount, 400);
    for (let i = 1; i <= 40; i++) {
      const path = `/api/v1/domain/${i}.good.test`;
      const { response, body } = await inTime(() =>
        get(app, path, `192.0.2.${i}`)
      );
      assert.equal(response.status, 200, `${i}: ${JSON.stringify(body)}`);
      assert.equal(body.ip, "8.8.8.8");
    }
  }));

Deno.test("fair shares - one client's 400 slow reverse names leave others their host names", () =>
  withApp(async (app) => {
    await using flood = attack(
      app,
      400,
      (n) => `/api/v1/ip/9.9.${(n >> 8) & 255}.${n & 255}`,
    );
    await underAttack(flood.requestCount, 400);
    // Half a second for a name is short where the attack runs on the same busy
    // machine: whoever is late asks for the next address. If nobody gets a name
    // the test has no end, and fails by the runner.
    for (let number = 1, named = 0; named < 10; number++) {
      const [third, last] = [number >> 8, number & 255];
      const path = `/api/v1/ip/8.8.${third}.${last}`;
      const response = await get(app, path, `192.0.2.${number % 250}`);
      assert.equal(response.status, 200);
      const { hostname } = await response.json();
      if (hostname === null) continue;
      assert.equal(hostname, `host-${last}.${third}.8.8.in-addr.arpa`);
      named++;
    }
  }));

Deno.test("fair shares - one client's slow scans leave room for other clients'", () =>
  withApp(async (app) => {
    await using scans = attack(
      app,
      6,
      (n) => `/lookup/9.9.${n * 4 % 256}.0/22?output=json`,
    );
    await underAttack(scans.requestCount, 6);
    await Promise.all([1, 2, 3, 4, 5, 6].map(async (i) => {
      const path = `/lookup/8.8.8.${i * 16}/29?output=json`;
      const { response, body } = await inTime(() =>
        get(app, path, `192.0.2.${i}`)
      );
      assert.equal(response.status, 200, `${i}: ${JSON.stringify(body)}`);
      assert.equal(body.summary.total, 8);
      assert.equal(body.data.scanned, 8);
    }));
  }, { RATE_LIMIT_SCAN: "0" }));

Deno.test("fair shares - one client's batches of silent names leave others theirs, on V1 and V2", async () => {
  await using folder = storeFolder();
  const env = { DATA_DIR: folder.dataDir, RATE_LIMIT_BATCH: "0" };
  const [theirs, mine] = await Promise.all(
    ["flood@example.net", "other@example.net"].map((email) =>
      tokenOf(email, env, { quota: 1_000_000 })
    ),
  );
  const batch = (token: string, targets: readonly string[]): RequestInit => ({
    method: "POST",
    headers: { "content-type": "application/json", "x-api-key": token },
    body: JSON.stringify({ targets }),
  });
  await withApp(async (app) => {
    await using flood = attackWith(
      app,
      200,
      (n) => `/api/v${n % 2 + 1}/batch`,
      undefined,
      (n) =>
        batch(
          theirs,
          Array.from({ length: 100 }, (_, i) => `${n}-${i}.a.test`),
        ),
    );
    await underAttack(flood.requestCount, 200);
    for (let i = 1; i <= 20; i++) {
      const version = i % 2 + 1;
      const client = `192.0.2.${i}`;
      const { response, body } = await inTime(() => {
        const options = batch(mine, ["192.0.2.77", `${i}.good.test`]);
        return get(app, `/api/v${version}/batch`, client, options);
      });
      assert.equal(response.status, 200, `${i}: ${JSON.stringify(body)}`);
      assert.equal(body[1].ip, "8.8.8.8", `${i}: ${JSON.stringify(body)}`);
    }
    // Over HTTP/1.1, Deno 2.9.6 reports that the client of a request with a body has
    // gone only once its response begins, unless the body came in the first 512 bytes.
    await app.stop("SIGKILL");
  }, env);
});

Deno.test("fair shares - wrong passwords from 24 addresses keep no right one out", () => {
  const right = { email: "admin@example.com", password: "correct horse" };
  return withApp(async (app) => {
    const ending = new AbortController();
    const { signal } = ending;
    let tried = 0;
    const wrong = Array.from({ length: 24 }, async (_, i) => {
      while (!signal.aborted) {
        tried++;
        const fields = { email: `m${i}@example.com`, password: "not it, no" };
        try {
          const client = `198.51.100.${i}`;
          const response = await signIn(app, client, fields, { signal });
          await response.body?.cancel();
        } catch {
          // It was ended.
        }
      }
    });
    await until(() => tried >= 24);
    for (let i = 1; i <= 2; i++) {
      let response = await signIn(app, `192.0.2.${i}`, right);
      // A busy machine can be too slow for its turn, but not always.
      for (let tries = 1; response.status === 503 && tries < 5; tries++) {
        await response.body?.cancel();
        response = await signIn(app, `192.0.2.${i}`, right);
      }
      assert.deepEqual(
        [response.status, response.headers.get("location")],
        [303, "/console"],
        `${i}`,
      );
      await response.body?.cancel();
    }
    ending.abort();
    await Promise.all(wrong);
  }, {
    RATE_LIMIT_AUTH: "0",
    ADMIN_EMAIL: right.email,
    ADMIN_PASSWORD: right.password,
  });
});
