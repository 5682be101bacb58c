import assert from "node:assert/strict";
import { testApp } from "../../../support/app.ts";
import { exportApp } from "../../../support/export_app.ts";
import { clientAt } from "../../../support/caller.ts";
import type { Semaphore } from "../../../../lib/core/semaphore.ts";

/** Takes all permits and all places in the queue, each as a client of another network. */
function fill(pool: Semaphore): AsyncDisposable {
  const leaving = new AbortController();
  const { signal } = leaving;
  const waiting: Promise<unknown>[] = [];
  for (let n = 0; !pool.refuses(); n++) {
    const client = clientAt(`${100 + (n >> 8)}.${n & 255}.51.100`);
    const permit = pool.acquire({ client, signal }, { timeoutMs: 600_000 });
    waiting.push(permit.catch(() => null));
  }
  return {
    async [Symbol.asyncDispose]() {
      leaving.abort(new Error("leaves"));
      for (const permit of await Promise.all(waiting)) {
        (permit as Disposable | null)?.[Symbol.dispose]();
      }
      assert.equal(pool.acquired, 0);
    },
  };
}

/** What a client gets that its door lets pass. */
async function atRoute(
  pool: Semaphore,
  ask: () => Promise<Response>,
): Promise<Response> {
  pool.refuses = () => false;
  try {
    return await ask();
  } finally {
    // Its class has one.
    Reflect.deleteProperty(pool, "refuses");
  }
}

const appWithFile = (exported: "on" | "members") =>
  exportApp({ files: { "a.csv": new Uint8Array(1) } }, {
    env: { EXPORT: exported, SPEED_TEST: "on" },
  });

const NO_TOKEN = { authorization: `Bearer ph_${"x".repeat(43)}` };
const json = { "content-type": "application/json" };
const v1Batch = {
  method: "POST",
  body: '{"targets":["8.8.8.8"]}',
  headers: json,
};
const v2Batch = { ...v1Batch, headers: { ...json, ...NO_TOKEN } };

Deno.test("createPoolDoors - with its pool full, a request is refused before it counts, as its route refuses it", async () => {
  await using app = await appWithFile("on");
  const { services } = app;
  const { speedTest, batches, rangeLists, names } = services;
  const error = (what: string) => ({
    error: {
      code: "SERVICE_UNAVAILABLE",
      message: `Too many ${what}. Try again in a few seconds.`,
    },
  });
  const speed = error("speed tests are running");
  const lists = error("lists are being prepared");
  const resolved = error("names are being looked up");
  const batch = error("batches are running");
  const ok = false;
  const post = { method: "POST", body: "x" };
  let client = 0;
  const cases = [
    [speedTest!.transfers, "/api/speed/download", "5", speed],
    [speedTest!.transfers, "/api/speed/upload", "5", speed, post],
    [rangeLists.readers, "/api/ranges/country/DE?format=json", "5", lists],
    [rangeLists.readers, "/api/ranges/asn/64496", "5", lists],
    [services.exports!.readers, "/export/a.csv", "5", lists],
    [names.permits, "/api/v1/domain/a.example", "2", { ok, ...resolved }],
    [names.permits, "/api/geoip/a.example", "2", resolved],
    [batches.permits, "/api/v1/batch", "5", { ok, ...batch }, v1Batch],
    [batches.permits, "/api/v2/batch", "5", { ok, ...batch }, v2Batch],
    [batches.permits, "/batch", "5", batch, { ...post, body: "[]" }],
  ] as const;
  for (const [pool, path, retry, body, init] of cases) {
    await using _full = fill(pool);
    const peer = `192.0.2.${++client}`;
    const ask = () => app.get(path, { ...init, peer });
    const { counters } = services.limits.size;
    const refused = [await ask(), await ask()];
    assert.equal(services.limits.size.counters, counters, path);
    const passed = await atRoute(pool, ask);
    // What is refused on arrival gets none (docs/operations.md).
    assert(passed.headers.has("x-request-id"), path);
    passed.headers.delete("x-request-id");
    for (const response of [...refused, passed]) {
      assert.equal(response.status, 503, path);
      assert.equal(response.headers.get("retry-after"), retry);
      const type = response.headers.get("content-type");
      assert.equal(type, "application/json; charset=utf-8");
      const found = Object.fromEntries(response.headers);
      assert.deepEqual(found, Object.fromEntries(passed.headers), path);
      assert.deepEqual(await response.json(), body);
    }
  }
});

Deno.test("services - what slow readers hold is never all of one provider's customers", async () => {
  await using app = await appWithFile("on");
  const { exports, rangeLists, speedTest } = app.services;
  const cases = [
    [exports!.readers, 12],
    [rangeLists.readers, 12],
    [speedTest!.transfers, 18],
  ] as const;
  for (const [pool, most] of cases) {
    const acquire = (prefix: string) =>
      Array.from(
        { length: 32 },
        (_, n) => pool.tryAcquire(clientAt(`${prefix}${n}::1`)),
      ).filter((permit) => permit !== null);
    assert.equal(acquire("2001:db8:").length, most);
    assert(acquire("2001:db9:").length > 0);
  }
});

Deno.test("createPoolDoors - with their pool full, what needs none of it is answered by its route", async () => {
  await using app = await appWithFile("on");
  await using members = await appWithFile("members");
  const cases = [
    [app, app.services.exports!.readers, "/export/b.csv", 404],
    [app, app.services.exports!.readers, "/export", 200],
    [members, members.services.exports!.readers, "/export/a.csv", 401],
    [app, app.services.batches.permits, "/api/v2/batch", 401, v1Batch],
    [app, app.services.batches.permits, "/api/v2/batch", 401, {
      ...v1Batch,
      headers: { ...json, authorization: "Bearer ph_x" },
    }],
  ] as const;
  for (const [app, pool, path, status, init] of cases) {
    await using _full = fill(pool);
    const response = await app.get(path, init);
    assert.equal(response.status, status, path);
    await response.body?.cancel();
  }
});

Deno.test("createPoolDoors - with no permit for names, known ones and addresses are described", async () => {
  await using app = await testApp();
  const { names } = app.services;
  const known = "/api/v1/domain/known.example";
  assert.equal((await app.get(known)).status, 404);
  await using _full = fill(names.permits);
  assert.equal((await app.get(known)).status, 404);
  assert.equal((await app.get("/api/v1/domain/new.example")).status, 503);
  assert.equal((await app.get("/api/geoip/8.8.8.8")).status, 200);
  assert.equal((await app.get("/api/geoip/2001:db8::1")).status, 200);
});
