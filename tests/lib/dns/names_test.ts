import assert from "node:assert/strict";
import { Names } from "../../../lib/dns/names.ts";
import type { Resolver } from "../../../lib/dns/resolver.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";

const signal = new AbortController().signal;

function resolverOf(
  addresses: (family: 4 | 6, signal: AbortSignal) => Promise<string[]>,
): Resolver {
  return {
    async addresses(_name, family, signal) {
      return (await addresses(family, signal)).map((text) => parseIp(text)!);
    },
    reverse: () => Promise.resolve(null),
  };
}

const both = resolverOf((family) =>
  Promise.resolve(
    family === 4 ? ["192.0.2.1", "192.0.2.2"] : ["2001:db8::1"],
  )
);

async function textOf(names: Names, family?: 4 | 6) {
  const answer = await names.firstAddress("a.example", { family, signal });
  return answer.ip?.text ?? answer;
}

Deno.test("Names - the first A comes before every AAAA", async () => {
  assert.equal(await textOf(new Names({ resolver: both })), "192.0.2.1");
});

Deno.test("Names - family asks for one kind alone", async () => {
  const names = new Names({ resolver: both });
  assert.equal(await textOf(names, 4), "192.0.2.1");
  assert.equal(await textOf(names, 6), "2001:db8::1");
});

Deno.test("Names - AAAA is taken where there is no A, unless A was asked for", async () => {
  const resolver = resolverOf((family) =>
    Promise.resolve(family === 4 ? [] : ["2001:db8::1"])
  );
  const names = new Names({ resolver });
  assert.equal(await textOf(names), "2001:db8::1");
  assert.deepEqual(await textOf(names, 4), { ip: null, reason: "no address" });
});

Deno.test("Names - a resolver that fails is no answer", async () => {
  const resolver = resolverOf(() => Promise.reject(new Error("SERVFAIL")));
  assert.deepEqual(await textOf(new Names({ resolver })), {
    ip: null,
    reason: "no answer",
  });
});

const silent = resolverOf((_, signal) =>
  new Promise((_, reject) =>
    signal.addEventListener("abort", () => reject(signal.reason))
  )
);

Deno.test("Names - a silent resolver is waited for a limited time", async () => {
  const names = new Names({ resolver: silent, timeoutMs: 10 });
  assert.deepEqual(await textOf(names), { ip: null, reason: "no answer" });
});

Deno.test("Names - the caller's signal ends the wait", async () => {
  const names = new Names({ resolver: silent });
  const caller = new AbortController();
  const answer = names.firstAddress("a.example", { signal: caller.signal });
  caller.abort();
  assert.deepEqual(await answer, { ip: null, reason: "no answer" });
});

Deno.test("Names - a flood of slow names is refused with 503, and room comes back", async () => {
  const names = new Names({ resolver: silent, maxInFlight: 2, timeoutMs: 20 });
  const first = [textOf(names), textOf(names)];
  await assert.rejects(textOf(names), {
    status: 503,
    code: "SERVICE_UNAVAILABLE",
    headers: { "retry-after": "2" },
  });
  await Promise.all(first);
  assert.deepEqual(await textOf(names), { ip: null, reason: "no answer" });
});
