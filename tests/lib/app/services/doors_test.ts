import assert from "node:assert/strict";
import { testApp } from "../../../support/app.ts";
import { clientAt } from "../../../support/caller.ts";
import type { Semaphore } from "../../../../lib/core/semaphore.ts";

/** Takes all permits and all places in the queue, each as a client of its own. */
function fill(pool: Semaphore): AsyncDisposable {
  const leaving = new AbortController();
  const { signal } = leaving;
  const waiting: Promise<unknown>[] = [];
  for (let n = 0; !pool.refuses(); n++) {
    const client = clientAt(`198.51.${n >> 8}.${n & 255}`);
    waiting.push(
      pool.acquire({ client, signal }, { timeoutMs: 600_000 }).catch(() =>
        null
      ),
    );
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

Deno.test("createPoolDoors - with its pool full, a request is refused before it counts, as its route refuses it", async () => {
  await using app = await testApp({
    env: { SPEED_TEST: "on", RATE_LIMIT_LOOKUP: "1", RATE_LIMIT_RANGES: "1" },
  });
  const { services } = app;
  const { speedTest, batches, rangeLists, names } = services;
  const error = (message: string) => ({
    error: { code: "SERVICE_UNAVAILABLE", message },
  });
  const speed = error(
    "Too many speed tests are running. Try again in a few seconds.",
  );
  const lists = error(
    "Too many lists are being prepared. Try again in a few seconds.",
  );
  const resolved = error(
    "Too many names are being looked up. Try again in a few seconds.",
  );
  const post = { method: "POST", body: "x" };
  for (
    const [pool, path, retry, body, init] of [
      [speedTest!.transfers, "/api/speed/download", "5", speed],
      [speedTest!.transfers, "/api/speed/upload", "5", speed, post],
      [rangeLists.readers, "/api/ranges/country/DE?format=json", "5", lists],
      [rangeLists.readers, "/api/ranges/asn/64496", "5", lists],
      [names.permits, "/api/v1/domain/a.example", "2", {
        ok: false,
        ...resolved,
      }],
      [names.permits, "/api/geoip/a.example", "2", resolved],
      [batches.permits, "/api/v1/batch", "5", {
        ok: false,
        ...error("Too many batches are running. Try again in a few seconds."),
      }, post],
    ] as const
  ) {
    await using _full = fill(pool);
    for (let i = 0; i < 2; i++) {
      const response = await app.get(path, init);
      assert.equal(response.status, 503, path);
      assert.equal(response.headers.get("retry-after"), retry);
      assert.equal(
        response.headers.get("content-type"),
        "application/json; charset=utf-8",
      );
      assert.deepEqual(await response.json(), body);
    }
  }
  assert.equal(services.limits.size.counters, 0);
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
