import assert from "node:assert/strict";
import { Names, type NamesOptions } from "../../../lib/dns/names.ts";
import type { Resolver } from "../../../lib/dns/resolver.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";

const { signal } = new AbortController();

type Addresses = (
  family: 4 | 6,
  signal: AbortSignal,
  name: string,
) => Promise<string[]>;

function resolverOf(addresses: Addresses): Resolver {
  return {
    async addresses(name, family, signal) {
      const texts = await addresses(family, signal, name);
      return texts.map((text) => parseIp(text)!);
    },
    reverse: () => Promise.resolve(null),
  };
}

/** Names over a resolver that writes down what it is asked. */
function namesOf(
  addresses: Addresses,
  options: Partial<NamesOptions> = {},
) {
  const clock = { now: 1_700_000_000_000 };
  const asked: string[] = [];
  const resolver = resolverOf((family, signal, name) => {
    asked.push(`${name} ${family}`);
    return addresses(family, signal, name);
  });
  const names = new Names({ resolver, now: () => clock.now, ...options });
  const ask = async (name = "a.example", family?: 4 | 6) => {
    const answer = await names.firstAddress(name, { family, signal });
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
const noAnswer = { ip: null, reason: "no answer" };

Deno.test("Names - the first A comes before every AAAA", async () => {
  assert.equal(await namesOf(both).ask(), "192.0.2.1");
});

Deno.test("Names - family asks for one kind alone", async () => {
  const { ask, asked } = namesOf(both);
  assert.equal(await ask("a.example", 4), "192.0.2.1");
  assert.equal(await ask("a.example", 6), "2001:db8::1");
  assert.deepEqual(asked, ["a.example 4", "a.example 6"]);
});

Deno.test("Names - AAAA is taken where there is no A, unless A was asked for", async () => {
  const { ask } = namesOf((family) =>
    Promise.resolve(family === 4 ? [] : ["2001:db8::1"])
  );
  assert.equal(await ask(), "2001:db8::1");
  assert.deepEqual(await ask("a.example", 4), noAddress);
});

Deno.test("Names - a resolver that fails is no answer, and is asked again", async () => {
  const { ask, asked } = namesOf(() => Promise.reject(new Error("SERVFAIL")));
  assert.deepEqual(await ask(), noAnswer);
  assert.deepEqual(await ask(), noAnswer);
  assert.deepEqual(asked, ["a.example 4", "a.example 4"]);
});

Deno.test("Names - a silent resolver is waited for a limited time", async () => {
  assert.deepEqual(await namesOf(silent, { timeoutMs: 10 }).ask(), noAnswer);
});

Deno.test("Names - the caller's signal ends the wait", async () => {
  const { names } = namesOf(silent);
  const caller = new AbortController();
  const answer = names.firstAddress("a.example", { signal: caller.signal });
  const reason = new Error("gone");
  caller.abort(reason);
  await assert.rejects(answer, reason);
});

Deno.test("Names - callers of one name share one question and one place", async () => {
  const { ask, asked } = namesOf(silent, { maxInFlight: 1, timeoutMs: 20 });
  const answers = await Promise.all(Array.from({ length: 300 }, () => ask()));
  assert.equal(answers.length, 300);
  for (const answer of answers) assert.deepEqual(answer, noAnswer);
  assert.deepEqual(asked, ["a.example 4"]);
});

Deno.test("Names - a flood of different slow names is refused with 503, and room comes back", async () => {
  const { ask } = namesOf(silent, { maxInFlight: 2, timeoutMs: 20 });
  const first = [ask("a.example"), ask("b.example")];
  await assert.rejects(ask("c.example"), {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    headers: { "retry-after": "2" },
  });
  await Promise.all(first);
  assert.deepEqual(await ask("c.example"), noAnswer);
});

for (
  const [what, answer, lifetimeMs] of [
    ["an address for a minute", both, 60_000],
    ["that there is none for ten seconds", none, 10_000],
  ] as const
) {
  Deno.test(`Names - keeps ${what}`, async () => {
    const { ask, asked, clock } = namesOf(answer);
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

Deno.test("Names - keeps no more answers than it may", async () => {
  const { ask, asked } = namesOf(both, { maxKept: 2 });
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
