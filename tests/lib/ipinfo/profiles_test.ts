import assert from "node:assert/strict";
import { withoutEmpty } from "../../../lib/ipinfo/merge.ts";
import type { IpAddress } from "../../../lib/net/ip_address.ts";
import { bogonProfile } from "../../../lib/ipinfo/merged_profile.ts";
import type {
  Facts,
  LocalSource,
  RemoteSource,
} from "../../../lib/ipinfo/profile.ts";
import { type HostNameLookup, Profiles } from "../../../lib/ipinfo/profiles.ts";
import type { HostName } from "../../../lib/dns/host_names.ts";
import { caller, client, clientAt } from "../../support/caller.ts";
import { ip } from "../../support/address.ts";

const google = ip("8.8.8.8");
const start = 1_700_000_000_000;
const { signal } = caller;

function local(
  name: string,
  facts: Partial<Facts>,
  more: Partial<LocalSource> = {},
): LocalSource {
  return { name, kind: "open", lookup: () => ({ facts }), ...more };
}

/** A remote source that counts how often it is asked. */
function remote(
  answer: (signal: AbortSignal) => Promise<Partial<Facts>>,
  more: Partial<RemoteSource> = {},
) {
  const source: RemoteSource & { queries: number } = {
    name: "remote",
    kind: "reverse",
    timeoutMs: 60_000,
    lifetimeMs: 3_600_000,
    emptyLifetimeMs: 300_000,
    ...more,
    queries: 0,
    async lookup(_ip: IpAddress, limited: AbortSignal) {
      source.queries++;
      return { facts: await answer(limited) };
    },
  };
  return source;
}

const named = () => Promise.resolve({ hostname: "dns.google" });

function profilesOf(parts: {
  hostNames?: HostNameLookup;
  local?: LocalSource[];
  remote?: RemoteSource[];
  maxCached?: number;
  checkMs?: number;
}) {
  const clock = { now: start };
  const profiles = new Profiles({
    local: [local("geo", { countryCode: "US" })],
    now: () => clock.now,
    ...parts,
  });
  return { profiles, clock };
}

Deno.test("Profiles.describe - merges local and remote facts and names their sources", async () => {
  const { profiles } = profilesOf({ remote: [remote(named)] });
  const { profile, savedAt } = await profiles.describe(google, caller);
  assert.equal(savedAt, null);
  assert.equal(profile.ip, google);
  assert.equal(profile.isBogon, false);
  assert.equal(profile.isChinaIp, false);
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
  const { profiles, clock } = profilesOf({
    hostNames: cachedNamesOf({ hostname: "dns.google" }),
  });
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
  clock.now = start + 599_999;
  assert.equal(profiles.cached(google)?.savedAt, start);
  clock.now = start + 600_000;
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles.describe - is synchronous if the host name is cached, and returns its age", () => {
  const { profiles } = profilesOf({
    hostNames: hostNamesOf(
      { hostname: "dns.google", savedAt: start - 5 },
      true,
    ),
  });
  const described = profiles.describe(google, unread);
  assert(!(described instanceof Promise));
  assert.equal(described.savedAt, start - 5);
  assert.equal(profiles.cached(google)?.savedAt, start - 5);
});

