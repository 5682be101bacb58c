import assert from "node:assert/strict";
import { withoutEmpty } from "../../../lib/ipinfo/merge.ts";
import { ipv4FromValue } from "../../../lib/net/ip_address.ts";
import type { Contribution } from "../../../lib/ipinfo/merge.ts";
import {
  bogonProfile,
  mergedProfile,
} from "../../../lib/ipinfo/merged_profile.ts";
import type { Evidence } from "../../../lib/ipinfo/risk/evidence.ts";
import { riskOf } from "../../../lib/ipinfo/risk/risk.ts";
import type { SourceKind } from "../../../lib/ipinfo/profile.ts";
import { evidenceOf, profileOf } from "../../support/profile.ts";

const ip = ipv4FromValue(0x42660001);

/** A source of the kind that says where the address is, and its own kind for the city. */
const contribution = (kind: SourceKind, countryCode: string): Contribution => ({
  source: `the ${kind} source`,
  kind,
  facts: { countryCode, city: kind },
});

/** A profile that is merged at the time 0. */
const merged = (
  order: "v1" | "v2",
  local: readonly Contribution[],
  remote: readonly Contribution[] = [],
) => mergedProfile(ip, order, local, remote, 0);

const cityOf = (...parameters: Parameters<typeof merged>) =>
  merged(...parameters).facts.city;

Deno.test("mergedProfile - has the facts and, on access, their sources", () => {
  const profile = merged("v1", [contribution("open", "US")], [
    { source: "dns", kind: "reverse", facts: { hostname: "dns.google" } },
  ]);
  const { isBogon, isChinaIp } = profile;
  assert.deepEqual([profile.ip, isBogon, isChinaIp], [ip, false, false]);
  assert.deepEqual(withoutEmpty(profile.facts), {
    countryCode: "US",
    city: "open",
    hostname: "dns.google",
  });
  assert.deepEqual(profile.sources, {
    countryCode: "the open source",
    city: "the open source",
    hostname: "dns",
  });
});

Deno.test("mergedProfile - V1 believes the regional source first in China, else the open one", () => {
  for (const country of ["US", "HK", "MO", "TW"]) {
    const open = contribution("open", country);
    const local = [open, contribution("regional", country)];
    assert.equal(cityOf("v1", local), "open", country);
    assert.equal(merged("v1", local).isChinaIp, false);
  }
  const local = [contribution("open", "CN"), contribution("regional", "CN")];
  assert.equal(cityOf("v1", local), "regional");
  assert.equal(merged("v1", local).isChinaIp, true);
});

Deno.test("mergedProfile - in V2, commercial sources precede all but the regional one in China", () => {
  const all = (country: string) =>
    [
      [contribution("open", country), contribution("regional", country)],
      [contribution("abuse", country), contribution("commercial", country)],
    ] as const;
  const [open, remote] = all("US");
  assert.equal(cityOf("v2", open, remote), "commercial");
  assert.equal(cityOf("v2", open, remote.slice(0, 1)), "abuse");
  const [openCn, remoteCn] = all("CN");
  assert.equal(cityOf("v2", openCn, remoteCn), "regional");
  assert.equal(cityOf("v2", openCn.slice(0, 1), remoteCn), "commercial");
});

Deno.test("mergedProfile - V1 takes nothing from commercial sources", () => {
  const remote = [contribution("commercial", "US")];
  assert.deepEqual(withoutEmpty(merged("v1", [], remote).facts), {});
  const { sources } = merged("v1", [contribution("open", "US")], remote);
  assert.equal(sources.city, "the open source");
});

const unplaced = { source: "geo", kind: "open", facts: {} } as const;

Deno.test("mergedProfile - a regional table alone can place an address in China", () => {
  const local = [unplaced, contribution("regional", "CN")];
  assert.equal(merged("v1", local).isChinaIp, true);
});

Deno.test("mergedProfile - the open table decides about China, else the regional one", () => {
  const cases: [isChinaIp: boolean, local: Contribution[]][] = [
    [false, [contribution("regional", "CN"), contribution("open", "US")]],
    [true, [contribution("regional", "US"), contribution("open", "CN")]],
    [false, [unplaced, contribution("regional", "US")]],
    [false, [unplaced, contribution("lists", "CN")]],
    [false, [contribution("lists", "CN"), unplaced]],
    [true, [unplaced, contribution("open", "CN"), contribution("open", "US")]],
  ];
  for (const [isChinaIp, local] of cases) {
    const profile = merged("v1", local);
    assert.equal(profile.isChinaIp, isChinaIp, JSON.stringify(local));
  }
});

Deno.test("mergedProfile - within a kind, remote sources precede tables", () => {
  const local = [contribution("open", "US")];
  const remote = [{ ...contribution("open", "US"), facts: { city: "asked" } }];
  const { facts } = merged("v1", local, remote);
  assert.deepEqual(withoutEmpty(facts), { city: "asked", countryCode: "US" });
});

Deno.test("mergedProfile - a remote source does not place an address in China", () => {
  const remote = [contribution("open", "CN")];
  const profile = merged("v1", [contribution("open", "US")], remote);
  assert.equal(profile.isChinaIp, false);
  assert.equal(profile.facts.countryCode, "CN");
});

