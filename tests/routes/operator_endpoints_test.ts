import assert from "node:assert/strict";
import { AppError } from "../../lib/core/errors.ts";
import { applySnapshot, assets } from "../../lib/fresh/snapshot.ts";
import { createApp } from "../../main.ts";
import * as errorPage from "../../routes/_error.tsx";
import { assertResponse, statusOf, types } from "../support/responses.ts";
import { testApp } from "../support/app.ts";

const hosts = {
  BASE_URL: "https://ip.example",
  API_URL: "https://api.ip.example",
  V4_URL: "https://v4.ip.example",
  V6_URL: "https://v6.ip.example",
};

Deno.test("/healthz, /readyz - on every host, public and not cached", async () => {
  await using app = await testApp({
    env: { ...hosts, RATE_LIMIT_PAGES: "1", ACCESS_LOG: "on" },
  });
  for (const origin of Object.values(hosts)) {
    for (const path of ["/healthz", "/readyz", "/readyz/", "/healthz?x=1"]) {
      const response = await app.get(path, { origin });
      assert.deepEqual(Object.fromEntries(response.headers), {
        "content-type": types.text,
        "cache-control": "no-store",
        "x-content-type-options": "nosniff",
      });
      await assertResponse(response, 200, types.text, "ok\n");
    }
  }
  const head = await app.get("/healthz", { method: "HEAD" });
  assert.equal(head.status, 200);
  const posted = await app.get("/readyz", { method: "POST" });
  assert.equal(posted.headers.get("allow"), "GET, HEAD");
  assert.equal(posted.status, 405);
  assert.equal(await posted.text(), "This URL supports only GET, HEAD.\n");
  assert.deepEqual(app.logged, []);
});

Deno.test("/healthz - is ok for banned clients", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "1" } });
  for (let i = 0; i < 30; i++) {
    app.clock.now += i % 3 === 0 ? 60_000 : 0;
    await (await app.get("/egress")).body?.cancel();
  }
  assert.equal(await statusOf(app.get("/egress")), 403);
  await assertResponse(app.get("/healthz"), 200, types.text, "ok\n");
});

Deno.test("/readyz - 503 with Retry-After if the store does not respond", async () => {
  let isBroken = false;
  await using app = await testApp({
    async openKv() {
      const kv = await Deno.openKv(":memory:");
      const get: Deno.Kv["get"] = kv.get.bind(kv);
      kv.get = (...args) =>
        isBroken ? Promise.reject(new Error("the inside")) : get(...args);
      return kv;
    },
  });
  await assertResponse(app.get("/readyz"), 200, types.text, "ok\n");
  isBroken = true;
  app.clock.now += 1000;
  const response = await app.get("/readyz", { origin: "http://v4.ip.example" });
  assert.equal(response.headers.get("retry-after"), "2");
  assert.equal(response.headers.get("cache-control"), "no-store");
  await assertResponse(response, 503, types.text, "not ready\n");
  await assertResponse(app.get("/healthz"), 200, types.text, "ok\n");
  assert.deepEqual(app.logged, []);
  isBroken = false;
  app.clock.now += 1000;
  await assertResponse(app.get("/readyz"), 200, types.text, "ok\n");
});

Deno.test("/metrics - 404 for clients that are not allowed", async () => {
  const cases = [
    [{}, "192.0.2.1"],
    [{ METRICS_ALLOW: "192.0.2.9" }, "192.0.2.1"],
  ] as const;
  for (const [env, peer] of cases) {
    await using app = await testApp({ env });
    const [metrics, unknown] = await Promise.all(
      ["/metrics", "/unheard-of"].map(async (path) => {
        const response = await app.get(path, { peer });
        return [
          response.status,
          Object.fromEntries(response.headers),
          (await response.text()).replaceAll(path, "/path"),
        ];
      }),
    );
    assert.equal(metrics[0], 404);
    assert.deepEqual(metrics, unknown);
  }
});

