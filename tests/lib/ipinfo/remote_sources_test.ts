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
import { caller, clientAt } from "../../support/caller.ts";

const start = Date.UTC(2026, 10, 21);
const google = ipv4FromValue(0x42660001);
const { signal } = caller;

function source(
  lookup: RemoteSource["lookup"],
  more: Partial<RemoteSource> = {},
) {
  const made = {
    name: "a",
    kind: "open" as const,
    timeoutMs: 60_000,
    lifetimeMs: 7_000,
    emptyLifetimeMs: 5_000,
    ...more,
    queries: 0,
    lookup(...args: Parameters<RemoteSource["lookup"]>) {
      made.queries++;
      return lookup(...args);
    },
  };
  return made;
}

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
  { clock = { now: start }, cache }: {
    clock?: { now: number };
    cache?: ReturnType<typeof cacheStub>;
  } = {},
) {
  return new RemoteSources({ sources, cache, now: () => clock.now });
}

Deno.test("RemoteSources.query - caches findings for the source's lifetime, and empty ones for less", async () => {
  const cache = cacheStub();
  const sources = remote([
    source(says({ facts: { city: "Berlin", zip: "" } })),
    source(says({ facts: { zip: "" } }), { name: "b" }),
  ], { cache });
  assert.deepEqual(await sources.query(google, "v1", caller, 60_000), [
    {
      contribution: {
        source: "a",
        kind: "open",
        facts: { city: "Berlin" },
        evidence: [],
      },
      expiresAt: start + 7_000,
      savedAt: null,
    },
    {
      contribution: { source: "b", kind: "open", facts: {}, evidence: [] },
      expiresAt: start + 5_000,
      savedAt: null,
    },
  ]);
  assert.deepEqual(cache.cached.get("a"), {
    findings: { facts: { city: "Berlin" }, evidence: [] },
    savedAt: start,
    expiresAt: start + 7_000,
  });
});

Deno.test("RemoteSources.query - uses the time limit of the options for each source", async () => {
  const sources = new RemoteSources({
    sources: [source(
      (_ip, limited) =>
        new Promise((resolve) => {
          const timer = setTimeout(() => resolve(berlin), 50);
          limited.addEventListener("abort", () => clearTimeout(timer));
        }),
      { timeoutMs: 1 },
    )],
    now: () => start,
    timeoutMs: 60_000,
  });
  const [answer] = await sources.query(google, "v1", caller, 60_000);
  assert.deepEqual(answer.contribution?.facts, { city: "Berlin" });
});

Deno.test("RemoteSources.query - uses cached findings, and queries the other sources", async () => {
  const cache = cacheStub();
  cache.cached.set("a", {
    findings: berlin,
    savedAt: start - 1_000,
    expiresAt: start + 1_000,
  });
  const a = source(says(berlin));
  const b = source(says(berlin), { name: "b" });
  const sources = remote([a, b], { cache });
  const answers = await sources.query(google, "v1", caller, 60_000);
  assert.deepEqual(
    answers.map(({ expiresAt, savedAt }) => [expiresAt, savedAt]),
    [[start + 1_000, start - 1_000], [start + 7_000, null]],
  );
  assert.deepEqual([a.queries, b.queries], [0, 1]);
  await sources.query(google, "v1", caller, 60_000);
  const none = { answered: 0, cached: 0, failed: 0, skipped: 0 };
  assert.deepEqual([...sources.counts], [
    ["a", { ...none, cached: 2 }],
    ["b", { ...none, answered: 1, cached: 1 }],
  ]);
});

Deno.test("RemoteSources.query - does not cache a failure", async () => {
  const cache = cacheStub();
  const broken = source(() => Promise.reject(new Error("broken")));
  const [answer] = await remote([broken], { cache }).query(
    google,
    "v1",
    caller,
    60_000,
  );
  assert.deepEqual(answer, {
    contribution: null,
    expiresAt: start + 60_000,
    savedAt: null,
  });
  assert.equal(cache.cached.size, 0);
});

Deno.test("RemoteSources.query - holds off from a busy source", async () => {
  const clock = { now: start };
  const busy = source(() => Promise.reject(new SourceBusyError(90_000)));
  const sources = remote([busy], { clock });
  for (let i = 0; i < 3; i++) {
    await sources.query(google, "v1", caller, 60_000);
  }
  assert.equal(busy.queries, 1);
  clock.now += 89_999;
  await sources.query(google, "v1", caller, 60_000);
  assert.equal(busy.queries, 1);
  clock.now += 1;
  await sources.query(google, "v1", caller, 60_000);
  assert.equal(busy.queries, 2);
  assert.deepEqual(sources.counts.get("a"), {
    answered: 0,
    cached: 0,
    failed: 2,
    skipped: 3,
  });
});

