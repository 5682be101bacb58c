import assert from "node:assert/strict";
import {
  type HostName,
  HostNames,
  type HostNamesOptions,
} from "../../../lib/dns/host_names.ts";
import type { ReverseOutcome } from "../../../lib/dns/resolver.ts";
import { ipv4FromValue } from "../../../lib/net/ip_address.ts";
import { clientAt } from "../../support/caller.ts";

const start = 1_700_000_000_000;
const LOOPBACK = "127.0.0.1";

/** The address 8.8.8.n. */
const address = (n: number) => ipv4FromValue(0x08080800 + n);
const one = address(1);
const { signal } = new AbortController();
const callerAt = (text: string) => ({ client: clientAt(text), signal });
const caller = callerAt("192.0.2.1");

const named = (hostname: string | null, ttlSeconds: number | null = 600) =>
  ({ kind: "answered", hostname, ttlSeconds }) as const;
const FAILED: ReverseOutcome = { kind: "failed" };
const SILENT: ReverseOutcome = { kind: "silent" };
const silence = new Promise<never>(() => {});
/** What a lookup returns for a name that is known, and for one that isn't. */
const known = (hostname: string | null, expiresAt: number): HostName => ({
  ...{ hostname, isKnown: true, expiresAt, savedAt: start },
});
const unknown = (expiresAt = 0): HostName => ({
  ...{ hostname: null, isKnown: false, expiresAt, savedAt: null },
});
const NONE = { answered: 0, cached: 0, failed: 0, skipped: 0 };
type Response = ReverseOutcome | Promise<ReverseOutcome>;
/** What the name server responds to a query for each address, and to all others. */
type Responses = Record<string, Response> & { others?: Response };

/** Host names over a name server that the test plays; the default waits are so long that none ends. */
function namesOf(
  responses: Responses,
  options: Partial<HostNamesOptions> = {},
) {
  const clock = { now: start };
  const queries: string[] = [];
  const attempts: number[] = [];
  const names = new HostNames({
    resolver: {
      reverse({ text }, { attempt = 0 }, settle) {
        queries.push(text);
        attempts.push(attempt);
        const response = responses[text] ?? responses.others ?? silence;
        Promise.resolve(response).then(settle);
      },
    },
    now: () => clock.now,
    timeoutMs: 60_000,
    probeMs: 60_000,
    ...options,
  });
  return Object.assign(names, { clock, queries, attempts });
}

async function until(isSo: () => boolean) {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 1));
}

Deno.test("HostNames.lookup - caches a name for its TTL, within limits", async () => {
  const cases = [
    ["a.test", 600, 600],
    ["a.test", 0, 60],
    ["a.test", 86_400, 3600],
    ["a.test", null, 3600],
    [null, 200, 200],
    [null, 0, 60],
    [null, 86_400, 300],
    [null, null, 300],
  ] as const;
  for (const [hostname, ttlSeconds, cachedSeconds] of cases) {
    using names = namesOf({ others: named(hostname, ttlSeconds) });
    const expiresAt = start + cachedSeconds * 1000;
    const wanted = known(hostname, expiresAt);
    assert.deepEqual(await names.lookup(one, caller), wanted);
    names.clock.now = expiresAt - 1;
    // Without a promise: nobody is asked.
    assert.deepEqual(names.lookup(one, caller), wanted);
    names.clock.now = expiresAt;
    await names.lookup(one, caller);
    const asked = ["8.8.8.1", "8.8.8.1"];
    assert.deepEqual(names.queries, asked, `TTL ${ttlSeconds}`);
    assert.deepEqual(names.counts, { ...NONE, answered: 2, cached: 1 });
  }
});