Deno.test("/metrics - counts responses by group and class, refusals and sources", async () => {
  await using app = await testApp({
    env: {
      ...hosts,
      METRICS_ALLOW: "198.51.100.0/24,2001:db8::/32",
      RATE_LIMIT_JSONIP: "1",
    },
    zone: { "8.8.8.8": ["dns.example"], "1.1.1.1": null },
  });
  const ask = async (path: string, accept = "*/*") => {
    const response = await app.get(path, { headers: { accept } });
    await response.body?.cancel();
  };
  await ask("/");
  await ask("/");
  await ask("/", "text/html");
  await ask("/api/jsonip");
  await ask("/api/jsonip");
  await ask("/", "application/json");
  await ask("/api/v1/ip/8.8.8.8");
  await ask("/api/v1/ip/x");
  await ask("/api/v2/ip/8.8.8.8");
  await ask("/healthz");
  const response = await app.get("/metrics", {
    peer: "198.51.100.7",
    origin: "https://v4.ip.example",
  });
  assert.equal(response.status, 200);
  assert.equal(
    response.headers.get("content-type"),
    "text/plain; version=0.0.4; charset=utf-8",
  );
  assert.equal(response.headers.get("cache-control"), "no-store");
  const lines = (await response.text()).split("\n");
  const starting = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix));
  assert.deepEqual(starting("porthole_requests_total"), [
    'porthole_requests_total{route="text",status="2xx"} 2',
    'porthole_requests_total{route="jsonip",status="2xx"} 1',
    'porthole_requests_total{route="jsonip",status="4xx"} 2',
    'porthole_requests_total{route="v1",status="2xx"} 1',
    'porthole_requests_total{route="v1",status="4xx"} 1',
    'porthole_requests_total{route="v2",status="4xx"} 1',
    'porthole_requests_total{route="home",status="2xx"} 1',
  ]);
  assert.deepEqual(starting("porthole_request_duration_seconds_count"), [
    'porthole_request_duration_seconds_count{route="text"} 2',
    'porthole_request_duration_seconds_count{route="jsonip"} 3',
    'porthole_request_duration_seconds_count{route="v1"} 2',
    'porthole_request_duration_seconds_count{route="v2"} 1',
    'porthole_request_duration_seconds_count{route="home"} 1',
  ]);
  assert.deepEqual(starting('porthole_rate_limited_total{bucket="jsonip"}'), [
    'porthole_rate_limited_total{bucket="jsonip"} 2',
  ]);
  assert.deepEqual(starting("porthole_source_queries_total"), [
    'porthole_source_queries_total{source="reverse-dns",outcome="answered"} 1',
    'porthole_source_queries_total{source="reverse-dns",outcome="cached"} 0',
    'porthole_source_queries_total{source="reverse-dns",outcome="failed"} 0',
    'porthole_source_queries_total{source="reverse-dns",outcome="skipped"} 0',
  ]);
  assert.deepEqual(starting("porthole_v2_charges_total"), [
    'porthole_v2_charges_total{outcome="granted"} 0',
    'porthole_v2_charges_total{outcome="exhausted"} 0',
    'porthole_v2_charges_total{outcome="refunded"} 0',
  ]);
  assert.deepEqual(starting("porthole_store_errors_total"), [
    "porthole_store_errors_total 0",
  ]);
  assert.deepEqual(starting("process_start_time_seconds"), [
    `process_start_time_seconds ${app.clock.now / 1000}`,
  ]);
  assert.equal(starting("process_resident_memory_bytes").length, 1);
  assert.equal(starting("porthole_event_loop_lag_seconds").length, 1);
});

Deno.test("ACCESS_LOG - a line per request, without the query and the full address", async () => {
  await using app = await testApp({
    env: { ACCESS_LOG: "on", TRUSTED_PROXIES: "10.0.0.0/8" },
  });
  const headers = { "x-request-id": "abc-1", "x-forwarded-for": "203.0.113.9" };
  const response = await app.get("/api/jsonip?callback=secret", {
    peer: "10.0.0.1",
    headers,
  });
  await response.body?.cancel();
  await (await app.get("/nowhere", { method: "HEAD" })).body?.cancel();
  assert.equal(app.logged.length, 2);
  assert.match(
    app.logged[0],
    /^2026-11-21T12:00:00\.000Z info {2}request id=abc-1 client=203\.0\.113\.0\/24 method=GET path=\/api\/jsonip status=200 ms=\d+\.\d$/,
  );
  assert.match(
    app.logged[1],
    / request id=[\w-]{12} client=192\.0\.2\.0\/24 method=HEAD path=\/nowhere status=404 ms=\d+\.\d$/,
  );
});

