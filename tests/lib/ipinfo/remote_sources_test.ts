import assert from "node:assert/strict";
import { withoutEmpty } from "../../../lib/ipinfo/merge.ts";
import { ipv4FromValue } from "../../../lib/net/ip_address.ts";
import type { CachedFindings } from "../../../lib/ipinfo/findings_cache.ts";
import type { Findings, RemoteSource } from "../../../lib/ipinfo/profile.ts";
import { Profiles } from "../../../lib/ipinfo/profiles.ts";
import {
  RemoteSources,
  SourceBusyError,
} from "../../../lib/ipinfo/remote_sources.ts";
import { remoteSource } from "./stub_sources.ts";
import { caller, clientAt } from "../../support/caller.ts";

const start = Date.UTC(2026, 10, 21);
const google = ipv4FromValue(0x42660001);
const { signal } = caller;

const berlin: Findings = { facts: { city: "Berlin" } };
const says = (findings: Findings) => () => Promise.resolve(findings);

/** A cache in memory that stores writes immediately. */
function cacheStub() {
  const cached = new Map<string, CachedFindings>();
  return {
    cached,
    read: (names: readonly string[]) =>
      Promise.resolve(names.map((name) => cached.get(name) ?? null)),
    write: (name: string, _ip: unknown, answer: CachedFindings) =>
      void cached.set(name, answer),
  };
}

function remote(
  sources: RemoteSource[],
  { clock = { now: start }, ...more }:
    & Partial<ConstructorParameters<typeof RemoteSources>[0]>
    & { clock?: { now: number } } = {},
) {
  return new RemoteSources({ sources, now: () => clock.now, ...more });
}

/** What the sources say for V1 about an address, by default Google's. */
const ask = (sources: RemoteSources, about = google, by = caller) =>
  sources.query(about, "v1", by, 60_000);

const callerAt = (address: string) => ({ client: clientAt(address), signal });

const failed = (expiresAt: number) => ({
  contribution: null,
  expiresAt,
  savedAt: null,
});

Deno.test("RemoteSources.query - caches findings for the source's lifetime, and empty ones for less", async () => {
  const cache = cacheStub();
  const sources = remote([
    remoteSource(says({ facts: { city: "Berlin", zip: "" } })),
    remoteSource(says({ facts: { zip: "" } }), { name: "b" }),
  ], { cache });
  const open = { kind: "open", evidence: [] };
  const a = { ...open, source: "a", facts: { city: "Berlin" } };
  const b = { ...open, source: "b", facts: {} };
  assert.deepEqual(await ask(sources), [
    { contribution: a, expiresAt: start + 7_000, savedAt: null },
    { contribution: b, expiresAt: start + 5_000, savedAt: null },
  ]);
  assert.deepEqual(cache.cached.get("a"), {
    findings: { facts: { city: "Berlin" }, evidence: [] },
    savedAt: start,
    expiresAt: start + 7_000,
  });
});

Deno.test("RemoteSources.query - uses the time limit of the options for each source", async () => {
  const slow = remoteSource((_ip, limited) =>
    new Promise((resolve) => {
      const timer = setTimeout(() => resolve(berlin), 50);
      limited.addEventListener("abort", () => clearTimeout(timer));
    }), { timeoutMs: 1 });
  const [answer] = await ask(remote([slow], { timeoutMs: 60_000 }));
  assert.deepEqual(answer.contribution?.facts, { city: "Berlin" });
});

Deno.test("RemoteSources.query - uses cached findings, and queries the other sources", async () => {
  const cache = cacheStub();
  cache.cached.set("a", {
    findings: berlin,
    savedAt: start - 1_000,
    expiresAt: start + 1_000,
  });
  const a = remoteSource(says(berlin));
  const b = remoteSource(says(berlin), { name: "b" });
  const sources = remote([a, b], { cache });
  const answers = await ask(sources);
  const times = answers.map(({ expiresAt, savedAt }) => [expiresAt, savedAt]);
  const cached = [start + 1_000, start - 1_000];
  assert.deepEqual(times, [cached, [start + 7_000, null]]);
  assert.deepEqual([a.queries, b.queries], [0, 1]);
  await ask(sources);
  const none = { answered: 0, cached: 0, failed: 0, skipped: 0 };
  assert.deepEqual([...sources.counts], [
    ["a", { ...none, cached: 2 }],
    ["b", { ...none, answered: 1, cached: 1 }],
  ]);
});

