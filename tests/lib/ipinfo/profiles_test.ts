import assert from "node:assert/strict";
import { withoutEmpty } from "../../../lib/ipinfo/merge.ts";
import type { IpAddress } from "../../../lib/net/ip_address.ts";
import { bogonProfile } from "../../../lib/ipinfo/merged_profile.ts";
import type {
  Facts,
  LocalSource,
  RemoteSource,
} from "../../../lib/ipinfo/profile.ts";
import { Profiles } from "../../../lib/ipinfo/profiles.ts";
import type { HostName } from "../../../lib/dns/host_names.ts";
import { caller, client, clientAt } from "../../support/caller.ts";
import { ip } from "../../support/address.ts";
import { localSource, remoteSource } from "./stub_sources.ts";

const google = ip("8.8.8.8");
const start = 1_700_000_000_000;
const { signal } = caller;

/** A remote source that counts how often it is asked. */
const remote = (
  answer: (signal: AbortSignal) => Promise<Partial<Facts>>,
  more: Partial<RemoteSource> = {},
) =>
  remoteSource(async (_, limited) => ({ facts: await answer(limited) }), {
    ...{ name: "remote", kind: "reverse" },
    ...{ lifetimeMs: 3_600_000, emptyLifetimeMs: 300_000, ...more },
  });

const named = () => Promise.resolve({ hostname: "dns.google" });
const broken = () => Promise.reject(new Error("broken"));
const endless = () => new Promise<never>(() => {});

/** Ends only by its signal. */
const waiting = (limited: AbortSignal) =>
  new Promise<never>((_, reject) => {
    limited.addEventListener("abort", () => reject(limited.reason));
  });

const geoIn = (countryCode: string) => localSource("geo", { countryCode });

function profilesOf(parts: Partial<ConstructorParameters<typeof Profiles>[0]>) {
  const clock = { now: start };
  const profiles = new Profiles({
    local: [geoIn("US")],
    now: () => clock.now,
    ...parts,
  });
  return { profiles, clock };
}

/** What is known of Google's address. */
async function factsOf(profiles: Profiles) {
  const { profile } = await profiles.describe(google, caller);
  return withoutEmpty(profile.facts);
}

/** Asks for 8.8.8.`first` to 8.8.8.`last`. */
async function askFor(profiles: Profiles, first: number, last: number) {
  for (let i = first; i <= last; i++) {
    await profiles.describe(ip(`8.8.8.${i}`), caller);
  }
}

/** Asks, and leaves before there is an answer. */
async function leave(profiles: Profiles, address: IpAddress) {
  const leaving = new AbortController();
  const { signal } = leaving;
  const described = profiles.describe(address, { client, signal });
  await Promise.resolve();
  leaving.abort(new Error("gone"));
  await assert.rejects(async () => await described, /gone/);
}

function assertCachedFor(
  ms: number,
  { profiles, clock }: ReturnType<typeof profilesOf>,
) {
  clock.now = start + ms - 1;
  const cached = profiles.cached(google);
  assert.equal(cached?.savedAt, start);
  clock.now = start + ms;
  assert.equal(profiles.cached(google), null);
  return cached;
}

Deno.test("Profiles.describe - merges local and remote facts and names their sources", async () => {
  const { profiles } = profilesOf({ remote: [remote(named)] });
  const { profile, savedAt } = await profiles.describe(google, caller);
  assert.equal(savedAt, null);
  const { isBogon, isChinaIp } = profile;
  assert.deepEqual([profile.ip, isBogon, isChinaIp], [google, false, false]);
  assert.deepEqual(withoutEmpty(profile.facts), {
    countryCode: "US",
    hostname: "dns.google",
  });
  assert.deepEqual(profile.sources, { countryCode: "geo", hostname: "remote" });
});

/** Host names that all are the same. */
function hostNamesOf(name: Partial<HostName>, isAtOnce = false) {
  const found = {
    hostname: null,
    isKnown: true,
    expiresAt: start + 600_000,
    savedAt: null,
    ...name,
  };
  return {
    counts: { answered: 1, cached: 2, failed: 3, skipped: 4 },
    lookup: () => isAtOnce ? found : Promise.resolve(found),
  };
}

