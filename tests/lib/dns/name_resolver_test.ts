import assert from "node:assert/strict";
import {
  NameResolver,
  type NameResolverOptions,
} from "../../../lib/dns/name_resolver.ts";
import { ip } from "../../support/address.ts";
import { caller, client, clientAt } from "../../support/caller.ts";

const { signal } = caller;

type Addresses = (
  family: 4 | 6,
  signal: AbortSignal,
  name: string,
) => Promise<string[]>;

function createResolver(
  addresses: Addresses,
  { ttlSeconds = null, ...options }: Partial<NameResolverOptions> & {
    ttlSeconds?: number | null;
  } = {},
) {
  const clock = { now: 1_700_000_000_000 };
  const queries: string[] = [];
  const resolver: NameResolverOptions["resolver"] = {
    async addresses(name, family, { signal }) {
      queries.push(`${name} ${family}`);
      const texts = await addresses(family, signal, name);
      return { ips: texts.map(ip), ttlSeconds };
    },
  };
  const now = () => clock.now;
  const names = new NameResolver({ resolver, now, ...options });
  const resolve = async (name = "a.example", family?: 4 | 6) => {
    const resolution = await names.firstAddress(name, { family, ...caller });
    return resolution.ip?.text ?? resolution;
  };
  return { names, queries, clock, resolve };
}

const both: Addresses = (family) =>
  Promise.resolve(family === 4 ? ["192.0.2.1", "192.0.2.2"] : ["2001:db8::1"]);
const none: Addresses = () => Promise.resolve([]);
const silent: Addresses = (_, signal) =>
  new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason))
  );

const noAddress = { ip: null, reason: "no address" };
const noResponse = { ip: null, reason: "no response" };

Deno.test("NameResolver.firstAddress - the first A record takes precedence over AAAA records", async () =>
  assert.equal(await createResolver(both).resolve(), "192.0.2.1"));

Deno.test("NameResolver.firstAddress - queries only the given family", async () => {
  const { resolve, queries } = createResolver(both);
  assert.equal(await resolve("a.example", 4), "192.0.2.1");
  assert.equal(await resolve("a.example", 6), "2001:db8::1");
  assert.deepEqual(queries, ["a.example 4", "a.example 6"]);
});

Deno.test("NameResolver.firstAddress - an AAAA record if there is no A record, unless only A was requested", async () => {
  const { resolve } = createResolver((family) =>
    Promise.resolve(family === 4 ? [] : ["2001:db8::1"])
  );
  assert.equal(await resolve(), "2001:db8::1");
  assert.deepEqual(await resolve("a.example", 4), noAddress);
});

Deno.test("NameResolver.firstAddress - no response if the resolver fails, without caching", async () => {
  const { resolve, queries } = createResolver(() =>
    Promise.reject(new Error("SERVFAIL"))
  );
  assert.deepEqual(await resolve(), noResponse);
  assert.deepEqual(await resolve(), noResponse);
  assert.deepEqual(queries, ["a.example 4", "a.example 4"]);
});

Deno.test("NameResolver.firstAddress - no response after the timeout", async () => {
  const { resolve } = createResolver(silent, { timeoutMs: 10 });
  assert.deepEqual(await resolve(), noResponse);
});

Deno.test("NameResolver.firstAddress - names that are asked for together do not time out together", async () => {
  const drawn = [0.99, 0];
  const random = () => drawn.shift()!;
  const { resolve } = createResolver(silent, { timeoutMs: 100, random });
  const ended: string[] = [];
  await Promise.all(["a.example", "b.example"].map(async (name) => {
    assert.deepEqual(await resolve(name), noResponse);
    ended.push(name);
  }));
  assert.deepEqual(ended, ["b.example", "a.example"]);
});

Deno.test("NameResolver.firstAddress - rejects with the signal's reason", async () => {
  const { names } = createResolver(silent);
  const leaving = new AbortController();
  const { signal } = leaving;
  const resolution = names.firstAddress("a.example", { client, signal });
  const reason = new Error("gone");
  leaving.abort(reason);
  await assert.rejects(resolution, reason);
});