Deno.test("Profiles.describe - without a host name looks none up, and caches nothing that lacks it", async () => {
  for (const source of [null, remote(() => Promise.resolve({ asn: 15169 }))]) {
    let lookups = 0;
    const names = hostNamesOf({ hostname: "dns.google" }, true);
    const { profiles } = profilesOf({
      remote: source ? [source] : [],
      hostNames: {
        ...names,
        lookup() {
          lookups++;
          return names.lookup();
        },
      },
    });
    const options = { client, signal, withHostName: false };
    const { profile, isComplete } = await profiles.describe(google, options);
    assert.deepEqual(withoutEmpty(profile.facts), {
      ...source && { asn: 15169 },
      countryCode: "US",
    });
    assert.equal(isComplete, true);
    assert.deepEqual([lookups, profiles.cached(google)], [0, null]);
    const full = await profiles.describe(google, caller);
    assert.equal(full.profile.facts.hostname, "dns.google");
    // What is cached costs nothing.
    assert.equal(
      await profiles.describe(google, options),
      profiles.cached(google),
    );
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
  const { profiles, clock } = profilesOf({ remote: [source] });
  await profiles.describe(google, caller);
  clock.now = start + 3_599_999;
  const cached = await profiles.describe(google, caller);
  assert.equal(cached.savedAt, start);
  assert.equal(cached.profile.facts.hostname, "dns.google");
  assert.equal(profiles.cached(google), cached);
  clock.now = start + 3_600_000;
  assert.equal(profiles.cached(google), null);
  const again = await profiles.describe(google, caller);
  assert.equal(again.savedAt, null);
  assert.equal(source.queries, 2);
});

Deno.test("Profiles.describe - caches empty findings for five minutes", async () => {
  const { profiles, clock } = profilesOf({
    remote: [remote(() => Promise.resolve({ hostname: "" }))],
  });
  const { profile } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), { countryCode: "US" });
  clock.now = start + 299_999;
  assert.notEqual(profiles.cached(google), null);
  clock.now = start + 300_000;
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles.describe - leaves out a source that fails, and caches the rest for a minute", async () => {
  const { profiles, clock } = profilesOf({
    remote: [remote(() => Promise.reject(new Error("broken")))],
  });
  const { profile } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), { countryCode: "US" });
  clock.now = start + 59_999;
  assert.notEqual(profiles.cached(google), null);
  clock.now = start + 60_000;
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles.describe - leaves out a source that times out, even if it ignores its signal", async () => {
  const late = remote(() => new Promise(() => {}), { timeoutMs: 1 });
  const { profiles } = profilesOf({ remote: [late, remote(named)] });
  const { profile } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), {
    countryCode: "US",
    hostname: "dns.google",
  });
});

Deno.test("Profiles.describe - no source exceeds the time limit for all", async () => {
  const slow = remote(() => new Promise(() => {}));
  const profiles = new Profiles({
    local: [],
    remote: [slow],
    now: () => start,
    timeoutMs: 1,
  });
  const { profile } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), {});
});

Deno.test("Profiles.describe - a client without a permit does not affect the names that others get", async () => {
  const source = remote(
    () => Promise.reject(new Error("not asked for Google")),
    { maxInFlight: 2 },
  );
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
  assert.deepEqual(
    [refused.profile.facts.hostname, refused.isComplete],
    [undefined, false],
  );
  // What the one could not have is not what is kept for all.
  const cached = profiles.cached(google);
  assert.equal(cached?.profile.facts.hostname, "dns.google");
  late.resolve({ facts: {} });
  await slow;
});

Deno.test("Profiles.describe - stops querying a source for 30 seconds after three failures", async () => {
  const source = remote(() => Promise.reject(new Error("broken")));
  const { profiles, clock } = profilesOf({ remote: [source] });
  const ask = (text: string) => profiles.describe(ip(text), caller);
  for (let i = 1; i <= 5; i++) await ask(`8.8.8.${i}`);
  assert.equal(source.queries, 3);
  clock.now = start + 30_000;
  await ask("8.8.4.4");
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
  const descriptions = await Promise.all([second, third]);
  for (const { profile, savedAt } of descriptions) {
    assert.equal(profile.facts.hostname, "dns.google");
    assert.equal(savedAt, null);
  }
  assert.equal(source.queries, 1);
});