/** Host names that are asked for once, and then cached. */
function cachedNamesOf(name: Partial<HostName>) {
  const names = [
    hostNamesOf(name),
    hostNamesOf({ savedAt: start, ...name }, true),
  ];
  let lookups = 0;
  return { ...names[0], lookup: () => names[Math.min(lookups++, 1)].lookup() };
}

/** A signal that nothing may read: reading that of a request makes one. */
const unread = {
  client,
  get signal(): AbortSignal {
    throw new Error("the signal was read");
  },
};

Deno.test("Profiles.describe - adds the host name, and caches the profile from the second time on, no longer than the name", async () => {
  const hostNames = cachedNamesOf({ hostname: "dns.google" });
  const fixture = profilesOf({ hostNames });
  const { profiles } = fixture;
  const { profile, isComplete } = await profiles.describe(google, unread);
  assert.deepEqual(withoutEmpty(profile.facts), {
    hostname: "dns.google",
    countryCode: "US",
  });
  assert.deepEqual(profile.sources, {
    hostname: "reverse-dns",
    countryCode: "geo",
  });
  assert.equal(isComplete, true);
  assert.equal(profiles.cached(google), null);
  const again = await profiles.describe(google, unread);
  assert.deepEqual(again.profile.facts, profile.facts);
  assertCachedFor(600_000, fixture);
});

Deno.test("Profiles.describe - is synchronous if the host name is cached, and returns its age", () => {
  const name = { hostname: "dns.google", savedAt: start - 5 };
  const { profiles } = profilesOf({ hostNames: hostNamesOf(name, true) });
  const described = profiles.describe(google, unread);
  assert(!(described instanceof Promise));
  assert.equal(described.savedAt, start - 5);
  assert.equal(profiles.cached(google)?.savedAt, start - 5);
});

Deno.test("Profiles.describe - without a host name looks none up, and caches nothing that lacks it", async () => {
  for (const source of [null, remote(() => Promise.resolve({ asn: 15169 }))]) {
    let lookups = 0;
    const names = hostNamesOf({ hostname: "dns.google" }, true);
    const lookup = () => (lookups++, names.lookup());
    const { profiles } = profilesOf({
      remote: source ? [source] : [],
      hostNames: { ...names, lookup },
    });
    const options = { client, signal, withHostName: false };
    const { profile, isComplete } = await profiles.describe(google, options);
    assert.deepEqual(withoutEmpty(profile.facts), {
      ...source && { asn: 15169 },
      countryCode: "US",
    });
    assert.equal(isComplete, true);
    assert.deepEqual([lookups, profiles.cached(google)], [0, null]);
    assert.equal(profiles.localProfile(google) === profile, !source);
    const full = await profiles.describe(google, caller);
    assert.equal(full.profile.facts.hostname, "dns.google");
    // What is cached costs nothing.
    const again = await profiles.describe(google, options);
    assert.equal(again, profiles.cached(google));
    assert.equal(lookups, 1);
  }
});

Deno.test("Profiles.describe - a missing host name is complete; an unknown one is not, and is not cached while no server responds", async () => {
  const none = profilesOf({ hostNames: hostNamesOf({}) }).profiles;
  assert.equal((await none.describe(google, unread)).isComplete, true);
  const skipped = hostNamesOf({ isKnown: false, expiresAt: 0 }, true);
  const { profiles } = profilesOf({ hostNames: skipped });
  const { profile, isComplete } = await profiles.describe(google, unread);
  assert.deepEqual(withoutEmpty(profile.facts), { countryCode: "US" });
  assert.equal(isComplete, false);
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles.describe - the host name takes precedence over all sources", async () => {
  const { profiles } = profilesOf({
    hostNames: hostNamesOf({ hostname: "dns.google" }),
    remote: [remote(() => Promise.resolve({ hostname: "other.test" }))],
  });
  const { profile } = await profiles.describe(google, caller);
  assert.equal(profile.facts.hostname, "dns.google");
  assert.deepEqual([...profiles.sourceCounts.keys()], [
    "reverse-dns",
    "remote",
  ]);
});

Deno.test("Profiles.describe - queries no source about a bogon", async () => {
  const source = remote(named);
  const { profiles } = profilesOf({ remote: [source] });
  const described = await profiles.describe(ip("10.0.0.1"), caller);
  assert.deepEqual(described, {
    profile: bogonProfile(ip("10.0.0.1")),
    savedAt: null,
    isComplete: true,
  });
  assert.equal(source.queries, 0);
  assert.equal(profiles.describeLocal(ip("::1")).isBogon, true);
});

