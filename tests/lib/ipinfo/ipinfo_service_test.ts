import assert from "node:assert/strict";
import { NameResolver } from "../../../lib/dns/name_resolver.ts";
import type { Resolver } from "../../../lib/dns/resolver.ts";
import { IpInfoService } from "../../../lib/ipinfo/ipinfo_service.ts";
import { localSource, remoteSource } from "./stub_sources.ts";
import { ip } from "../../support/address.ts";
import { parseTargetText } from "../../../lib/net/target.ts";
import { Profiles } from "../../../lib/ipinfo/profiles.ts";
import { caller, client } from "../../support/caller.ts";

const { signal } = caller;

const seller = remoteSource(
  () => Promise.resolve({ facts: { city: "of the seller" } }),
  { name: "seller", kind: "commercial" },
);

const ips = [ip("66.102.0.1")];

/** A service whose names take this long to resolve, on a simulated clock. */
function slowNames(
  takesMs: number,
  ttlSeconds: number | null = null,
  local = localSource("tables", { city: "of the tables" }),
) {
  const clock = { now: 0 };
  const now = () => clock.now;
  const limits: (number | undefined)[] = [];
  const profiles = new Profiles({ local: [local], remote: [seller], now });
  const describe = profiles.describe.bind(profiles);
  profiles.describe = (ip, options) => {
    limits.push(options.limitMs);
    return describe(ip, options);
  };
  const resolver = {
    addresses: () => {
      clock.now += takesMs;
      return Promise.resolve({ ips, ttlSeconds });
    },
  };
  const names = new NameResolver({ resolver, now });
  const deps = { names, profiles, now };
  return { ipinfo: new IpInfoService(deps), deps, limits, clock };
}

/** A place in China. */
const suzhou = localSource("tables", {
  ...{ countryCode: "CN", country: "China", city: "Suzhou" },
  ...{ region: "Jiangsu", regionCode: "JS" },
});

function target(text: string) {
  const parsed = parseTargetText(text);
  assert(parsed.kind !== "error");
  return parsed;
}

const google = target("66.102.0.1");
assert(google.kind === "address");

Deno.test("IpInfoService - subtracts the time for a name from that of the sources", async () => {
  const cases = [[0, 2500], [900, 1600], [2400, 250]] as const;
  for (const [takesMs, limitMs] of cases) {
    const { ipinfo, limits } = slowNames(takesMs);
    await ipinfo.v1(target("dns.example"), caller);
    await ipinfo.geoip(target("b.example"), caller);
    assert.deepEqual(limits, [limitMs, limitMs]);
  }
  const { ipinfo, limits } = slowNames(1000);
  await ipinfo.v1(google, caller);
  assert.deepEqual(limits, [undefined]);
});

Deno.test("IpInfoService.geoip - uses V1's sources for a guest and V2's for a member", async () => {
  const { ipinfo } = slowNames(0);
  const cityOf = async (order?: "v1" | "v2") => {
    const options = { order, client, signal };
    const { record } = await ipinfo.geoip(google, options);
    return record.geo.city;
  };
  assert.equal(await cityOf(), "of the tables");
  assert.equal(await cityOf("v1"), "of the tables");
  assert.equal(await cityOf("v2"), "of the seller");
});

Deno.test("IpInfoService.v2 - returns an uncacheable record, because it has the local time", async () => {
  const { ipinfo } = slowNames(0);
  assert.equal((await ipinfo.v1(google, caller)).lifetime, "hour");
  assert.equal((await ipinfo.v2(google, caller)).lifetime, "none");
});