Deno.test("LOG_CLIENT - logs full addresses", async () => {
  await using app = await testApp({
    env: { ACCESS_LOG: "on", LOG_CLIENT: "full" },
  });
  await app.get("/", { peer: "2001:db8::7" });
  assert.match(app.logged[0], / client=2001:db8::7 method=GET path=\/ status/);
});

Deno.test("_error - a server error has an id in the log and in the response", async () => {
  await using app = await testApp({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  app.services.profiles.describe = () =>
    Promise.reject(new Error("the inside"));
  const response = await app.get("/api/v1/ip/8.8.8.8", {
    peer: "10.0.0.1",
    headers: { "x-request-id": "abc-2", "x-forwarded-for": "203.0.113.9" },
  });
  assert.equal(response.status, 500);
  assert.equal(response.headers.get("x-request-id"), "abc-2");
  assert.deepEqual(await response.json(), {
    ok: false,
    error: {
      code: "INTERNAL_ERROR",
      message: "Something went wrong on the server. Try again in a moment.",
    },
  });
  assert.equal(app.logged.length, 1);
  assert.match(
    app.logged[0],
    / error request failed id=abc-2 client=203\.0\.113\.0\/24 method=GET path=\/api\/v1\/ip\/8\.8\.8\.8 error="Error: the inside\\n/,
  );
});

Deno.test("_error - a static file that the build listed and the disk lacks is logged", async () => {
  await using app = await testApp();
  const incomplete = createApp(() => app.services);
  applySnapshot(incomplete, {
    root: "/",
    mode: "production",
    buildId: assets.version,
    client: "",
    routes: [["_error.tsx", errorPage]],
    islands: new Map(),
    files: new Map([["/world.svg", new URL("./gone.svg", import.meta.url)]]),
  });
  const response = await incomplete.handler()(
    new Request("http://porthole.test/world.svg"),
    {
      remoteAddr: { transport: "tcp", hostname: "192.0.2.1", port: 40000 },
      completed: Promise.resolve(),
    },
  );
  await assertResponse(
    response,
    500,
    types.text,
    "Something went wrong on the server. Try again in a moment.\n",
  );
  assert.equal(app.logged.length, 1);
  assert.match(
    app.logged[0],
    / error request failed id=[\w-]{12} client=192\.0\.2\.0\/24 method=GET path=\/world\.svg error="NotFound: /,
  );
});

Deno.test("_error - silent name servers are logged once a minute, without a stack", async () => {
  await using app = await testApp({
    env: { TRUSTED_PROXIES: "10.0.0.0/8" },
    zone: { "slow.example": null },
  });
  const ask = async (id: string) => {
    const response = await app.get("/api/v1/domain/slow.example", {
      peer: "10.0.0.1",
      headers: { "x-request-id": id, "x-forwarded-for": "203.0.113.9" },
    });
    assert.equal(response.status, 503);
    assert.equal(response.headers.get("x-request-id"), id);
    await response.body?.cancel();
  };
  await Promise.all([ask("a"), ask("b"), ask("c")]);
  assert.deepEqual(app.logged, [
    "2026-11-21T12:00:00.000Z warn  request not served id=a client=203.0.113.0/24 method=GET path=/api/v1/domain/slow.example code=SERVICE_UNAVAILABLE reason=name_not_resolved",
  ]);
});

Deno.test("_error - overload is logged once a minute, without a stack", async () => {
  await using app = await testApp();
  app.services.lookup.run = () => {
    throw new AppError(503, "SERVICE_UNAVAILABLE", {
      reason: "name_lookups_busy",
    });
  };
  for (const output of ["", "?output=json"]) {
    const response = await app.get(`/lookup/example.com${output}`);
    assert.equal(response.status, 503);
    assert.match(response.headers.get("x-request-id") ?? "", /^[\w-]{12}$/);
    await response.body?.cancel();
  }
  assert.equal(app.logged.length, 1);
  assert.match(
    app.logged[0],
    /Z warn {2}request not served id=[\w-]{12} client=192\.0\.2\.0\/24 method=GET path=\/lookup\/example\.com code=SERVICE_UNAVAILABLE reason=name_lookups_busy$/,
  );
});

Deno.test("_error - an aborted request is not logged", async () => {
  await using app = await testApp({ zone: { "slow.example": null } });
  const leaving = new AbortController();
  const pending = app.get("/api/geoip/slow.example", {
    signal: leaving.signal,
  });
  leaving.abort();
  assert.equal((await pending).status, 499);
  assert.deepEqual(app.logged, []);
});
