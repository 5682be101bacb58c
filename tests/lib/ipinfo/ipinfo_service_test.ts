import assert from "node:assert/strict";
import { NameResolver } from "../../../lib/dns/name_resolver.ts";
import type { Resolver } from "../../../lib/dns/resolver.ts";
import { IpInfoService } from "../../../lib/ipinfo/ipinfo_service.ts";
import { parseIp } from "../../../lib/net/ip_address.ts";
import { parseTargetText } from "../../../lib/net/target.ts";
import { Profiles } from "../../../lib/ipinfo/profiles.ts";
import { caller, client } from "../../support/caller.ts";

const { signal } = caller;

/** A service whose names take this long to resolve, on a simulated clock. */
function slowNames(takesMs: number, ttlSeconds: number | null = null) {
  const clock = { now: 0 };
  const now = () => clock.now;
  const limits: (number | undefined)[] = [];
  const profiles = new Profiles({
    local: [{
      name: "tables",
      kind: "open",
      lookup: () => ({ facts: { city: "of the tables" } }),
    }],
    remote: [{
      name: "seller",
      kind: "commercial",
      timeoutMs: 1000,
      lifetimeMs: 1000,
      emptyLifetimeMs: 1000,
      lookup: () => Promise.resolve({ facts: { city: "of the seller" } }),
    }],
    now,
  });
  const describe = profiles.describe.bind(profiles);
  profiles.describe = (ip, options) => {
    limits.push(options.limitMs);
    return describe(ip, options);
  };
  const resolver = {
    addresses: () => {
      clock.now += takesMs;
      return Promise.resolve({ ips: [parseIp("66.102.0.1")!], ttlSeconds });
    },
  };
  const names = new NameResolver({ resolver, now });
  return { ipinfo: new IpInfoService({ names, profiles, now }), limits, clock };
}

/** A service that knows one place in China. */
function chinesePlace() {
  const facts = { countryCode: "CN", country: "China", city: "Suzhou" };
  const region = { region: "Jiangsu", regionCode: "JS" };
  const now = () => 0;
  const profiles = new Profiles({
    local: [{
      name: "tables",
      kind: "open",
      lookup: () => ({ facts: { ...facts, ...region } }),
    }],
    now,
  });
  const resolver = {
    addresses: () =>
      Promise.resolve({ ips: [parseIp("66.102.0.1")!], ttlSeconds: 60 }),
  };
  const names = new NameResolver({ resolver, now });
  return new IpInfoService({ names, profiles, now });
}

function target(text: string) {
  const parsed = parseTargetText(text);
  assert(parsed.kind !== "error");
  return parsed;
}

Deno.test("IpInfoService - subtracts the time for a name from that of the sources", async () => {
  const cases = [[0, 2500], [900, 1600], [2400, 250]] as const;
  for (const [takesMs, limitMs] of cases) {
    const { ipinfo, limits } = slowNames(takesMs);
    await ipinfo.v1(target("dns.example"), caller);
    await ipinfo.geoip(target("b.example"), caller);
    assert.deepEqual(limits, [limitMs, limitMs]);
  }
  const { ipinfo, limits } = slowNames(1000);
  await ipinfo.v1(target("66.102.0.1"), caller);
  assert.deepEqual(limits, [undefined]);
});

Deno.test("IpInfoService.geoip - uses V1's sources for a guest and V2's for a member", async () => {
  const { ipinfo } = slowNames(0);
  const cityOf = async (order?: "v1" | "v2") => {
    const options = { order, client, signal };
    const { record } = await ipinfo.geoip(target("66.102.0.1"), options);
    return record.geo.city;
  };
  assert.equal(await cityOf(), "of the tables");
  assert.equal(await cityOf("v1"), "of the tables");
  assert.equal(await cityOf("v2"), "of the seller");
});

Deno.test("IpInfoService.v2 - returns an uncacheable record, because it has the local time", async () => {
  const { ipinfo } = slowNames(0);
  const at = target("66.102.0.1");
  assert.equal((await ipinfo.v1(at, caller)).lifetime, "hour");
  assert.equal((await ipinfo.v2(at, caller)).lifetime, "none");
});

Deno.test("IpInfoService - returns a cached address synchronously, without reading the signal", async () => {
  const { ipinfo } = slowNames(0);
  const at = target("66.102.0.1");
  const first = await ipinfo.v1(at, caller);
  const late = {
    client,
    get signal(): AbortSignal {
      throw new Error("asked for");
    },
  };
  assert.deepEqual(ipinfo.v1(at, late), first);
  const geoip = ipinfo.geoip(at, late);
  assert(!(geoip instanceof Promise));
  assert.equal(geoip.record.ip, "66.102.0.1");
  assert.equal(geoip.record.meta.cache_group, "ip");
  assert.equal(geoip.lifetime, "hour");
  const visitor = ipinfo.geoipOfVisitor(
    at.kind === "address" ? at.ip : parseIp("::")!,
    late,
  );
  assert(!(visitor instanceof Promise));
  assert.equal(visitor.meta.cache_group, "visitor");
});