Deno.test("mergedProfile - gathers the evidence of the order's sources and judges it", () => {
  const tor = evidenceOf("tor");
  const vpn = evidenceOf("vpn");
  const local = [
    { ...contribution("open", "US"), evidence: [tor] },
    contribution("lists", "US"),
  ];
  const remote = [{ ...contribution("commercial", "US"), evidence: [vpn] }];
  const guest = mergedProfile(ip, "v1", local, remote, 7);
  assert.deepEqual(guest.evidence, [tor]);
  assert.deepEqual(guest.risk, riskOf([tor], 7));
  const member = mergedProfile(ip, "v2", local, remote, 7);
  assert.deepEqual(member.evidence, [vpn, tor]);
  assert.deepEqual(member.risk, riskOf([vpn, tor], 7));
});

Deno.test("bogonProfile - has no facts", () => {
  const expected = profileOf(ip.text, {}, { isBogon: true });
  assert.deepEqual(bogonProfile(ip), expected);
});

Deno.test("mergedProfile - an anycast resolver is in a country, but nowhere in it", () => {
  const facts = {
    ...{ continent: "North America", continentCode: "NA", asn: 15169 },
    ...{ country: "United States", countryCode: "US" },
  };
  const place = {
    ...{ region: "California", regionCode: "CA", city: "Mountain View" },
    ...{ district: "Shoreline", zip: "94043", accuracyRadiusKm: 10 },
    ...{ latitude: 37.4, longitude: -122.1, timezone: "America/Los_Angeles" },
  };
  const whole = { ...facts, ...place };
  const table: Contribution = { source: "table", kind: "open", facts: whole };
  const { asn: _, ...country } = facts;
  const anycast: Contribution = {
    source: "anycast",
    kind: "open",
    facts: country,
    anycast: "resolver",
  };
  const of = (...local: Contribution[]) => merged("v1", local);
  const profile = of(anycast, table);
  assert.deepEqual(withoutEmpty(profile.facts), facts);
  const names = Object.keys(country).map((name) => [name, "anycast"]);
  const sources = { ...Object.fromEntries(names), asn: "table" };
  assert.deepEqual(profile.sources, sources);
  assert.equal(profile.confidence.country, null);
  const elsewhere = { ...table, facts: { ...whole, countryCode: "CA" } };
  assert.deepEqual(withoutEmpty(of(anycast, elsewhere).facts), facts);
  assert.deepEqual(withoutEmpty(of(table).facts), whole);
  assert.equal(of(table).confidence.country, 80);
  assert.deepEqual([profile.anycast, of(table).anycast], ["resolver", null]);
  // A relay's list comes first, and says where the people behind the address are.
  const geofeed = { ...table, source: "geofeed:own" };
  const relay = of(geofeed, anycast);
  assert.deepEqual(withoutEmpty(relay.facts), whole);
  assert.equal(relay.anycast, "resolver");
  const network = of(anycast, geofeed);
  assert.deepEqual(withoutEmpty(network.facts), facts);
  assert.equal(network.confidence.country, null);
});

const listsWith = (evidence: readonly Evidence[]) =>
  ({ source: "lists", kind: "lists", facts: {}, evidence }) as const;

Deno.test("mergedProfile - drops evidence that is too old to be worth anything", () => {
  const day = 86_400_000;
  const tor = { ...evidenceOf("tor"), observedAt: 10 * day };
  const vpn = { ...evidenceOf("vpn"), observedAt: 10 * day };
  const local = [listsWith([tor, vpn])];
  const evidenceAt = (now: number) =>
    mergedProfile(ip, "v2", local, [], now).evidence;
  assert.deepEqual(evidenceAt(12 * day - 1), [tor, vpn]);
  assert.deepEqual(evidenceAt(12 * day), [vpn]);
});

Deno.test("mergedProfile - dated evidence that addresses share ages, undated doesn't", () => {
  const day = 86_400_000;
  const risksOf = (evidence: readonly Evidence[]) =>
    [10, 100].map((days) =>
      mergedProfile(ip, "v2", [listsWith(evidence)], [], days * day).risk
    );
  const dated = [{ ...evidenceOf("vpn"), observedAt: 10 * day }];
  const [fresh, old] = risksOf(dated);
  assert.deepEqual(fresh, riskOf(dated, 10 * day));
  assert.deepEqual(old, riskOf(dated, 100 * day));
  assert.notDeepEqual(old, fresh);
  const [first, second] = risksOf([evidenceOf("vpn")]);
  assert.equal(second, first);
});

Deno.test("mergedProfile - tells how sure it is, and how far the sources disagree", () => {
  const at = (source: string, latitude: number, accuracyRadiusKm?: number) => ({
    source,
    kind: "open" as const,
    facts: { countryCode: "FR", latitude, longitude: 2, accuracyRadiusKm },
  });
  const local: Contribution[] = [
    at("a", 48),
    { ...at("b", 49), countries: () => ["FR", "DE"] },
    { ...contribution("lists", "FR"), evidence: [evidenceOf("mobile")] },
  ];
  const { facts, confidence } = merged("v1", local);
  assert.equal(facts.accuracyRadiusKm, 112);
  assert.deepEqual(confidence, { country: 80, lineType: 97 });
  const stated = merged("v1", [at("a", 48, 20), at("b", 49)]);
  assert.equal(stated.facts.accuracyRadiusKm, 20);
  // The line is that of a system which is a guess.
  const params = { networkList: "mobile" } as const;
  const guessed = merged("v1", [at("a", 48), {
    ...{ source: "asn", kind: "open", facts: { asnConfidence: 73 } },
    evidence: [{
      ...evidenceOf("mobile"),
      detail: { code: "network-listed", params },
    }],
  }]);
  assert.equal(guessed.confidence.lineType, 73);
});