Deno.test("Profiles.describe - caches a profile for its lifetime, and returns its age", async () => {
  const source = remote(named);
  const fixture = profilesOf({ remote: [source] });
  const { profiles } = fixture;
  await profiles.describe(google, caller);
  const cached = await profiles.describe(google, caller);
  assert.equal(cached.profile.facts.hostname, "dns.google");
  assert.equal(assertCachedFor(3_600_000, fixture), cached);
  const again = await profiles.describe(google, caller);
  assert.equal(again.savedAt, null);
  assert.equal(source.queries, 2);
});

Deno.test("Profiles.describe - caches empty findings for five minutes", async () => {
  const empty = remote(() => Promise.resolve({ hostname: "" }));
  const fixture = profilesOf({ remote: [empty] });
  assert.deepEqual(await factsOf(fixture.profiles), { countryCode: "US" });
  assertCachedFor(300_000, fixture);
});

Deno.test("Profiles.describe - leaves out a source that fails, and caches the rest for a minute", async () => {
  const fixture = profilesOf({ remote: [remote(broken)] });
  assert.deepEqual(await factsOf(fixture.profiles), { countryCode: "US" });
  assertCachedFor(60_000, fixture);
});

Deno.test("Profiles.describe - leaves out a source that times out, even if it ignores its signal", async () => {
  const late = remote(endless, { timeoutMs: 1 });
  const { profiles } = profilesOf({ remote: [late, remote(named)] });
  const found = { countryCode: "US", hostname: "dns.google" };
  assert.deepEqual(await factsOf(profiles), found);
});

Deno.test("Profiles.describe - no source exceeds the time limit for all", async () => {
  const limits = { local: [], remote: [remote(endless)], timeoutMs: 1 };
  assert.deepEqual(await factsOf(profilesOf(limits).profiles), {});
});

Deno.test("Profiles.describe - a client without a permit does not affect the names that others get", async () => {
  const source = remote(broken, { maxInFlight: 2 });
  const late = Promise.withResolvers<{ facts: Partial<Facts> }>();
  source.lookup = (queries) => {
    source.queries++;
    return queries === google
      ? Promise.resolve({ facts: { hostname: "dns.google" } })
      : late.promise;
  };
  const { profiles } = profilesOf({ remote: [source] });
  const slow = profiles.describe(ip("9.9.9.9"), caller);
  const without = profiles.describe(google, caller);
  const quiet = { client: clientAt("198.51.100.1"), signal };
  const { profile } = await profiles.describe(google, quiet);
  assert.equal(profile.facts.hostname, "dns.google");
  const refused = await without;
  assert.equal(refused.profile.facts.hostname, undefined);
  assert.equal(refused.isComplete, false);
  // What the one could not have is not what is kept for all.
  const cached = profiles.cached(google);
  assert.equal(cached?.profile.facts.hostname, "dns.google");
  late.resolve({ facts: {} });
  await slow;
});

Deno.test("Profiles.describe - stops querying a source for 30 seconds after three failures", async () => {
  const source = remote(broken);
  const { profiles, clock } = profilesOf({ remote: [source] });
  await askFor(profiles, 1, 5);
  assert.equal(source.queries, 3);
  clock.now = start + 30_000;
  await askFor(profiles, 6, 6);
  assert.equal(source.queries, 4);
});

Deno.test("Profiles.describe - coalesces concurrent lookups of the same address", async () => {
  const answer = Promise.withResolvers<Partial<Facts>>();
  const source = remote(() => answer.promise);
  const { profiles } = profilesOf({ remote: [source] });
  const leaving = new AbortController();
  const first = profiles.describe(google, { client, signal: leaving.signal });
  const second = profiles.describe(google, caller);
  const third = profiles.describe(google, caller);
  const reason = new Error("gone");
  leaving.abort(reason);
  await assert.rejects(async () => await first, reason);
  answer.resolve({ hostname: "dns.google" });
  for (const { profile, savedAt } of await Promise.all([second, third])) {
    assert.deepEqual([profile.facts.hostname, savedAt], ["dns.google", null]);
  }
  assert.equal(source.queries, 1);
});