Deno.test("RemoteSources.query - does not cache a failure", async () => {
  const cache = cacheStub();
  const broken = remoteSource(() => Promise.reject(new Error("broken")));
  const [answer] = await ask(remote([broken], { cache }));
  assert.deepEqual(answer, failed(start + 60_000));
  assert.equal(cache.cached.size, 0);
});

Deno.test("RemoteSources.query - holds off from a busy source", async () => {
  const clock = { now: start };
  const busy = remoteSource(() => Promise.reject(new SourceBusyError(90_000)));
  const sources = remote([busy], { clock });
  for (let i = 0; i < 3; i++) await ask(sources);
  assert.equal(busy.queries, 1);
  for (const [ms, queries] of [[89_999, 1], [1, 2]]) {
    clock.now += ms;
    await ask(sources);
    assert.equal(busy.queries, queries);
  }
  const counts = { answered: 0, cached: 0, failed: 2, skipped: 3 };
  assert.deepEqual(sources.counts.get("a"), counts);
});

Deno.test("RemoteSources.query - holds off from a source after three timeouts", async () => {
  const endless = remoteSource(() => new Promise(() => {}), { timeoutMs: 1 });
  const sources = remote([endless]);
  for (let i = 1; i < 5; i++) await ask(sources, ipv4FromValue(i));
  assert.equal(endless.queries, 3);
});

Deno.test("RemoteSources.query - limits concurrent queries to a source, and queues the others", async () => {
  const { promise, resolve } = Promise.withResolvers<Findings>();
  const slow = remoteSource(() => promise, { maxInFlight: 2 });
  const sources = remote([slow]);
  const queries = [1, 2, 3].map((value) =>
    ask(sources, ipv4FromValue(value), callerAt(`192.0.2.${value}`))
  );
  await turn();
  assert.equal(slow.queries, 2);
  resolve(berlin);
  for (const [answer] of await Promise.all(queries)) {
    assert.deepEqual(answer.contribution?.facts, berlin.facts);
  }
  assert.equal(slow.queries, 3);
});

Deno.test("RemoteSources.query - of one network, 16 queries run and 128 wait unless the source says otherwise", async () => {
  const { promise, resolve } = Promise.withResolvers<Findings>();
  const slow = remoteSource(() => promise);
  const sources = remote([slow]);
  let refused = 0;
  const queries = Array.from({ length: 16 + 128 + 5 }, async (_, value) => {
    const [answer] = await ask(sources, ipv4FromValue(value));
    if (!answer.contribution) refused++;
  });
  await turn();
  assert.deepEqual([slow.queries, refused], [16, 5]);
  resolve(berlin);
  await Promise.all(queries);
  assert.deepEqual([slow.queries, refused], [16 + 128, 5]);
});

for (const [timeoutMs, limitMs] of [[2_000, 20], [20, 2_000]]) {
  Deno.test(`RemoteSources.query - uses the shorter time limit (${timeoutMs}, ${limitMs} ms)`, async () => {
    const reasons: string[] = [];
    const silent = remoteSource((_ip, limited) =>
      new Promise((_, reject) => {
        limited.addEventListener("abort", () => {
          reasons.push(limited.reason.message);
          reject(limited.reason);
        });
      }), { timeoutMs });
    const sources = remote([silent, remoteSource(says(berlin), { name: "b" })]);
    const answers = await sources.query(google, "v1", caller, limitMs);
    const facts = answers.map(({ contribution }) => contribution?.facts);
    assert.deepEqual(facts, [undefined, berlin.facts]);
    assert.deepEqual(reasons, ["no response within 20 ms"]);
    assert.equal(sources.counts.get("a")?.failed, 1);
  });
}

