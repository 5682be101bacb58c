import assert from "node:assert/strict";
import type { Resolver } from "../../../../lib/dns/resolver.ts";
import { ipv4FromValue } from "../../../../lib/net/ip_address.ts";
import { ReverseSource } from "../../../../lib/ipinfo/sources/reverse.ts";
import { client } from "../../../support/caller.ts";
import { OWN_CLIENT } from "../../../../lib/core/caller.ts";

const ip = ipv4FromValue(0x08080808);
const { signal } = new AbortController();

function sourceOf(reverse: Resolver["reverse"]) {
  return new ReverseSource({
    addresses: () => Promise.resolve({ ips: [], ttlSeconds: null }),
    reverse,
  });
}

Deno.test("ReverseSource - gives the host name", async () => {
  const source = sourceOf((asked, given) => {
    assert.equal(asked, ip);
    assert.deepEqual(given, { client, signal });
    return Promise.resolve("dns.google");
  });
  assert.deepEqual(await source.lookup(ip, signal, client), {
    facts: { hostname: "dns.google" },
  });
});

Deno.test("ReverseSource - an address without a name is an answer", async () => {
  const source = sourceOf(() => Promise.resolve(null));
  assert.deepEqual(await source.lookup(ip, signal), { facts: {} });
});

Deno.test("ReverseSource - fails where no server answers", async () => {
  const source = sourceOf(() => Promise.reject(new Error("no answer")));
  await assert.rejects(source.lookup(ip, signal), /no answer/);
});

Deno.test("ReverseSource.check - asks for the loopback address, and takes no name for an answer", async () => {
  const source = sourceOf((asked, given) => {
    assert.equal(asked.text, "127.0.0.1");
    assert.deepEqual(given, { client: OWN_CLIENT, signal });
    return Promise.resolve(null);
  });
  await source.check(signal);
  const dead = sourceOf(() => Promise.reject(new Error("no answer")));
  await assert.rejects(dead.check(signal), /no answer/);
});

Deno.test("ReverseSource - is waited for half a second and kept for an hour, without a name five minutes", () => {
  const { timeoutMs, lifetimeMs, emptyLifetimeMs } = sourceOf(() =>
    Promise.resolve(null)
  );
  assert.deepEqual({ timeoutMs, lifetimeMs, emptyLifetimeMs }, {
    timeoutMs: 500,
    lifetimeMs: 3_600_000,
    emptyLifetimeMs: 300_000,
  });
});
