import assert from "node:assert/strict";
import { Analytics } from "../../../lib/analytics/analytics.ts";
import { AnalyticsError } from "../../../lib/analytics/analytics_error.ts";
import { UmamiClient } from "../../../lib/analytics/umami_client.ts";
import type { AnalyticsFailure } from "../../../lib/analytics/view/texts.ts";
import { RANGES } from "../../../lib/analytics/view/dashboard_view.ts";
import { analyticsSettings } from "../../../lib/analytics/settings.ts";
import {
  UMAMI_PASSWORD,
  type UmamiServer,
  umamiServer,
  USERNAME,
  WEBSITE_ID,
} from "../../support/umami_server.ts";
import {
  endlessWaits,
  testWithoutLeaks,
  upstream,
} from "../../support/upstream.ts";
import { times } from "../accounts/fixture.ts";
import { NOW, site } from "./site.ts";

const MINUTE_MS = 60_000;

function fixture({ url }: Pick<UmamiServer, "url">, timeoutMs = 30_000) {
  const clock = { now: NOW };
  const reported: AnalyticsFailure[] = [];
  const settings = analyticsSettings({
    ANALYTICS_URL: url,
    ANALYTICS_WEBSITE_ID: WEBSITE_ID,
    ANALYTICS_USERNAME: USERNAME,
    ANALYTICS_PASSWORD: UMAMI_PASSWORD,
    ANALYTICS_API_KEY: undefined,
  });
  assert(!Array.isArray(settings));
  const client = new UmamiClient({ settings, fetch });
  const now = () => clock.now;
  const report = (failure: AnalyticsFailure) => reported.push(failure);
  const analytics = new Analytics({ client, now, timeoutMs, report });
  const current = () => analytics.current("30d", signal);
  return { analytics, client, clock, reported, current };
}

const signal = new AbortController().signal;

type Fixture = ReturnType<typeof fixture> & { server: UmamiServer };

/** A test with a server that works, and what asks it. */
function test(name: string, body: (fixture: Fixture) => Promise<void>) {
  testWithoutLeaks(name, async () => {
    await using server = umamiServer({ version: "3.1", data: site });
    await body({ server, ...fixture(server) });
  });
}

const statsIn = (server: UmamiServer) =>
  server.paths().filter((path) => path.endsWith("/stats")).length / 2;
const loginsIn = (server: UmamiServer) =>
  server.paths().filter((path) => path.endsWith("/login")).length;

test("Analytics.current - queries the server once in five minutes", async ({ server, clock, current }) => {
  const first = await current();
  assert(first.dashboard);
  assert.equal(first.dashboard.askedAtMs, NOW);
  clock.now += 5 * MINUTE_MS - 1;
  assert.equal(await current(), first);
  assert.equal(statsIn(server), 1);
  clock.now += 1;
  const second = await current();
  assert(second.dashboard);
  assert.equal(second.dashboard.askedAtMs, NOW + 5 * MINUTE_MS);
  assert.equal(statsIn(server), 2);
  assert.equal(loginsIn(server), 1);
});

test("Analytics.current - keeps each range by itself", async ({ server, analytics, clock }) => {
  const lengthsOf = async () => {
    const outcomes = [];
    for (const range of RANGES) {
      const { dashboard, failure } = await analytics.current(range, signal);
      outcomes.push([dashboard?.points.length, failure?.code]);
    }
    return outcomes;
  };
  const all = [24, 7, 30, 90];
  assert.deepEqual(await lengthsOf(), all.map((n) => [n, undefined]));
  assert.deepEqual(await lengthsOf(), all.map((n) => [n, undefined]));
  assert.equal(statsIn(server), 4);
  assert.equal(loginsIn(server), 1);
  clock.now += 5 * MINUTE_MS;
  server.before = () => new Response(null, { status: 502 });
  assert.deepEqual(await lengthsOf(), all.map((n) => [n, "refused"]));
});

test("Analytics.current - setting the clock back extends nothing", async ({ server, clock, current }) => {
  await current();
  clock.now -= 24 * 60 * MINUTE_MS;
  await current();
  assert.equal(statsIn(server), 2);
});

test("Analytics.current - coalesces concurrent calls", async ({ server, current }) => {
  const outcomes = await Promise.all(times(20, current));
  assert.equal(new Set(outcomes).size, 1);
  assert.equal(statsIn(server), 1);
});