Deno.test("RemoteSources.query - a client without a permit in time gets no findings, and the source is not blamed", async () => {
  const limits = { maxInFlight: 4, timeoutMs: 60 };
  const silent = remoteSource(() => new Promise(() => {}), limits);
  const sources = remote([silent]);
  const queries = [1, 2, 3].map((value) => ask(sources, ipv4FromValue(value)));
  assert.deepEqual(await queries[2], [failed(start)]);
  assert.equal(silent.queries, 2);
  assert.equal(sources.counts.get(silent.name)?.skipped, 1);
  // Others are asked for meanwhile.
  const other = callerAt("198.51.100.1");
  const [answer] = await ask(sources, ipv4FromValue(3), other);
  assert.deepEqual(answer, failed(start + 60_000));
  assert.equal(silent.queries, 3);
  await Promise.all(queries);
});

Deno.test("RemoteSources.query - clients that look up the same address share the query", async () => {
  const { promise, resolve } = Promise.withResolvers<Findings>();
  const slow = remoteSource(() => promise, { maxInFlight: 1 });
  const sources = remote([slow]);
  const queries = ["192.0.2.1", "192.0.2.2"].map((address) =>
    ask(sources, google, callerAt(address))
  );
  await turn();
  resolve(berlin);
  for (const [answer] of await Promise.all(queries)) {
    assert.deepEqual(answer.contribution?.facts, berlin.facts);
  }
  assert.equal(slow.queries, 1);
});

Deno.test("RemoteSources.query - queries only the sources of the policy", async () => {
  const commercial = remoteSource(says(berlin), { kind: "commercial" });
  const contacts = remoteSource(says(berlin), {
    kind: "registry",
    onlyFor: "v2",
  });
  const sources = remote([commercial, contacts]);
  assert.deepEqual(await ask(sources), []);
  assert.equal((await sources.query(google, "v2", caller, 60_000)).length, 2);
  assert.deepEqual([commercial.queries, contacts.queries], [1, 1]);
});

Deno.test("Profiles - returns when the oldest part of a profile was cached", async () => {
  const clock = { now: start };
  const cache = cacheStub();
  const profilesOf = () =>
    new Profiles({
      local: [],
      remote: [
        remoteSource(says(berlin), { lifetimeMs: 600_000 }),
        remoteSource(says({ facts: { zip: "10115" } }), { name: "b" }),
      ],
      cache,
      now: () => clock.now,
    });
  const profiles = profilesOf();
  const fresh = await profiles.describe(google, caller);
  assert.equal(fresh.savedAt, null);
  clock.now += 1_000;
  assert.equal((await profiles.describe(google, caller)).savedAt, start);

  // Another process: one part is in the cache, the other has run out there.
  cache.cached.delete("b");
  clock.now += 9_000;
  const other = profilesOf();
  const mixed = await other.describe(google, caller);
  assert.equal(mixed.savedAt, start);
  const facts = { city: "Berlin", zip: "10115" };
  assert.deepEqual(withoutEmpty(mixed.profile.facts), facts);
  clock.now += 1_000;
  assert.equal((await other.describe(google, caller)).savedAt, start);
});

Deno.test("RemoteSources.query - caches partial findings no longer than empty ones", async () => {
  const half = remoteSource(says({ ...berlin, isPartial: true }));
  const [answer] = await ask(remote([half]));
  assert.equal(answer.expiresAt, start + 5_000);
  const now = () => start;
  const profiles = new Profiles({ local: [], remote: [half], now });
  const { profile, isComplete } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), berlin.facts);
  assert.equal(isComplete, false);
});

Deno.test("RemoteSources.query - adds the facts that follow from others, and caches them", async () => {
  const cache = cacheStub();
  const sources = remote(
    [remoteSource(says({ facts: { countryCode: "DE" } }))],
    { cache, complete: (facts) => ({ country: "Germany", ...facts }) },
  );
  const facts = { country: "Germany", countryCode: "DE" };
  const [answer] = await ask(sources);
  assert.deepEqual(answer.contribution?.facts, facts);
  assert.deepEqual(cache.cached.get("a")?.findings.facts, facts);
});

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
