import assert from "node:assert/strict";
import { AppError } from "../../lib/core/errors.ts";
import { applySnapshot, assets } from "../../lib/fresh/snapshot.ts";
import { createApp } from "../../main.ts";
import * as errorPage from "../../routes/_error.tsx";
import { assertResponse, statusOf, types } from "../support/responses.ts";
import { infoOf } from "../support/caller.ts";
import { type TestApp, testApp } from "../support/app.ts";
import { assertHead, assertText } from "../support/routes.ts";

const hosts = {
  BASE_URL: "https://ip.example",
  API_URL: "https://api.ip.example",
  V4_URL: "https://v4.ip.example",
  V6_URL: "https://v6.ip.example",
};

/** A request with an id that a trusted proxy passes on. */
const proxied = (id: string) => ({
  peer: "10.0.0.1",
  headers: { "x-request-id": id, "x-forwarded-for": "203.0.113.9" },
});

/** Asserts the only line of an app's log. */
function assertLogged({ logged }: TestApp, line: RegExp) {
  assert.equal(logged.length, 1);
  assert.match(logged[0], line);
}

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
  assert.equal(await statusOf(app.get("/healthz", { method: "HEAD" })), 200);
  const posted = await app.get("/readyz", { method: "POST" });
  assert.equal(posted.headers.get("allow"), "GET, HEAD");
  await assertText(posted, 405, "This URL supports only GET, HEAD.\n");
  assert.deepEqual(app.logged, []);
});

Deno.test("/healthz - is ok for banned clients", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "1" } });
  for (let i = 0; i < 30; i++) {
    app.clock.now += i % 3 === 0 ? 60_000 : 0;
    await statusOf(app.get("/egress"));
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
  assertHead(response, 503, {
    "retry-after": "2",
    "cache-control": "no-store",
  });
  await assertText(response, 503, "not ready\n");
  await assertResponse(app.get("/healthz"), 200, types.text, "ok\n");
  assert.deepEqual(app.logged, []);
  isBroken = false;
  app.clock.now += 1000;
  await assertResponse(app.get("/readyz"), 200, types.text, "ok\n");
});