Deno.test("RemoteSources.query - limits concurrent queries to a source, and queues the others", async () => {
  const { promise, resolve } = Promise.withResolvers<Findings>();
  const slow = source(() => promise, { maxInFlight: 2 });
  const sources = remote([slow]);
  const queries = [1, 2, 3].map((value) =>
    sources.query(
      ipv4FromValue(value),
      "v1",
      { client: clientAt(`192.0.2.${value}`), signal },
      60_000,
    )
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
  const slow = source(() => promise);
  const sources = remote([slow]);
  let refused = 0;
  const queries = Array.from({ length: 16 + 128 + 5 }, async (_, value) => {
    const [answer] = await sources.query(
      ipv4FromValue(value),
      "v1",
      caller,
      60_000,
    );
    if (!answer.contribution) refused++;
  });
  await turn();
  assert.deepEqual([slow.queries, refused], [16, 5]);
  resolve(berlin);
  await Promise.all(queries);
  assert.deepEqual([slow.queries, refused], [16 + 128, 5]);
});

const cases = [[2_000, 20], [20, 2_000]];
for (const [timeoutMs, limitMs] of cases) {
  Deno.test(`RemoteSources.query - uses the shorter time limit (${timeoutMs}, ${limitMs} ms)`, async () => {
    const reasons: string[] = [];
    const silent = source((_ip, limited) =>
      new Promise((_, reject) => {
        limited.addEventListener("abort", () => {
          reasons.push(limited.reason.message);
          reject(limited.reason);
        });
      }), { timeoutMs });
    const sources = remote([silent, source(says(berlin), { name: "b" })]);
    const answers = await sources.query(google, "v1", caller, limitMs);
    assert.deepEqual(
      answers.map(({ contribution }) => contribution?.facts ?? null),
      [null, berlin.facts],
    );
    assert.deepEqual(reasons, ["no response within 20 ms"]);
    assert.equal(sources.counts.get("a")?.failed, 1);
  });
}

Deno.test("RemoteSources.query - a client without a permit in time gets no findings, and the source is not blamed", async () => {
  const silent = source(() => new Promise(() => {}), {
    maxInFlight: 4,
    timeoutMs: 60,
  });
  const sources = remote([silent]);
  const queries = [1, 2, 3].map((value) =>
    sources.query(ipv4FromValue(value), "v1", caller, 60_000)
  );
  assert.deepEqual(await queries[2], [
    { contribution: null, expiresAt: start, savedAt: null },
  ]);
  assert.equal(silent.queries, 2);
  assert.equal(sources.counts.get(silent.name)?.skipped, 1);
  // Others are asked for meanwhile.
  const other = { client: clientAt("198.51.100.1"), signal };
  const [answer] = await sources.query(ipv4FromValue(3), "v1", other, 60_000);
  assert.deepEqual(answer, {
    contribution: null,
    expiresAt: start + 60_000,
    savedAt: null,
  });
  assert.equal(silent.queries, 3);
  await Promise.all(queries);
});

Deno.test("RemoteSources.query - clients that look up the same address share the query", async () => {
  const { promise, resolve } = Promise.withResolvers<Findings>();
  const slow = source(() => promise, { maxInFlight: 1 });
  const sources = remote([slow]);
  const queries = ["192.0.2.1", "192.0.2.2"].map((address) =>
    sources.query(google, "v1", { client: clientAt(address), signal }, 60_000)
  );
  await turn();
  resolve(berlin);
  for (const [answer] of await Promise.all(queries)) {
    assert.deepEqual(answer.contribution?.facts, berlin.facts);
  }
  assert.equal(slow.queries, 1);
});

Deno.test("RemoteSources.query - queries only the sources of the policy", async () => {
  const commercial = source(says(berlin), { kind: "commercial" });
  const contacts = source(says(berlin), { kind: "registry", onlyFor: "v2" });
  const sources = remote([commercial, contacts]);
  assert.deepEqual(await sources.query(google, "v1", caller, 60_000), []);
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
        source(says(berlin), { lifetimeMs: 600_000 }),
        source(says({ facts: { zip: "10115" } }), { name: "b" }),
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
  assert.deepEqual(withoutEmpty(mixed.profile.facts), {
    city: "Berlin",
    zip: "10115",
  });
  clock.now += 1_000;
  assert.equal((await other.describe(google, caller)).savedAt, start);
});

Deno.test("RemoteSources.query - caches partial findings no longer than empty ones", async () => {
  const half = source(says({ ...berlin, isPartial: true }));
  const [answer] = await remote([half]).query(google, "v1", caller, 60_000);
  assert.equal(answer.expiresAt, start + 5_000);
  const profiles = new Profiles({
    local: [],
    remote: [half],
    now: () => start,
  });
  const { profile, isComplete } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), berlin.facts);
  assert.equal(isComplete, false);
});

Deno.test("RemoteSources.query - adds the facts that follow from others, and caches them", async () => {
  const cache = cacheStub();
  const sources = new RemoteSources({
    sources: [source(says({ facts: { countryCode: "DE" } }))],
    cache,
    complete: (facts) => ({ country: "Germany", ...facts }),
    now: () => start,
  });
  const facts = { country: "Germany", countryCode: "DE" };
  const [answer] = await sources.query(google, "v1", caller, 60_000);
  assert.deepEqual(answer.contribution?.facts, facts);
  assert.deepEqual(cache.cached.get("a")?.findings.facts, facts);
});

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
