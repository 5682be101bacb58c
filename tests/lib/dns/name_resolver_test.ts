import assert from "node:assert/strict";
import {
  NameResolver,
  type NameResolverOptions,
} from "../../../lib/dns/name_resolver.ts";
import type { Resolver } from "../../../lib/dns/resolver.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { client, clientAt } from "../../support/caller.ts";

const { signal } = new AbortController();

type Addresses = (
  family: 4 | 6,
  signal: AbortSignal,
  name: string,
) => Promise<string[]>;

function resolverOf(
  addresses: Addresses,
  ttlSeconds: number | null,
): Pick<Resolver, "addresses"> {
  return {
    async addresses(name, family, { signal }) {
      const texts = await addresses(family, signal, name);
      return { ips: texts.map((text) => parseIp(text)!), ttlSeconds };
    },
  };
}

/** A NameResolver over a resolver that records its queries. */
function namesOf(
  addresses: Addresses,
  { ttlSeconds = null, ...options }: Partial<NameResolverOptions> & {
    ttlSeconds?: number | null;
  } = {},
) {
  const clock = { now: 1_700_000_000_000 };
  const asked: string[] = [];
  const resolver = resolverOf((family, signal, name) => {
    asked.push(`${name} ${family}`);
    return addresses(family, signal, name);
  }, ttlSeconds);
  const names = new NameResolver({
    resolver,
    now: () => clock.now,
    ...options,
  });
  const ask = async (name = "a.example", family?: 4 | 6) => {
    const answer = await names.firstAddress(name, { family, client, signal });
    return answer.ip?.text ?? answer;
  };
  return { names, asked, clock, ask };
}

const both: Addresses = (family) =>
  Promise.resolve(
    family === 4 ? ["192.0.2.1", "192.0.2.2"] : ["2001:db8::1"],
  );
const none: Addresses = () => Promise.resolve([]);
const silent: Addresses = (_, signal) =>
  new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason))
  );

const noAddress = { ip: null, reason: "no address" };
const noAnswer = { ip: null, reason: "no response" };

Deno.test("NameResolver.firstAddress - the first A record takes precedence over AAAA records", async () => {
  assert.equal(await namesOf(both).ask(), "192.0.2.1");
});

Deno.test("NameResolver.firstAddress - queries only the given family", async () => {
  const { ask, asked } = namesOf(both);
  assert.equal(await ask("a.example", 4), "192.0.2.1");
  assert.equal(await ask("a.example", 6), "2001:db8::1");
  assert.deepEqual(asked, ["a.example 4", "a.example 6"]);
});

Deno.test("NameResolver.firstAddress - an AAAA record if there is no A record, unless only A was requested", async () => {
  const { ask } = namesOf((family) =>
    Promise.resolve(family === 4 ? [] : ["2001:db8::1"])
  );
  assert.equal(await ask(), "2001:db8::1");
  assert.deepEqual(await ask("a.example", 4), noAddress);
});

Deno.test("NameResolver.firstAddress - no response if the resolver fails, without caching", async () => {
  const { ask, asked } = namesOf(() => Promise.reject(new Error("SERVFAIL")));
  assert.deepEqual(await ask(), noAnswer);
  assert.deepEqual(await ask(), noAnswer);
  assert.deepEqual(asked, ["a.example 4", "a.example 4"]);
});

Deno.test("NameResolver.firstAddress - no response after the timeout", async () => {
  assert.deepEqual(await namesOf(silent, { timeoutMs: 10 }).ask(), noAnswer);
});

Deno.test("NameResolver.firstAddress - rejects with the signal's reason", async () => {
  const { names } = namesOf(silent);
  const caller = new AbortController();
  const answer = names.firstAddress("a.example", {
    client,
    signal: caller.signal,
  });
  const reason = new Error("gone");
  caller.abort(reason);
  await assert.rejects(answer, reason);
});

Deno.test("NameResolver.firstAddress - concurrent calls for a name share one query and permit", async () => {
  const { ask, asked } = namesOf(silent, { maxInFlight: 1, timeoutMs: 20 });
  const answers = await Promise.all(Array.from({ length: 300 }, () => ask()));
  assert.equal(answers.length, 300);
  for (const answer of answers) assert.deepEqual(answer, noAnswer);
  assert.deepEqual(asked, ["a.example 4"]);
});

Deno.test("NameResolver.firstAddress - a client's slow names wait, are refused in time, and do not block other clients", async () => {
  const asked: string[] = [];
  const { names } = namesOf((_, signal, name) => {
    asked.push(name);
    return name.startsWith("good")
      ? Promise.resolve(["192.0.2.7"])
      : silent(4, signal, name);
  }, { maxInFlight: 16, maxWaiting: 16, timeoutMs: 50 });
  const greedy = { client: clientAt("192.0.2.1"), signal };
  const flood = Array.from(
    { length: 40 },
    (_, i) => names.firstAddress(`silent${i}.example`, greedy),
  ).map((answer) =>
    answer.then(({ ip }) => {
      assert.equal(ip, null);
      return "no answer";
    }, (error) => {
      assert.equal(error.status, 503);
      assert.equal(error.code, "SERVICE_UNAVAILABLE");
      assert.deepEqual(error.headers, { "retry-after": "2" });
      return "refused";
    })
  );
  assert.equal(asked.length, 8);
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
  const told: string[] = [];
  const refusal = new Error("enough");
  const { ask } = namesOf(both, {
    onUncached: ({ key }) => {
      if (told.push(key) > 1) throw refusal;
    },
  });
  assert.equal(await ask(), "192.0.2.1");
  assert.equal(await ask(), "192.0.2.1");
  assert.deepEqual(told, [client.key]);
  await assert.rejects(ask("b.example"), refusal);
});

for (
  const [what, answer, ttlSeconds, lifetimeMs] of [
    ["an address without a TTL for a minute", both, null, 60_000],
    ["an address for its TTL", both, 300, 300_000],
    ["an address for five seconds at least", both, 0, 5_000],
    ["an address for an hour at most", both, 86_400, 3_600_000],
    ["the absence of addresses for ten seconds", none, null, 10_000],
  ] as const
) {
  Deno.test(`NameResolver.firstAddress - caches ${what}`, async () => {
    const { ask, asked, clock } = namesOf(answer, { ttlSeconds });
    const first = await ask();
    const questions = asked.length;
    clock.now += lifetimeMs - 1;
    assert.deepEqual(await ask(), first);
    assert.equal(asked.length, questions);
    clock.now += 1;
    assert.deepEqual(await ask(), first);
    assert.equal(asked.length, 2 * questions);
  });
}

Deno.test("NameResolver.firstAddress - caches at most maxCached names", async () => {
  const { ask, asked } = namesOf(both, { maxCached: 2 });
  for (const name of ["a", "b", "c", "d"]) await ask(`${name}.example`);
  await ask("d.example");
  await ask("a.example");
  assert.deepEqual(asked, [
    "a.example 4",
    "b.example 4",
    "c.example 4",
    "d.example 4",
    "a.example 4",
  ]);
});