Deno.test("/metrics - 404 for clients that are not allowed", async () => {
  const envs: Record<string, string>[] = [{}, { METRICS_ALLOW: "192.0.2.9" }];
  for (const env of envs) {
    await using app = await testApp({ env });
    const [metrics, unknown] = await Promise.all(
      ["/metrics", "/unheard-of"].map(async (path) => {
        const response = await app.get(path, { peer: "192.0.2.1" });
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
  const asked = [
    ...["/", "/", "/ text/html", "/api/jsonip", "/api/jsonip"],
    ...["/ application/json", "/api/v1/ip/8.8.8.8", "/api/v1/ip/x"],
    ...["/api/v2/ip/8.8.8.8", "/healthz"],
  ];
  for (const request of asked) {
    const [path, accept = "*/*"] = request.split(" ");
    await statusOf(app.get(path, { headers: { accept } }));
  }
  const request = { peer: "198.51.100.7", origin: hosts.V4_URL };
  const response = await app.get("/metrics", request);
  assertHead(response, 200, {
    "content-type": "text/plain; version=0.0.4; charset=utf-8",
    "cache-control": "no-store",
  });
  const lines = (await response.text()).split("\n");
  const starting = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix));
  const figures = {
    porthole_requests_total: [
      '{route="text",status="2xx"} 2',
      '{route="jsonip",status="2xx"} 1',
      '{route="jsonip",status="4xx"} 2',
      '{route="v1",status="2xx"} 1',
      '{route="v1",status="4xx"} 1',
      '{route="v2",status="4xx"} 1',
      '{route="home",status="2xx"} 1',
    ],
    porthole_request_duration_seconds_count: [
      '{route="text"} 2',
      '{route="jsonip"} 3',
      '{route="v1"} 2',
      '{route="v2"} 1',
      '{route="home"} 1',
    ],
    'porthole_rate_limited_total{bucket="jsonip"}': [" 2"],
    porthole_source_queries_total: [
      '{source="reverse-dns",outcome="answered"} 1',
      '{source="reverse-dns",outcome="cached"} 0',
      '{source="reverse-dns",outcome="failed"} 0',
      '{source="reverse-dns",outcome="skipped"} 0',
    ],
    porthole_v2_charges_total: [
      '{outcome="granted"} 0',
      '{outcome="exhausted"} 0',
      '{outcome="refunded"} 0',
    ],
    porthole_store_errors_total: [" 0"],
    process_start_time_seconds: [` ${app.clock.now / 1000}`],
  };
  for (const [name, values] of Object.entries(figures)) {
    assert.deepEqual(starting(name), values.map((value) => name + value));
  }
  assert.equal(starting("process_resident_memory_bytes").length, 1);
  assert.equal(starting("porthole_event_loop_lag_seconds").length, 1);
});

Deno.test("ACCESS_LOG - a line per request, without the query and the full address", async () => {
  await using app = await testApp({
    env: { ACCESS_LOG: "on", TRUSTED_PROXIES: "10.0.0.0/8" },
  });
  await statusOf(app.get("/api/jsonip?callback=secret", proxied("abc-1")));
  await statusOf(app.get("/nowhere", { method: "HEAD" }));
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
  const env = { ACCESS_LOG: "on", LOG_CLIENT: "full" };
  await using app = await testApp({ env });
  await app.get("/", { peer: "2001:db8::7" });
  assert.match(app.logged[0], / client=2001:db8::7 method=GET path=\/ status/);
});

Deno.test("_error - a server error has an id in the log and in the response", async () => {
  await using app = await testApp({ env: { TRUSTED_PROXIES: "10.0.0.0/8" } });
  app.services.profiles.describe = () =>
    Promise.reject(new Error("the inside"));
  const response = await app.get("/api/v1/ip/8.8.8.8", proxied("abc-2"));
  assertHead(response, 500, { "x-request-id": "abc-2" });
  assert.deepEqual(await response.json(), {
    ok: false,
    error: {
      code: "INTERNAL_ERROR",
      message: "Something went wrong on the server. Try again in a moment.",
    },
  });
  assertLogged(
    app,
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
  const request = new Request("http://porthole.test/world.svg");
  const text = "Something went wrong on the server. Try again in a moment.\n";
  await assertText(incomplete.handler()(request, infoOf()), 500, text);
  assertLogged(
    app,
    / error request failed id=[\w-]{12} client=192\.0\.2\.0\/24 method=GET path=\/world\.svg error="NotFound: /,
  );
});

Deno.test("_error - silent name servers are logged once a minute, without a stack", async () => {
  const env = { TRUSTED_PROXIES: "10.0.0.0/8" };
  await using app = await testApp({ env, zone: { "slow.example": null } });
  const ask = async (id: string) => {
    const path = "/api/v1/domain/slow.example";
    const response = await app.get(path, proxied(id));
    assertHead(response, 503, { "x-request-id": id });
    await response.body?.cancel();
  };
  await Promise.all([ask("a"), ask("b"), ask("c")]);
  assert.deepEqual(app.logged, [
    "2026-11-21T12:00:00.000Z warn  request not served id=a client=203.0.113.0/24 method=GET path=/api/v1/domain/slow.example code=SERVICE_UNAVAILABLE reason=name_not_resolved",
  ]);
});

Deno.test("_error - overload is logged once a minute, without a stack", async () => {
  await using app = await testApp();
  const reason = { reason: "name_lookups_busy" } as const;
  app.services.lookup.run = () => {
    throw new AppError(503, "SERVICE_UNAVAILABLE", reason);
  };
  for (const output of ["", "?output=json"]) {
    const response = await app.get(`/lookup/example.com${output}`);
    assert.equal(response.status, 503);
    assert.match(response.headers.get("x-request-id") ?? "", /^[\w-]{12}$/);
    await response.body?.cancel();
  }
  assertLogged(
    app,
    /Z warn {2}request not served id=[\w-]{12} client=192\.0\.2\.0\/24 method=GET path=\/lookup\/example\.com code=SERVICE_UNAVAILABLE reason=name_lookups_busy$/,
  );
});

Deno.test("_error - an aborted request is not logged", async () => {
  await using app = await testApp({ zone: { "slow.example": null } });
  const leaving = new AbortController();
  const { signal } = leaving;
  const pending = app.get("/api/geoip/slow.example", { signal });
  leaving.abort();
  assert.equal((await pending).status, 499);
  assert.deepEqual(app.logged, []);
});