Deno.test("IpInfoService - caches a name for the rest of its TTL, at most an hour", async () => {
  const lifetimes = async (ttlSeconds: number | null, laterMs: number) => {
    const { ipinfo, clock } = slowNames(0, ttlSeconds);
    const of = async () => {
      const options = caller;
      const v1 = await ipinfo.v1(target("a.example"), options);
      const geoip = await ipinfo.geoip(target("a.example"), options);
      assert.equal(geoip.lifetime, v1.lifetime);
      return v1.lifetime;
    };
    const first = await of();
    clock.now += laterMs;
    return [first, await of()];
  };
  assert.deepEqual(await lifetimes(300, 100_500), [300, 199]);
  assert.deepEqual(await lifetimes(300, 300_000), [300, 300]);
  assert.deepEqual(await lifetimes(86_400, 1_000), [3600, 3599]);
  // Cached here for five seconds, and not at all by clients.
  assert.deepEqual(await lifetimes(0, 4_999), [0, 0]);
  assert.deepEqual(await lifetimes(null, 1_000), [60, 59]);
});

Deno.test("IpInfoService.geoip - reports SERVICE_UNAVAILABLE if a name's servers fail, NOT_FOUND without an address", async () => {
  const errorOf = async (addresses: Resolver["addresses"]) => {
    const now = () => 0;
    const ipinfo = new IpInfoService({
      names: new NameResolver({ resolver: { addresses }, now }),
      profiles: new Profiles({ local: [], now }),
      now,
    });
    const { record, lifetime } = await ipinfo.geoip(
      target("a.example"),
      caller,
    );
    assert.equal(record.meta.ok, false);
    assert.equal(lifetime, "none");
    return record.meta.error;
  };
  assert.deepEqual(await errorOf(() => Promise.reject(new Error("SERVFAIL"))), {
    code: "SERVICE_UNAVAILABLE",
    message: "The name could not be resolved. Try again in a few seconds.",
  });
  assert.deepEqual(
    await errorOf(() => Promise.resolve({ ips: [], ttlSeconds: null })),
    { code: "NOT_FOUND", message: "The name has no address." },
  );
});

Deno.test("IpInfoService.v1Json - the JSON of the record, of new and known addresses", async () => {
  const { ipinfo, clock } = slowNames(0);
  const google = target("66.102.0.1");
  assert(google.kind === "address");
  const options = caller;
  for (let times = 0; times < 3; times++) {
    const { record, lifetime } = await ipinfo.v1Json(google, options);
    const expected = await ipinfo.v1(google, options);
    assert.equal(record, JSON.stringify(expected.record));
    assert.equal(lifetime, expected.lifetime);
  }
  // The profile has expired.
  clock.now += 3_600_000;
  const { record } = await ipinfo.v1Json(google, options);
  assert.equal(JSON.parse(record).ip, "66.102.0.1");
});

Deno.test("IpInfoService.geoipJson - the JSON of the record, as requested now", async () => {
  for (const text of ["66.102.0.1", "10.0.0.1", "dns.example"]) {
    const { ipinfo, clock } = slowNames(0);
    for (const order of ["v1", "v1", "v2", "v2", "v1"] as const) {
      const options = { order, client, signal };
      // Only the first response says that nothing came out of the cache.
      await ipinfo.geoip(target(text), options);
      clock.now += 100;
      const { record, lifetime } = await ipinfo.geoipJson(
        target(text),
        options,
      );
      const expected = await ipinfo.geoip(target(text), options);
      assert.equal(record, JSON.stringify(expected.record), `${text} ${order}`);
      assert.equal(lifetime, expected.lifetime);
    }
  }
});

Deno.test("IpInfoService - names places in the language of the request, cached or not", async () => {
  const ipinfo = chinesePlace();
  const ip = target("66.102.0.1");
  assert(ip.kind === "address");
  const cities = async (language: "en" | "zh" | undefined) => {
    const options = { language, client, signal };
    const named = target("a.example");
    const records = [
      JSON.parse((await ipinfo.v1Json(ip, options)).record),
      JSON.parse((await ipinfo.geoipJson(ip, options)).record),
      JSON.parse((await ipinfo.geoipJson(named, options)).record),
      (await ipinfo.v1(ip, options)).record,
      (await ipinfo.v1(named, options)).record,
      (await ipinfo.geoip(ip, options)).record,
      await ipinfo.geoipOfVisitor(ip.ip, options),
    ];
    return new Set(records.map(({ geo }) => geo.city));
  };
  // The second round finds everything in the cache.
  for (let round = 0; round < 2; round++) {
    assert.deepEqual(await cities("zh"), new Set(["苏州"]));
    assert.deepEqual(await cities(undefined), new Set(["Suzhou"]));
    assert.deepEqual(await cities("en"), new Set(["Suzhou"]));
  }
});