Deno.test("NameResolver.firstAddress - concurrent calls for a name share one query and permit", async () => {
  const options = { maxInFlight: 1, timeoutMs: 20 };
  const { resolve, queries } = createResolver(silent, options);
  const resolutions = Array.from({ length: 300 }, () => resolve());
  for (const resolution of await Promise.all(resolutions)) {
    assert.deepEqual(resolution, noResponse);
  }
  assert.deepEqual(queries, ["a.example 4"]);
});

Deno.test("NameResolver.firstAddress - a client's slow names wait, are refused in time, and do not block other clients", async () => {
  const queries: string[] = [];
  const { names } = createResolver((_, signal, name) => {
    queries.push(name);
    return name.startsWith("good")
      ? Promise.resolve(["192.0.2.7"])
      : silent(4, signal, name);
  }, { maxInFlight: 16, maxWaiting: 16, timeoutMs: 50 });
  const greedy = { client: clientAt("192.0.2.1"), signal };
  const flood = Array.from(
    { length: 40 },
    (_, i) => names.firstAddress(`silent${i}.example`, greedy),
  ).map((resolution) =>
    resolution.then(({ ip }) => {
      assert.equal(ip, null);
      return "no response";
    }, (error) => {
      assert.equal(error.status, 503);
      assert.equal(error.code, "SERVICE_UNAVAILABLE");
      assert.deepEqual(error.headers, { "retry-after": "2" });
      return "refused";
    })
  );
  assert.equal(queries.length, 8);
  for (let i = 2; i < 30; i++) {
    const quiet = { client: clientAt(`192.0.2.${i}`), signal };
    const { ip } = await names.firstAddress(`good${i}.example`, quiet);
    assert.equal(ip?.text, "192.0.2.7");
  }
  const outcomes = await Promise.all(flood);
  // Immediately: those that have no permit and cannot wait.
  assert(outcomes.filter((outcome) => outcome === "refused").length >= 16);
  const again = await names.firstAddress("good.example", greedy);
  assert.equal(again.ip?.text, "192.0.2.7");
});

Deno.test("NameResolver.firstAddress - calls onUncached for uncached names, which may refuse them", async () => {
  const uncached: string[] = [];
  const refusal = new Error("enough");
  const { resolve } = createResolver(both, {
    onUncached: ({ key }) => {
      if (uncached.push(key) > 1) throw refusal;
    },
  });
  assert.equal(await resolve(), "192.0.2.1");
  assert.equal(await resolve(), "192.0.2.1");
  assert.deepEqual(uncached, [client.key]);
  await assert.rejects(resolve("b.example"), refusal);
});

const cases = [
  ["an address without a TTL for a minute", both, null, 60_000],
  ["an address for its TTL", both, 300, 300_000],
  ["an address for five seconds at least", both, 0, 5_000],
  ["an address for an hour at most", both, 86_400, 3_600_000],
  ["the absence of addresses for ten seconds", none, null, 10_000],
] as const;
for (const [what, resolution, ttlSeconds, lifetimeMs] of cases) {
  Deno.test(`NameResolver.firstAddress - caches ${what}`, async () => {
    const { names, resolve, queries, clock } = createResolver(resolution, {
      ttlSeconds,
    });
    const isKnown = () => names.isKnown("a.example");
    assert.equal(isKnown(), false);
    const resolving = resolve();
    assert.equal(isKnown(), true);
    const first = await resolving;
    const questions = queries.length;
    clock.now += lifetimeMs - 1;
    assert.deepEqual(await resolve(), first);
    assert.equal(queries.length, questions);
    assert.equal(isKnown(), true);
    clock.now += 1;
    assert.equal(isKnown(), false);
    assert.deepEqual(await resolve(), first);
    assert.equal(queries.length, 2 * questions);
  });
}

Deno.test("NameResolver.firstAddress - caches at most maxCached names", async () => {
  const { resolve, queries } = createResolver(both, { maxCached: 2 });
  for (const letter of "abcdda") await resolve(`${letter}.example`);
  const expected = [..."abcda"].map((letter) => `${letter}.example 4`);
  assert.deepEqual(queries, expected);
});