test("Analytics.current - a failure is cached for ten seconds and reported once", async ({ server, clock, reported, current }) => {
  server.options.password = "another";
  const failure = { code: "wrong_password" } as const;
  assert.deepEqual(await current(), { failure });
  clock.now += 9_999;
  assert.deepEqual(await current(), { failure });
  assert.deepEqual([loginsIn(server), reported], [1, [failure]]);
  clock.now += 1;
  server.options.password = UMAMI_PASSWORD;
  assert((await current()).dashboard);
  assert.deepEqual([loginsIn(server), reported], [2, [failure]]);
});

test("Analytics.current - keeps the last figures while the server is down", async ({ server, clock, reported, current }) => {
  const { dashboard } = await current();
  assert(dashboard);
  for (const status of [500, 429]) {
    clock.now += 5 * MINUTE_MS;
    server.before = () => new Response(null, { status });
    const failure = { code: "refused", status, message: null } as const;
    assert.deepEqual(await current(), { dashboard, failure });
    assert.deepEqual(reported.at(-1), failure);
  }
  server.before = undefined;
  clock.now += 10_000;
  const later = await current();
  assert.equal(later.failure, undefined);
  assert.equal(later.dashboard?.askedAtMs, clock.now);
});

test("Analytics.current - keeps the last figures only for a server that is down", async ({ client, clock }) => {
  let failure: AnalyticsFailure | undefined;
  const failing = {
    ask: (...given: Parameters<UmamiClient["ask"]>) =>
      failure
        ? Promise.reject(new AnalyticsError(failure))
        : client.ask(...given),
  };
  const analytics = new Analytics({ client: failing, now: () => clock.now });
  const current = () => analytics.current("30d", signal);
  const { dashboard } = await current();
  assert(dashboard);
  const failures: [AnalyticsFailure, isDown: boolean][] = [
    [{ code: "timeout" }, true],
    [{ code: "unreachable" }, true],
    [{ code: "refused", status: 403, message: null }, false],
    [{ code: "redirected" }, false],
  ];
  for (const [next, isDown] of failures) {
    clock.now += 5 * MINUTE_MS;
    failure = next;
    const kept: object = isDown ? { dashboard } : {};
    assert.deepEqual(await current(), { ...kept, failure: next });
  }
});

test("Analytics.current - drops figures that the account may no longer see", async ({ server, clock, current }) => {
  await current();
  clock.now += 5 * MINUTE_MS;
  server.options.websites = [];
  const failure = { code: "website_unknown", listed: [] };
  assert.deepEqual(await current(), { failure });
});

test("Analytics.current - nobody listens", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const { current } = fixture({ url: new URL(`http://127.0.0.1:${port}`) });
  assert.deepEqual(await current(), { failure: { code: "unreachable" } });
});

for (const [what, behaviour] of Object.entries(endlessWaits)) {
  test(`Analytics.current - ${what} is given up`, async () => {
    await using server = upstream(behaviour);
    const { reported, current } = fixture(server, 50);
    const failure = { code: "timeout" } as const;
    assert.deepEqual(await current(), { failure });
    assert.deepEqual(reported, [failure]);
  });
}

test("Analytics.current - an aborted call is no failure and delays no other", async ({ server, analytics, reported, current }) => {
  const requested = Promise.withResolvers<void>();
  const held = Promise.withResolvers<undefined>();
  server.before = () => {
    requested.resolve();
    return held.promise as unknown as Promise<Response>;
  };
  const leaving = new AbortController();
  const left = analytics.current("30d", leaving.signal);
  const stayed = current();
  await requested.promise;
  leaving.abort(new Error("left"));
  await assert.rejects(left, { message: "left" });
  held.resolve(undefined);
  assert((await stayed).dashboard);
  assert.deepEqual(reported, []);
});

test("Analytics.current - after all calls were aborted, the next one queries again", async ({ server, analytics, reported, current }) => {
  const leaving = new AbortController();
  const { promise: hung, resolve } = Promise.withResolvers<Response>();
  server.before = () => {
    leaving.abort(new Error("left"));
    return hung;
  };
  const left = analytics.current("30d", leaving.signal);
  await assert.rejects(left, { message: "left" });
  server.before = undefined;
  assert((await current()).dashboard);
  assert.deepEqual(reported, []);
  resolve(new Response());
});

Deno.test("Analytics.current - without a server names the missing variables", async () => {
  const missing = ["ANALYTICS_URL"] as const;
  const analytics = new Analytics({ client: null, missing, now: () => NOW });
  const { failure } = await analytics.current("30d", signal);
  assert.deepEqual(failure, { code: "not_configured", missing });
});

Deno.test("Analytics.current - throws other errors", async () => {
  const client = { ask: () => Promise.reject(new TypeError("a slip")) };
  const analytics = new Analytics({ client, now: () => NOW });
  const asked = analytics.current("30d", signal);
  await assert.rejects(asked, { message: "a slip" });
});