Deno.test("HostNames.lookup - the cache is bounded in bytes, and evicts the least recently used names", async () => {
  using names = namesOf({ others: named("a.test") }, { maxBytes: 1000 });
  for (let n = 0; n < 10; n++) await names.lookup(address(n), caller);
  assert.equal(names.queries.length, 10);
  await names.lookup(address(9), caller);
  assert.equal(names.queries.length, 10);
  await names.lookup(address(0), caller);
  assert.equal(names.queries.length, 11);
  // Long names leave room for fewer.
  using long = namesOf({ others: named("a".repeat(250)) }, { maxBytes: 1000 });
  for (const n of [1, 2, 3, 1]) await long.lookup(address(n), caller);
  assert.equal(long.queries.length, 4);
});

Deno.test("HostNames.lookup - all callers that look up the same address share the query", async () => {
  using names = namesOf({}, { maxInFlight: 1 });
  const callers = [caller, caller, callerAt("192.0.2.2")];
  const all = callers.map((caller) => names.lookup(one, caller));
  assert.deepEqual(names.queries, ["8.8.8.1"]);
  names[Symbol.dispose]();
  for (const name of all) assert.deepEqual(await name, unknown());
});

Deno.test("HostNames.lookup - a caller that waited for a permit uses the name that another has got", async () => {
  const { promise, resolve } = Promise.withResolvers<ReverseOutcome>();
  const responses = { [one.text]: promise, others: named("b.test") };
  using names = namesOf(responses, { maxInFlight: 1 });
  const waiting = names.lookup(one, caller);
  const all = ["192.0.2.2", "192.0.2.3"].map((client) =>
    names.lookup(address(2), callerAt(client))
  );
  resolve(named("a.test"));
  await waiting;
  for (const name of all) assert.equal((await name).hostname, "b.test");
  // The other queries are for a sign of life.
  assert.equal(names.queries.filter((ip) => ip === "8.8.8.2").length, 1);
});

Deno.test("HostNames.lookup - caches an error of the zone's servers for a minute", async () => {
  using names = namesOf({ others: FAILED });
  const expiresAt = start + 60_000;
  assert.deepEqual(await names.lookup(one, caller), unknown(expiresAt));
  names.clock.now = expiresAt - 1;
  assert.deepEqual(names.lookup(one, caller), unknown(expiresAt));
  names.clock.now = expiresAt;
  await names.lookup(one, caller);
  assert.equal(names.queries.length, 2);
  assert.equal(names.counts.failed, 2);
});

Deno.test("HostNames.lookup - sends the query again after half of the time, and uses the response", async () => {
  const late = Promise.withResolvers<ReverseOutcome>();
  const outcomes = [late.promise, named("a.test")];
  using names = namesOf({
    [LOOPBACK]: named(null),
    get others() {
      return outcomes.shift()!;
    },
  }, { timeoutMs: 100 });
  const { hostname } = await names.lookup(one, caller);
  assert.equal(hostname, "a.test");
  // The query, the probe, and the query again, of another server.
  assert.deepEqual(names.attempts, [0, 0, 1]);
  late.resolve(named("late.test"));
  await late.promise;
  assert.equal(names.counts.answered, 1);
});

Deno.test("HostNames.lookup - a dead zone never marks the resolver as silent", async () => {
  const alive = { [LOOPBACK]: named(null), others: named("b.test") };
  using names = namesOf({ ...alive, "8.8.8.1": SILENT }, { timeoutMs: 20 });
  for (let round = 0; round < 3; round++) {
    const name = await names.lookup(one, caller);
    assert.deepEqual(name, unknown(start + 60_000), `round ${round}`);
  }
  assert.deepEqual(names.queries, ["8.8.8.1", LOOPBACK, "8.8.8.1"]);
  assert.equal((await names.lookup(address(2), caller)).hostname, "b.test");
});

