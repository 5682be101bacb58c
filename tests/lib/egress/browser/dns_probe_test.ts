import assert from "node:assert/strict";
import {
  type DnsProbeOptions,
  dnsProbes,
  randomNonce,
} from "../../../../lib/egress/browser/dns_probe.ts";
import { noResponse, scriptedFetch } from "./fetches.ts";
import { parseNonce } from "../../../../lib/egress/probe/zone_records.ts";

const nonce = "abcdefghij0123456789";
const v4 = { ip: "192.0.2.53", family: 4, protocol: "udp", subnet: null };
const v6 = { ...v4, ip: "2001:db8::53", family: 6, subnet: "203.0.113.0/24" };
const seenV4 = { ...v4, via_v6_only: false };
const seenV6 = { ...v6, via_v6_only: true };
const noSeen: object[] = [];
const found = (value: unknown) => ({ state: "found", value, elapsedMs: 0 });

/** Returns the given responses to polls in turn, and repeats the last. */
async function probe(
  polls: (object[] | Response | null)[],
  more: Partial<DnsProbeOptions> = {},
  signal = new AbortController().signal,
) {
  const waits: number[] = [];
  let count = 0;
  const { fetch, calls } = scriptedFetch((url) => {
    if (!url.startsWith("/")) return noResponse();
    const response = polls[Math.min(count++, polls.length - 1)];
    if (response === null) return noResponse();
    if (response instanceof Response) return response;
    return Response.json({ nonce, resolvers: response });
  });
  const probes = await dnsProbes({
    fetch,
    protocol: "https:",
    zone: "probe.test",
    hasV6NameServer: true,
    nonce,
    pausesMs: [0, 0, 0, 0],
    ...more,
  }, { signal, now: () => 0, onRateLimited: (s) => waits.push(s) });
  return { ...probes, calls, waits, polls: count };
}

Deno.test("dnsProbes - requests several names over the page's scheme", async () => {
  const { calls } = await probe([[seenV4]]);
  const names = calls.filter(({ init }) => init.mode === "no-cors");
  const urls = ["", "1.", "2.", "3.", "v6."]
    .map((prefix) => `https://${prefix}${nonce}.probe.test/favicon.svg`);
  assert.deepEqual(names.map(({ url }) => url), urls);
  const poll = calls.find(({ url }) => url.startsWith("/"));
  assert.equal(poll?.url, `/api/egress/dns/${nonce}`);
});

Deno.test("dnsProbes - ends early if two polls are equal, and include IPv6", async () => {
  const seen = [seenV4, seenV6];
  const result = await probe([[], seen, seen, noSeen]);
  assert.deepEqual(result.resolvers, found([v4, v6]));
  assert.deepEqual(result.resolversV6, found([v6]));
  assert.equal(result.polls, 3);
});

Deno.test("dnsProbes - ends with none if no resolver reached the IPv6-only server in time", async () => {
  const result = await probe([[seenV4]]);
  assert.deepEqual(result.resolvers.value, [v4]);
  assert.deepEqual(result.resolversV6, { state: "none", elapsedMs: 0 });
  assert.equal(result.polls, 4);
});

Deno.test("dnsProbes - skips IPv6 without an IPv6-only server", async () => {
  const result = await probe([[], [seenV4]], { hasV6NameServer: false });
  assert.deepEqual(result.resolvers.value, [v4]);
  assert.deepEqual(result.resolversV6, { state: "not_configured" });
  assert.equal(result.polls, 3);
});

Deno.test("dnsProbes - draws no conclusion about IPv6 if no resolver was seen", async () => {
  for (const poll of [noSeen, null]) {
    const result = await probe([poll]);
    assert.deepEqual(result.resolvers, { state: "timed_out", elapsedMs: 0 });
    assert.deepEqual(result.resolversV6, { state: "timed_out", elapsedMs: 0 });
    assert.equal(result.polls, 4);
  }
});

Deno.test("dnsProbes - keeps earlier results if a poll fails", async () => {
  const result = await probe([[seenV4], null]);
  assert.deepEqual(result.resolvers.value, [v4]);
});

Deno.test("dnsProbes - ends if the zone is off, or the server limits requests", async () => {
  const off = await probe([new Response(null, { status: 404 })]);
  assert.equal(off.resolvers.state, "not_configured");
  const headers = { "retry-after": "9" };
  const limited = await probe([new Response(null, { status: 429, headers })]);
  assert.equal(limited.resolvers.state, "stopped");
  assert.deepEqual(limited.waits, [9]);
});

Deno.test("dnsProbes - stops between two polls", async () => {
  const controller = new AbortController();
  const running = probe([[]], { pausesMs: [100_000] }, controller.signal);
  controller.abort();
  const { resolvers, resolversV6, calls } = await running;
  assert.equal(resolvers.state, "stopped");
  assert.equal(resolversV6.state, "stopped");
  assert(calls.every(({ init }) => init.signal?.aborted));
});

Deno.test("randomNonce - is a nonce that the name server accepts", () => {
  const nonce = randomNonce((bytes) => crypto.getRandomValues(bytes));
  assert.match(nonce, /^[0-9a-f]{20}$/);
  assert.equal(parseNonce(nonce), nonce);
});

Deno.test("randomNonce - uses every byte", () => {
  const nonces = new Set<string>();
  for (let i = 0; i < 10; i++) nonces.add(randomNonce((bytes) => bytes[i] = 1));
  assert.equal(nonces.size, 10);
});