Deno.test("IpInfoService - returns a cached address synchronously, without reading the signal", async () => {
  const { ipinfo } = slowNames(0);
  const first = await ipinfo.v1(google, caller);
  const late = {
    client,
    get signal(): AbortSignal {
      throw new Error("asked for");
    },
  };
  assert.deepEqual(ipinfo.v1(google, late), first);
  const geoip = ipinfo.geoip(google, late);
  assert(!(geoip instanceof Promise));
  const { record, lifetime } = geoip;
  const { ip, meta: { cache_group } } = record;
  assert.deepEqual([ip, cache_group, lifetime], ["66.102.0.1", "ip", "hour"]);
  const visitor = ipinfo.geoipOfVisitor(google.ip, late);
  assert(!(visitor instanceof Promise));
  assert.equal(visitor.meta.cache_group, "visitor");
});

Deno.test("IpInfoService - caches a name for the rest of its TTL, at most an hour", async () => {
  const lifetimes = async (ttlSeconds: number | null, laterMs: number) => {
    const { ipinfo, clock } = slowNames(0, ttlSeconds);
    const of = async () => {
      const v1 = await ipinfo.v1(target("a.example"), caller);
      const geoip = await ipinfo.geoip(target("a.example"), caller);
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

Deno.test("IpInfoService.checks - are those of the tables, if there are any", () => {
  const { ipinfo, deps } = slowNames(0);
  assert.deepEqual(ipinfo.checks(), {});
  const checks = { vpn: [] };
  const service = new IpInfoService({ ...deps, checks: () => checks });
  assert.equal(service.checks(), checks);
});

Deno.test("IpInfoService.geoip - reports SERVICE_UNAVAILABLE if a name's servers fail, NOT_FOUND without an address", async () => {
  const errorOf = async (addresses: Resolver["addresses"]) => {
    const now = () => 0;
    const ipinfo = new IpInfoService({
      names: new NameResolver({ resolver: { addresses }, now }),
      profiles: new Profiles({ local: [], now }),
      now,
    });
    const response = await ipinfo.geoip(target("a.example"), caller);
    const { record, lifetime } = response;
    assert.deepEqual([record.meta.ok, lifetime], [false, "none"]);
    return record.meta.error;
  };
  assert.deepEqual(await errorOf(() => Promise.reject(new Error("SERVFAIL"))), {
    code: "SERVICE_UNAVAILABLE",
    message: "The name could not be resolved. Try again in a few seconds.",
  });
  const none = () => Promise.resolve({ ips: [], ttlSeconds: null });
  const message = "The name has no address.";
  assert.deepEqual(await errorOf(none), { code: "NOT_FOUND", message });
});

Deno.test("IpInfoService.v1Json - the JSON of the record, of new and known addresses", async () => {
  const { ipinfo, clock } = slowNames(0);
  for (let times = 0; times < 3; times++) {
    const { record, lifetime } = await ipinfo.v1Json(google, caller);
    const expected = await ipinfo.v1(google, caller);
    assert.equal(record, JSON.stringify(expected.record));
    assert.equal(lifetime, expected.lifetime);
  }
  // The profile has expired.
  clock.now += 3_600_000;
  const { record } = await ipinfo.v1Json(google, caller);
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
      const json = await ipinfo.geoipJson(target(text), options);
      const expected = await ipinfo.geoip(target(text), options);
      const record = JSON.stringify(expected.record);
      const { lifetime } = expected;
      assert.deepEqual(json, { record, lifetime }, `${text} ${order}`);
    }
  }
});

Deno.test("IpInfoService - names places in the language of the request, cached or not", async () => {
  const { ipinfo } = slowNames(0, 60, suzhou);
  const cities = async (language: "en" | "zh" | undefined) => {
    const options = { language, client, signal };
    const named = target("a.example");
    const records = [
      JSON.parse((await ipinfo.v1Json(google, options)).record),
      JSON.parse((await ipinfo.geoipJson(google, options)).record),
      JSON.parse((await ipinfo.geoipJson(named, options)).record),
      (await ipinfo.v1(google, options)).record,
      (await ipinfo.v1(named, options)).record,
      (await ipinfo.geoip(google, options)).record,
      await ipinfo.geoipOfVisitor(google.ip, options),
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
