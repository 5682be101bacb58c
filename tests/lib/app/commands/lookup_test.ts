import assert from "node:assert/strict";
import { lookup } from "../../../../lib/app/commands/lookup.ts";
import { UsageError } from "../../../../lib/app/commands/output.ts";
import { NameResolver } from "../../../../lib/dns/name_resolver.ts";
import { IpInfoService } from "../../../../lib/ipinfo/ipinfo_service.ts";
import { Profiles } from "../../../../lib/ipinfo/profiles.ts";
import { evidenceOf } from "../../../support/profile.ts";

const now = Date.UTC(2026, 10, 21, 12);

const profiles = new Profiles({
  local: [{
    name: "tables",
    kind: "open",
    lookup: () => ({ facts: { country: "Germany", asn: 3320 } }),
  }, {
    name: "lists",
    kind: "lists",
    lookup: () => ({
      facts: {},
      evidence: [evidenceOf("hosting"), {
        ...evidenceOf("vpn"),
        weight: -40,
        detail: { code: "abuse-unreported", params: {} },
      }],
    }),
  }],
  remote: [{
    name: "seller",
    kind: "commercial",
    timeoutMs: 1000,
    lifetimeMs: 1000,
    emptyLifetimeMs: 1000,
    lookup: () => Promise.resolve({ facts: { city: "Bonn" } }),
  }],
  now: () => now,
});
const resolver = {
  addresses: () => Promise.resolve({ ips: [], ttlSeconds: null }),
};
const ipinfo = new IpInfoService({
  names: new NameResolver({ resolver, now: () => now }),
  profiles,
  now: () => now,
});

const run = (target: string, v2: boolean, json = false) =>
  lookup({ target, v2, json }, { ipinfo }, now);

Deno.test("lookup - prints the whole profile with sources", async () => {
  const lines = (await run("66.102.0.1", true)).split("\n");
  assert.equal(lines[0], "66.102.0.1");
  assert(lines.includes("  Country          Germany  tables"));
  assert(lines.includes("  City             Bonn     seller"));
  assert(lines.includes("  ASN              3320     tables"));
  assert(lines.includes("  Postal code      –"));
  assert(
    lines.includes(
      "  hosting  +80 A database says it is a hosting address    a list",
    ),
  );
  assert(
    lines.includes(
      "  vpn      -40 No abuse was reported in the last 90 days  a list",
    ),
  );
  assert(lines.includes("  Hosting           yes"));
  assert(lines.includes("  Reserved address  no"));
  const [facts, verdicts] = ["Fact", "Verdict"].map((h) => lines.indexOf(h));
  assert(facts > 0 && verdicts > facts);
});

Deno.test("lookup - marks a reserved address, without evidence", async () => {
  const text = await run("10.0.0.1", true);
  assert.match(text, /\nEvidence\n {2}none\n/);
  assert.match(text, /\n {2}Reserved address {2}yes\n/);
});

Deno.test("lookup - does not query commercial sources without --v2", async () => {
  const text = await run("66.102.0.1", false);
  assert.match(text, /^geo\.country {12}Germany$/m);
  assert.match(text, /^geo\.city {15}–$/m);
});

Deno.test("lookup - prints either record as JSON", async () => {
  const v1 = JSON.parse(await run("66.102.0.1", false, true));
  const v2 = JSON.parse(await run("66.102.0.1", true, true));
  assert.deepEqual([v1.meta.version, v1.geo.city], ["v1", null]);
  assert.deepEqual([v2.meta.version, v2.geo.city], ["v2", "Bonn"]);
});

Deno.test("lookup - refuses an invalid target, and reports a name without an address", async () => {
  await assert.rejects(run("1.2.3.4.5", true), UsageError);
  await assert.rejects(run("nowhere.example", true), {
    params: { reason: "name_without_address" },
  });
});
