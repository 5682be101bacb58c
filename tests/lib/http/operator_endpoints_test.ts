import assert from "node:assert/strict";
import type { IpAddress } from "../../../lib/net/ip_address.ts";
import { ip } from "../../support/address.ts";
import {
  createOperatorEndpoints,
  createReadiness,
} from "../../../lib/http/operator_endpoints.ts";
import { infoOf } from "../../support/caller.ts";

const info = infoOf("192.0.2.9");

function fixture({ loaded = Promise.resolve(), limitMs = 1000 } = {}) {
  const clock = { now: 1_000_000 };
  const store = { checks: 0, response: () => Promise.resolve<unknown>(null) };
  const isReady = createReadiness({
    loaded: () => loaded,
    pingStore() {
      store.checks++;
      return store.response();
    },
    now: () => clock.now,
    limitMs,
  });
  return { clock, store, isReady };
}

Deno.test("createReadiness - ready once the tables are loaded, never if they cannot be read", async () => {
  const loading = Promise.withResolvers<void>();
  const { isReady } = fixture({ loaded: loading.promise, limitMs: 20 });
  assert.equal(await isReady(), false);
  loading.resolve();
  await loading.promise;
  assert.equal(await isReady(), true);
  const damaged = fixture({ loaded: Promise.reject(new Error("damaged")) });
  assert.equal(await damaged.isReady(), false);
});

Deno.test("createReadiness - waits for tables that are loading", async () => {
  const loading = Promise.withResolvers<void>();
  const { isReady } = fixture({ loaded: loading.promise, limitMs: 60_000 });
  const all = [isReady(), isReady()];
  // Later than the store's response.
  setTimeout(loading.resolve, 20);
  assert.deepEqual(await Promise.all(all), [true, true]);
});

Deno.test("createReadiness - retries tables that could not be loaded", async () => {
  let checks = 0;
  const isReady = createReadiness({
    async loaded() {
      await null;
      if (++checks === 1) throw new Error("no descriptor");
    },
    pingStore: () => Promise.resolve(),
    now: () => 0,
  });
  assert.equal(await isReady(), false);
  assert.equal(await isReady(), true);
  assert.equal(checks, 2);
});

Deno.test("createReadiness - not ready if the store fails or does not respond", async () => {
  const { isReady, store, clock } = fixture({ limitMs: 20 });
  store.response = () => Promise.reject(new Error("locked"));
  assert.equal(await isReady(), false);
  clock.now += 1000;
  store.response = () => new Promise(() => {});
  assert.equal(await isReady(), false);
  clock.now += 1000;
  store.response = () => Promise.resolve(null);
  assert.equal(await isReady(), true);
});

Deno.test("createReadiness - concurrent calls share one check, cached for a second", async () => {
  const { isReady, store, clock } = fixture();
  const gate = Promise.withResolvers<void>();
  store.response = () => gate.promise;
  const both = [isReady(), isReady()];
  gate.resolve();
  assert.deepEqual(await Promise.all(both), [true, true]);
  assert.equal(await isReady(), true);
  assert.equal(store.checks, 1);
  clock.now += 999;
  assert.equal(await isReady(), true);
  assert.equal(store.checks, 1);
  clock.now += 1;
  await isReady();
  assert.equal(store.checks, 2);
  // The clock was put back: what was seen is not kept until it has come again.
  clock.now -= 3_600_000;
  await isReady();
  assert.equal(store.checks, 3);
});

Deno.test("createOperatorEndpoints - metrics at their path, for clients that may read them", async () => {
  const [allowed, other] = ["192.0.2.1", "192.0.2.2"].map(ip);
  const pathsFor = (ip: IpAddress, scrape?: () => string) => {
    const respond = createOperatorEndpoints({
      isReady: () => Promise.resolve(true),
      clientAddress: () => ({ ip, key: ip.text, group: ip.text, via: "peer" }),
      metrics: scrape &&
        { allowed: { has: ({ text }) => text === allowed.text }, scrape },
    });
    const get = async (path: string) => {
      const url = new URL(path, "http://h.example");
      const response = await respond(new Request(url), info, path);
      return response && await response.text();
    };
    return Promise.all(["/healthz", "/readyz", "/metrics", "/"].map(get));
  };
  const open = ["ok\n", "ok\n"];
  const metrics = () => "a 1\n";
  assert.deepEqual(await pathsFor(allowed, metrics), [...open, "a 1\n", null]);
  assert.deepEqual(await pathsFor(other, metrics), [...open, null, null]);
  assert.deepEqual(await pathsFor(allowed), [...open, null, null]);
});