Deno.test("Profiles.describe - caches nothing, and records no failure, if every caller leaves", async () => {
  const source = remote(waiting);
  const { profiles } = profilesOf({ remote: [source] });
  for (let i = 0; i < 5; i++) await leave(profiles, google);
  assert.equal(source.queries, 5);
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles.describe - an aborted signal rejects", async () => {
  const { profiles } = profilesOf({ remote: [remote(named)] });
  const reason = new Error("gone");
  const gone = { client, signal: AbortSignal.abort(reason) };
  const asking = async () => await profiles.describe(google, gone);
  await assert.rejects(asking, reason);
});

Deno.test("Profiles.describe - waits for tables that are loading", async () => {
  const loading = Promise.withResolvers<void>();
  let isLoaded = false;
  const source = localSource("geo", {}, {
    pending: () => isLoaded ? undefined : loading.promise,
    lookup: () => {
      if (!isLoaded) throw new Error("not loaded");
      return { facts: { countryCode: "US" } };
    },
  });
  const { profiles } = profilesOf({ local: [source] });
  const described = profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profiles.describeLocal(google).facts), {});
  isLoaded = true;
  loading.resolve();
  const { profile } = await described;
  assert.deepEqual(withoutEmpty(profile.facts), { countryCode: "US" });
});

const asn = localSource("asn", { asn: 15169 });
const unloaded = localSource("geo", {}, {
  pending: () => Promise.reject(new Error("no such file")),
  lookup: () => {
    throw new Error("not loaded");
  },
});

Deno.test("Profiles.describe - leaves out tables that fail to load", async () => {
  const fixture = profilesOf({ local: [unloaded, asn] });
  assert.deepEqual(await factsOf(fixture.profiles), { asn: 15169 });
  assertCachedFor(60_000, fixture);
});

Deno.test("Profiles - caches a profile for each policy", async () => {
  const commercial = remote(
    () => Promise.resolve({ countryCode: "US", city: "Mountain View" }),
    { kind: "commercial" },
  );
  const crawler = ip("66.102.0.1");
  const { profiles } = profilesOf({
    local: [localSource("geo", { countryCode: "US", city: "New York" })],
    remote: [commercial],
  });
  const v1 = await profiles.describe(crawler, { order: "v1", client, signal });
  assert.equal(v1.profile.facts.city, "New York");
  assert.equal(commercial.queries, 0);
  const v2 = await profiles.describe(crawler, { order: "v2", client, signal });
  assert.equal(v2.profile.facts.city, "Mountain View");
  assert.equal(profiles.cached(crawler, "v1")?.profile.facts.city, "New York");
});

Deno.test("Profiles - evicts the least recently used profile", async () => {
  const { profiles } = profilesOf({ maxCached: 2 });
  await askFor(profiles, 1, 3);
  assert.equal(profiles.cached(ip("8.8.8.1")), null);
  assert.notEqual(profiles.cached(ip("8.8.8.2")), null);
  assert.notEqual(profiles.cached(ip("8.8.8.3")), null);
});

Deno.test("Profiles.describe - a source that passes its check is still queried after failures", async () => {
  const source = remote(broken, { check: () => Promise.resolve() });
  const { profiles } = profilesOf({ remote: [source] });
  await askFor(profiles, 1, 10);
  assert.equal(source.queries, 10);
});