Deno.test("Profiles.describe - caches nothing, and records no failure, if every caller leaves", async () => {
  const source = remote((limited) =>
    new Promise((_, reject) => {
      limited.addEventListener("abort", () => reject(limited.reason));
    })
  );
  const { profiles } = profilesOf({ remote: [source] });
  for (let i = 0; i < 5; i++) {
    const leaving = new AbortController();
    const described = profiles.describe(google, {
      client,
      signal: leaving.signal,
    });
    await Promise.resolve();
    leaving.abort(new Error("gone"));
    await assert.rejects(async () => await described, /gone/);
  }
  assert.equal(source.queries, 5);
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles.describe - an aborted signal rejects", async () => {
  const { profiles } = profilesOf({ remote: [remote(named)] });
  const reason = new Error("gone");
  const gone = { client, signal: AbortSignal.abort(reason) };
  await assert.rejects(
    async () => await profiles.describe(google, gone),
    reason,
  );
});

Deno.test("Profiles.describe - waits for tables that are loading", async () => {
  const loading = Promise.withResolvers<void>();
  let isLoaded = false;
  const source = local("geo", { countryCode: "US" }, {
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
  assert.deepEqual(withoutEmpty((await described).profile.facts), {
    countryCode: "US",
  });
});

Deno.test("Profiles.describe - leaves out tables that fail to load", async () => {
  const broken = local("geo", {}, {
    pending: () => Promise.reject(new Error("no such file")),
    lookup: () => {
      throw new Error("not loaded");
    },
  });
  const { profiles, clock } = profilesOf({
    local: [broken, local("asn", { asn: 15169 })],
  });
  const { profile } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), { asn: 15169 });
  clock.now = start + 60_000;
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles - caches a profile for each policy", async () => {
  const commercial = remote(
    () => Promise.resolve({ countryCode: "US", city: "Mountain View" }),
    { kind: "commercial" },
  );
  const crawler = ip("66.102.0.1");
  const { profiles } = profilesOf({
    local: [local("geo", { countryCode: "US", city: "New York" })],
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
  for (const text of ["8.8.8.1", "8.8.8.2", "8.8.8.3"]) {
    await profiles.describe(ip(text), caller);
  }
  assert.equal(profiles.cached(ip("8.8.8.1")), null);
  assert.notEqual(profiles.cached(ip("8.8.8.2")), null);
  assert.notEqual(profiles.cached(ip("8.8.8.3")), null);
});

Deno.test("Profiles.describe - a source that passes its check is still queried after failures", async () => {
  let queries = 0;
  const source = {
    ...remote(() => Promise.reject(new Error("dead zone"))),
    lookup() {
      queries++;
      return Promise.reject(new Error("dead zone"));
    },
    check: () => Promise.resolve(),
  };
  const { profiles } = profilesOf({ remote: [source] });
  for (let i = 1; i <= 10; i++) {
    await profiles.describe(ip(`8.8.8.${i}`), caller);
  }
  assert.equal(queries, 10);
});

Deno.test("Profiles.describe - a source whose check fails or times out is no longer queried", async () => {
  const checks = [
    () => Promise.reject(new Error("dead")),
    () => new Promise<void>(() => {}),
  ];
  for (const check of checks) {
    let queries = 0;
    const source = {
      ...remote(named, { timeoutMs: 1 }),
      lookup() {
        queries++;
        return Promise.reject(new Error("silent"));
      },
      check,
    };
    const { profiles } = profilesOf({ remote: [source], checkMs: 1 });
    for (let i = 1; i <= 3; i++) {
      await profiles.describe(ip(`8.8.8.${i}`), caller);
      // The check is not waited for: it reports behind the description.
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    await profiles.describe(ip("8.8.4.4"), caller);
    assert.equal(queries, 3);
  }
});

Deno.test("Profiles.describe - one check serves all queries that fail meanwhile", async () => {
  const looked = Promise.withResolvers<void>();
  let queries = 0;
  let looks = 0;
  const source = {
    ...remote(named),
    lookup() {
      queries++;
      return Promise.reject(new Error("silent"));
    },
    check() {
      looks++;
      return looked.promise;
    },
  };
  const { profiles } = profilesOf({ remote: [source] });
  for (let i = 1; i <= 9; i++) {
    await profiles.describe(ip(`8.8.8.${i}`), caller);
  }
  assert.deepEqual([queries, looks], [9, 1]);
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
  const unloaded = local("geo", {}, {
    pending: () => Promise.reject(new Error("no such file")),
  });
  const late = remote(() => new Promise(() => {}), { timeoutMs: 1 });
  const empty = remote(() => Promise.resolve({}));
  assert.equal(await isComplete({}), true);
  assert.equal(await isComplete({ remote: [remote(named), empty] }), true);
  assert.equal(await isComplete({ remote: [remote(named), late] }), false);
  assert.equal(await isComplete({ local: [unloaded] }), false);
});

Deno.test("Profiles.describe - the profile is incomplete while a source is held off", async () => {
  const source = remote(() => Promise.reject(new Error("broken")));
  const { profiles } = profilesOf({ remote: [source] });
  for (let i = 1; i <= 4; i++) {
    const description = await profiles.describe(ip(`8.8.8.${i}`), caller);
    assert.equal(description.isComplete, false);
  }
  assert.equal(source.queries, 3);
});

Deno.test("Profiles.useLocal - uses the new tables, and clears the cache", async () => {
  const { profiles } = profilesOf({});
  await profiles.describe(google, caller);
  profiles.useLocal([local("geo", { countryCode: "CA" })]);
  assert.equal(profiles.cached(google), null);
  const { profile } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), { countryCode: "CA" });
});

Deno.test("Profiles.useLocal - a description under way uses the old tables, and is not cached", async () => {
  const answer = Promise.withResolvers<Partial<Facts>>();
  const { profiles } = profilesOf({ remote: [remote(() => answer.promise)] });
  const described = profiles.describe(google, caller);
  profiles.useLocal([local("geo", { countryCode: "CA" })]);
  answer.resolve({ hostname: "dns.google" });
  const { profile } = await described;
  assert.deepEqual(withoutEmpty(profile.facts), {
    countryCode: "US",
    hostname: "dns.google",
  });
  assert.equal(profiles.cached(google), null);
});

Deno.test("Profiles.describe - limits the wait for tables", async () => {
  const endless = local("geo", {}, { pending: () => new Promise(() => {}) });
  const profiles = new Profiles({
    local: [endless, local("asn", { asn: 15169 })],
    now: () => start,
    timeoutMs: 1,
  });
  const { profile, isComplete } = await profiles.describe(google, caller);
  assert.deepEqual(withoutEmpty(profile.facts), { asn: 15169 });
  assert.equal(isComplete, false);
});

Deno.test("Profiles.describe - if the caller of a trial leaves, another trial is allowed", async () => {
  let isBroken = true;
  const source = remote((limited) =>
    isBroken
      ? Promise.reject(new Error("broken"))
      : new Promise((_, reject) => {
        limited.addEventListener("abort", () => reject(limited.reason));
      })
  );
  const { profiles, clock } = profilesOf({ remote: [source] });
  for (let i = 1; i <= 3; i++) {
    await profiles.describe(ip(`8.8.8.${i}`), caller);
  }
  clock.now += 30_000;
  isBroken = false;
  for (let i = 4; i <= 6; i++) {
    const leaving = new AbortController();
    const described = profiles.describe(ip(`8.8.8.${i}`), {
      client,
      signal: leaving.signal,
    });
    await Promise.resolve();
    leaving.abort(new Error("gone"));
    await assert.rejects(async () => await described, /gone/);
    // What the abort leads to inside has come to its end.
    await new Promise((resolve) => setTimeout(resolve, 1));
    assert.equal(source.queries, i);
  }
});

Deno.test("Profiles.describeLocal - reports the first error of each source whose table is loaded", () => {
  const fails = (name: string, more: Partial<LocalSource> = {}) =>
    local(name, {}, {
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
    local("geo", { countryCode: "US" }),
  ];
  const profiles = new Profiles({
    local: sources(),
    now: () => start,
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
