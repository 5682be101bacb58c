import assert from "node:assert/strict";
import { Names } from "../../lib/dns/names.ts";
import { Lookups } from "../../lib/lookups.ts";
import { parseIp } from "../../lib/net/ip_address.ts";
import { parseTargetText } from "../../lib/net/target.ts";
import { Profiles } from "../../lib/profile/profiles.ts";
import { client } from "../support/caller.ts";

const { signal } = new AbortController();

/** Lookups whose names take so long to resolve, over a clock that a test turns. */
function slowNames(takesMs: number) {
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
      return Promise.resolve([parseIp("8.8.8.8")!]);
    },
    reverse: () => Promise.resolve(null),
  };
  const names = new Names({ resolver, now });
  return { lookups: new Lookups({ names, profiles, now }), limits };
}

function target(text: string) {
  const parsed = parseTargetText(text);
  assert(parsed.kind !== "fault");
  return parsed;
}

Deno.test("Lookups - what a name took is off the time of the sources", async () => {
  for (
    const [takesMs, limitMs] of [[0, 2500], [900, 1600], [2400, 250]] as const
  ) {
    const { lookups, limits } = slowNames(takesMs);
    await lookups.v1(target("dns.example"), { client, signal });
    await lookups.geoip(target("b.example"), { client, signal });
    assert.deepEqual(limits, [limitMs, limitMs]);
  }
  const { lookups, limits } = slowNames(1000);
  await lookups.v1(target("8.8.8.8"), { client, signal });
  assert.deepEqual(limits, [undefined]);
});

Deno.test("Lookups.geoip - a guest's object draws on V1's sources, a member's on V2's", async () => {
  const { lookups } = slowNames(0);
  const cityOf = async (order?: "v1" | "v2") => {
    const options = { order, client, signal };
    const { record } = await lookups.geoip(target("8.8.8.8"), options);
    return record.geo.city;
  };
  assert.equal(await cityOf(), "of the tables");
  assert.equal(await cityOf("v1"), "of the tables");
  assert.equal(await cityOf("v2"), "of the seller");
});

Deno.test("Lookups.v2 - nobody keeps a record that tells the time", async () => {
  const { lookups } = slowNames(0);
  const at = target("8.8.8.8");
  assert.equal((await lookups.v1(at, { client, signal })).lifetime, "hour");
  assert.equal((await lookups.v2(at, { client, signal })).lifetime, "none");
});

Deno.test("Lookups - what is kept of an address is there at once, and asks for no signal", async () => {
  const { lookups } = slowNames(0);
  const at = target("8.8.8.8");
  const first = await lookups.v1(at, { client, signal });
  const late = {
    client,
    get signal(): AbortSignal {
      throw new Error("asked for");
    },
  };
  assert.deepEqual(lookups.v1(at, late), first);
  const geoip = lookups.geoip(at, late);
  assert(!(geoip instanceof Promise));
  assert.equal(geoip.record.ip, "8.8.8.8");
  assert.equal(geoip.record.meta.cache_group, "ip");
  assert.equal(geoip.lifetime, "hour");
  const visitor = lookups.geoipOfVisitor(
    at.kind === "address" ? at.ip : parseIp("::")!,
    late,
  );
  assert(!(visitor instanceof Promise));
  assert.equal(visitor.meta.cache_group, "visitor");
});