for (
  const [what, check] of [["fails", broken], ["times out", endless]] as const
) {
  Deno.test(`Profiles.describe - a source whose check ${what} is no longer queried`, async () => {
    const source = remote(broken, { timeoutMs: 1, check });
    const { profiles } = profilesOf({ remote: [source], checkMs: 1 });
    for (let i = 1; i <= 3; i++) {
      await askFor(profiles, i, i);
      // The check is not waited for: it reports behind the description.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await askFor(profiles, 4, 4);
    assert.equal(source.queries, 3);
  });
}

Deno.test("Profiles.describe - one check serves all queries that fail meanwhile", async () => {
  const looked = Promise.withResolvers<void>();
  let looks = 0;
  const check = () => (looks++, looked.promise);
  const source = remote(broken, { check });
  const { profiles } = profilesOf({ remote: [source] });
  await askFor(profiles, 1, 9);
  assert.deepEqual([source.queries, looks], [9, 1]);
  looked.resolve();
});

Deno.test("Profiles.describe - returns whether every source responded", async () => {
  const isComplete = async (parts: Parameters<typeof profilesOf>[0]) => {
    const { profiles } = profilesOf(parts);
    const first = await profiles.describe(google, caller);
    const cached = await profiles.describe(google, caller);
    assert.notEqual(cached.savedAt, null);
    assert.equal(cached.isComplete, first.isComplete);
    return first.isComplete;
  };
  const late = remote(endless, { timeoutMs: 1 });
  const empty = remote(() => Promise.resolve({}));
  assert.equal(await isComplete({}), true);
  assert.equal(await isComplete({ remote: [remote(named), empty] }), true);
  assert.equal(await isComplete({ remote: [remote(named), late] }), false);
  assert.equal(await isComplete({ local: [unloaded] }), false);
});

Deno.test("Profiles.describe - the profile is incomplete while a source is held off", async () => {
  const source = remote(broken);
  const { profiles } = profilesOf({ remote: [source] });
  for (let i = 1; i <= 4; i++) {
    const description = await profiles.describe(ip(`8.8.8.${i}`), caller);
    assert.equal(description.isComplete, false);
  }
  assert.equal(source.queries, 3);
});

Deno.test("Profiles.localProfile - caches a profile for an hour", () => {
  const { profiles, clock } = profilesOf({});
  const first = profiles.localProfile(google);
  clock.now += 3_600_000 - 1;
  assert.equal(profiles.localProfile(google), first);
  clock.now++;
  assert.notEqual(profiles.localProfile(google), first);
});

Deno.test("Profiles.useLocal - uses the new tables, and clears the cache", async () => {
  const { profiles } = profilesOf({});
  await profiles.describe(google, caller);
  profiles.useLocal([geoIn("CA")]);
  assert.equal(profiles.cached(google), null);
  assert.deepEqual(await factsOf(profiles), { countryCode: "CA" });
});

Deno.test("Profiles.useLocal - a description under way uses the old tables, and is not cached", async () => {
  const answer = Promise.withResolvers<Partial<Facts>>();
  const { profiles } = profilesOf({ remote: [remote(() => answer.promise)] });
  const described = profiles.describe(google, caller);
  profiles.useLocal([geoIn("CA")]);
  answer.resolve({ hostname: "dns.google" });
  const { profile } = await described;
  assert.deepEqual(withoutEmpty(profile.facts), {
    countryCode: "US",
    hostname: "dns.google",
  });
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles.describe - limits the wait for tables", async () => {
  const slow = localSource("geo", {}, { pending: endless });
  const { profiles } = profilesOf({ local: [slow, asn], timeoutMs: 1 });
  const { profile, isComplete } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), { asn: 15169 });
  assert.equal(isComplete, false);
});

Deno.test("Profiles.describe - if the caller of a trial leaves, another trial is allowed", async () => {
  let isBroken = true;
  const source = remote((limited) => isBroken ? broken() : waiting(limited));
  const { profiles, clock } = profilesOf({ remote: [source] });
  await askFor(profiles, 1, 3);
  clock.now += 30_000;
  isBroken = false;
  for (let i = 4; i <= 6; i++) {
    await leave(profiles, ip(`8.8.8.${i}`));
    // What the abort leads to inside has come to its end.
    await new Promise((resolve) => setTimeout(resolve, 1));
    assert.equal(source.queries, i);
  }
});

Deno.test("Profiles.describeLocal - reports the first error of each source whose table is loaded", () => {
  const fails = (name: string, more: Partial<LocalSource> = {}) =>
    localSource(name, {}, {
      lookup() {
        throw new Error(`${name} is truncated`);
      },
      ...more,
    });
  const reported: unknown[] = [];
  const sources = () => [
    fails("a"),
    fails("b"),
    fails("loading", { pending: () => Promise.resolve() }),
    geoIn("US"),
  ];
  const { profiles } = profilesOf({
    local: sources(),
    onDamaged: (source, error) => reported.push([source, `${error}`]),
  });
  for (let i = 0; i < 2; i++) {
    for (const address of ["8.8.8.8", "8.8.4.4"]) {
      const { facts } = profiles.describeLocal(ip(address), "v1");
      assert.equal(facts.countryCode, "US");
    }
    // Newer tables still have the damaged file.
    profiles.useLocal(sources());
  }
  assert.deepEqual(reported, [
    ["a", "Error: a is truncated"],
    ["b", "Error: b is truncated"],
  ]);
});