Deno.test("HostNames.lookup - a dead zone never marks the resolver as silent, even if the query had to wait", async () => {
  const { promise, resolve } = Promise.withResolvers<ReverseOutcome>();
  const alive = { [LOOPBACK]: named(null), others: named("c.test") };
  const responses = { ...alive, "8.8.8.1": promise, "8.8.8.2": silence };
  using names = namesOf(responses, { timeoutMs: 200, maxInFlight: 2 });
  const waiting = [names.lookup(one, caller), names.lookup(address(2), caller)];
  assert.deepEqual(names.queries, ["8.8.8.1"]);
  resolve(named("a.test"));
  const [, name] = await Promise.all(waiting);
  assert.deepEqual(name, unknown(start + 60_000));
  assert.deepEqual(names.queries, ["8.8.8.1", LOOPBACK, "8.8.8.2"]);
  assert.equal((await names.lookup(address(3), caller)).hostname, "c.test");
});

Deno.test("HostNames.lookup - SERVFAIL for the loopback address shows that the resolver is alive", async () => {
  using names = namesOf({ [LOOPBACK]: FAILED }, { timeoutMs: 20 });
  assert.deepEqual(await names.lookup(one, caller), unknown(start + 60_000));
});

Deno.test("HostNames.lookup - callers don't wait while the resolver is silent, and a probe detects when it responds again", async () => {
  const responses: Responses = {};
  using names = namesOf(responses, { timeoutMs: 1_000, probeMs: 5 });
  const { queries } = names;
  const first = names.lookup(one, caller);
  await until(() => queries.includes(LOOPBACK));
  // Asked later, and released together with the first.
  const second = names.lookup(address(2), caller);
  assert.deepEqual(await first, unknown());
  assert.deepEqual(await second, unknown());
  assert.deepEqual(names.lookup(one, caller), unknown());
  assert.deepEqual(names.counts, { ...NONE, failed: 2, skipped: 1 });
  const before = queries.length;
  await until(() => queries.length >= before + 3);
  assert.deepEqual([...new Set(queries.slice(before))], [LOOPBACK]);
  responses[LOOPBACK] = named(null);
  responses.others = named("a.test");
  const afterwards = queries.length;
  await until(() => queries.length > afterwards);
  await until(() => names.lookup(one, caller) instanceof Promise);
  assert.equal((await names.lookup(one, caller)).hostname, "a.test");
});

Deno.test("HostNames.lookup - a client with many queries does not use up the permits of others", async () => {
  using names = namesOf({ "8.8.8.200": named("b.test") }, { maxInFlight: 4 });
  const lookup = (_: unknown, n: number) => names.lookup(address(n), caller);
  const greedy = Array.from({ length: 10 }, lookup);
  // Half of what there is.
  assert.equal(names.queries.length, 2);
  const other = await names.lookup(address(200), callerAt("192.0.2.2"));
  assert.equal(other.hostname, "b.test");
  names[Symbol.dispose]();
  // A permit that became free asks nobody any more.
  for (const name of greedy) assert.deepEqual(await name, unknown());
  assert.equal(names.queries.length, 3);
});

Deno.test("HostNames.lookup - a client without a permit in time gets no name, and nothing is cached", async () => {
  const waits = { maxInFlight: 1, timeoutMs: 40 };
  using names = namesOf({ [LOOPBACK]: named(null) }, waits);
  const first = names.lookup(one, caller);
  assert.deepEqual(await names.lookup(address(2), caller), unknown());
  assert.equal(names.counts.skipped, 1);
  assert.deepEqual(await first, unknown(start + 60_000));
});

Deno.test("HostNames.lookup - a caller can leave the queue", async () => {
  using names = namesOf({}, { maxInFlight: 1 });
  const first = names.lookup(one, caller);
  const leaving = new AbortController();
  const { signal } = leaving;
  const second = names.lookup(address(2), { client: caller.client, signal });
  leaving.abort(new Error("gone"));
  assert.deepEqual(await second, unknown());
  assert.deepEqual(names.counts.skipped, 0);
  assert.deepEqual(names.queries, ["8.8.8.1"]);
  names[Symbol.dispose]();
  assert.deepEqual(await first, unknown());
});
