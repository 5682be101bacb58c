import assert from "node:assert/strict";
import { RdapSource, rirOf } from "../../../../lib/whois/rdap/rdap_source.ts";
import { parseIp } from "../../../../lib/net/ip_address.ts";
import type { RdapResponse } from "../../../../lib/whois/rdap/rdap_client.ts";
import {
  type Autnum,
  parseAutnum,
  parseIpNetwork,
} from "../../../../lib/whois/rdap/rdap_record.ts";
import { RegistryError } from "../../../../lib/whois/rdap/registry_error.ts";
import {
  arinNetwork,
  autnum,
  jcard,
  ripeNetwork,
  text,
} from "../../../support/rdap_bodies.ts";

Deno.test("rirOf - prefers the whois server's name to the responding host's", () => {
  const cases: [string | null, string, string | null][] = [
    ["whois.arin.net", "rdap.db.ripe.net", "ARIN"],
    [null, "rdap.db.ripe.net", "RIPE"],
    ["whois.apnic.net", "rdap.example", "APNIC"],
    ["whois.example", "jpirr.nic.ad.jp", "APNIC"],
    [null, "rdap.registro.br", "LACNIC"],
    [null, "RDAP.LACNIC.NET", "LACNIC"],
    ["whois.afrinic.net", "rdap.afrinic.net", "AFRINIC"],
    [null, "notarin.net", null],
    [null, "arin.net.example", null],
    ["", "constructor", null],
  ];
  for (const [port43, host, rir] of cases) {
    assert.equal(rirOf({ port43, host }), rir, `${port43} ${host}`);
  }
});

const ip = parseIp("198.51.100.7")!;
const { signal } = new AbortController();
const failure = new RegistryError("unreachable");
const noBootstrap = new RegistryError("no_bootstrap");

type Options = ConstructorParameters<typeof RdapSource>[0];

/** A source whose clock stands still and that knows no system, unless it is told. */
function sourceWith(
  rdap: Partial<Options["rdap"]>,
  more: Partial<Options> = {},
): RdapSource {
  return new RdapSource({
    asnOf: () => undefined,
    now: () => 0,
    ...more,
    rdap: { ip: late, autnum: late, check: () => Promise.resolve(), ...rdap },
  });
}

const responseOf = <T>(record: T, json: unknown, host = "rdap.example") => ({
  record,
  url: new URL(`https://${host}/`),
  json,
});

/** Never responds, and rejects on abort. */
const late = (_: unknown, signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });

/** The outcome of each query: a response, null, or an error. */
interface Outcomes {
  ip?: unknown;
  autnum?: unknown;
  asn?: number;
}

function sourceOf(outcomes: Outcomes, host = "rdap.example"): RdapSource {
  const come = <T>(json: unknown, parse: (json: unknown) => T) => {
    if (json instanceof Error) return Promise.reject(json);
    if (json === null || json === undefined) return Promise.resolve(null);
    return Promise.resolve(responseOf(parse(json), json, host));
  };
  return sourceWith({
    ip: (requested) => {
      assert.equal(requested, ip);
      return come(outcomes.ip, parseIpNetwork);
    },
    autnum: (requested) => {
      assert.equal(requested, outcomes.asn);
      return come(outcomes.autnum, parseAutnum);
    },
  }, { asnOf: () => outcomes.asn });
}

async function factsOf(outcomes: Outcomes, host?: string) {
  return (await sourceOf(outcomes, host).lookup(ip, signal)).facts;
}

const busy = new RegistryError("busy", { retryAfterMs: 120_000 });
const arinFacts = {
  assignedOrg: "Example Networks",
  abuseEmail: "abuse@example.net",
  abusePhone: "+1-555-555-0100",
  rir: "ARIN",
};
const asnFacts = {
  asn: 64496,
  asnName: "EXAMPLE-AS",
  asnCreated: "2000-03-30",
  asnUpdated: "2012-02-24",
};

const [maintainer] = ripeNetwork.entities;
const named = { assignedOrg: "ZZ-EXAMPLE", rir: "RIPE" };
const noServer = new RegistryError("no_server");
const lookups: Record<string, [Outcomes, facts: object, host?: string]> = {
  "combines the facts of the address and its autonomous system": [
    { ip: arinNetwork, autnum, asn: 64496 },
    { ...arinFacts, ...asnFacts },
  ],
  "ignores maintainers as organizations": [
    { ip: ripeNetwork },
    { ...named, assignedOrg: "Example B.V.", abuseEmail: "abuse@example.org" },
  ],
  "falls back to the network's name without an entity": [{
    ip: { ...ripeNetwork, entities: [] },
  }, named],
  "falls back to the network's name without a registrant": [{
    ip: { ...ripeNetwork, entities: [maintainer] },
  }, named],
  "derives the registry from the responding server if the whois server does not tell":
    [
      { ip: { ...ripeNetwork, entities: [], name: null, port43: null } },
      { rir: "APNIC" },
      "rdap.apnic.net",
    ],
  "leaves out the number of a system without facts": [
    { autnum: { objectClassName: "autnum", startAutnum: 64496 }, asn: 64496 },
    {},
  ],
  "returns no facts if nothing is registered": [
    { ip: null, autnum: null, asn: 64496 },
    {},
  ],
  "returns no facts if no registry is responsible": [
    { ip: noServer, autnum: noServer, asn: 64496 },
    {},
  ],
  "returns the facts of the system if the other query fails": [
    { ip: failure, autnum, asn: 64496 },
    asnFacts,
  ],
  "returns the facts of the address if the other query fails": [
    { ip: arinNetwork, autnum: busy, asn: 64496 },
    arinFacts,
  ],
};
for (const [what, [outcomes, facts, host]] of Object.entries(lookups)) {
  Deno.test(`RdapSource - ${what}`, async () => {
    assert.deepEqual(await factsOf(outcomes, host), facts);
  });
}

Deno.test("RdapSource - takes e-mail and phone from one contact, the nearest with an e-mail", async () => {
  const contact = (properties: Parameters<typeof jcard>, entities = {}) => ({
    roles: ["abuse"],
    vcardArray: jcard(...properties),
    ...entities,
  });
  const factsWith = (...entities: unknown[]) =>
    factsOf({ ip: { objectClassName: "ip network", entities } });
  const phone = text("tel", "+1 555 0100");
  const near = [text("email", "near@example.net"), text("tel", "+1 555 0101")];
  const entities = [contact([text("email", "nested@example.net")])];
  assert.deepEqual(
    await factsWith(contact([phone], { entities }), contact(near)),
    { abuseEmail: "near@example.net", abusePhone: "+1 555 0101" },
  );
  assert.deepEqual(
    await factsWith(contact([text("fn", "Example")]), contact([phone])),
    { abusePhone: "+1 555 0100" },
  );
});

Deno.test("RdapSource - returns no facts from redacted contacts", async () => {
  const withheld = jcard(
    ...["fn", "email", "tel"].map((name) => text(name, "REDACTED FOR PRIVACY")),
  );
  const network = {
    objectClassName: "ip network",
    entities: [{ roles: ["registrant", "abuse"], vcardArray: withheld }],
  };
  assert.deepEqual(await factsOf({ ip: network }), {});
});

Deno.test("RdapSource - sets isPartial if one response is missing", async () => {
  const isPartial = async (outcomes: Outcomes) =>
    (await sourceOf(outcomes).lookup(ip, signal)).isPartial;
  assert.equal(await isPartial({ ip: arinNetwork }), false);
  assert.equal(await isPartial({ ip: null, autnum, asn: 64496 }), false);
  assert.equal(await isPartial({ ip: failure, autnum, asn: 64496 }), true);
});

/** Counts the queries for an autonomous system over time. */
function autnumClock(
  answers: readonly (RdapResponse<Autnum> | null | Error)[],
) {
  let time = 0;
  let lookups = 0;
  const source = sourceWith({
    ip: () => Promise.resolve(null),
    autnum() {
      const response = answers[Math.min(lookups++, answers.length - 1)];
      return response instanceof Error
        ? Promise.reject(response)
        : Promise.resolve(response);
    },
  }, { asnOf: () => 64496, now: () => time });
  return async (now: number) => {
    time = now;
    await source.lookup(ip, signal);
    return lookups;
  };
}

Deno.test("RdapSource - queries an autonomous system once a day", async () => {
  const response = responseOf(parseAutnum(autnum), autnum);
  const at = autnumClock([failure, response]);
  assert.equal(await at(0), 1);
  // A failure is not cached.
  assert.equal(await at(1), 2);
  assert.equal(await at(86_400_000), 2);
  assert.equal(await at(86_400_001), 3);
});

Deno.test("RdapSource - queries an autonomous system without facts again after five minutes", async () => {
  const nothing = responseOf(parseAutnum({ objectClassName: "autnum" }), {});
  for (const response of [null, noServer, nothing]) {
    const at = autnumClock([response]);
    assert.equal(await at(0), 1);
    assert.equal(await at(299_999), 1);
    assert.equal(await at(300_000), 2);
  }
});

Deno.test("RdapSource - does not fail if a registry fails or is busy", async () => {
  const paused = new RegistryError("paused");
  const cases = [
    { ip: busy },
    { ip: failure },
    { ip: paused },
    { ip: failure, autnum: busy, asn: 64496 },
    { ip: paused, autnum: failure, asn: 64496 },
    { ip: noBootstrap, autnum: failure, asn: 64496 },
    { ip: busy, autnum: noBootstrap, asn: 64496 },
  ];
  for (const outcomes of cases) {
    const found = await sourceOf(outcomes).lookup(ip, signal);
    assert.deepEqual(found, { facts: {}, isPartial: true });
  }
});

Deno.test("RdapSource - fails if no registry can be found", async () => {
  for (const more of [{}, { autnum: noBootstrap, asn: 64496 }]) {
    const source = sourceOf({ ip: noBootstrap, ...more });
    await assert.rejects(source.lookup(ip, signal), { code: "no_bootstrap" });
  }
});

Deno.test("RdapSource - returns one registry's facts if the other is late", async () => {
  const source = sourceWith({
    autnum: () => Promise.resolve(responseOf(parseAutnum(autnum), autnum)),
  }, { asnOf: () => 64496, responseTimeoutMs: 20 });
  const found = await source.lookup(ip, signal);
  assert.deepEqual(found, { facts: asnFacts, isPartial: true });
});

Deno.test("RdapSource - stops on abort", async () => {
  const reason = new Error("enough");
  const controller = new AbortController();
  const source = sourceWith({
    ip: (requested, given) => {
      queueMicrotask(() => controller.abort(reason));
      return late(requested, given);
    },
  });
  await assert.rejects(source.lookup(ip, controller.signal), reason);
});

Deno.test("RdapSource.check - resolves if registries can be found", async () => {
  const signals: AbortSignal[] = [];
  const checked = (outcome: () => Promise<void>) => {
    const check = (given: AbortSignal) => (signals.push(given), outcome());
    return sourceWith({ check }).check(signal);
  };
  await checked(() => Promise.resolve());
  const failing = checked(() => Promise.reject(noBootstrap));
  await assert.rejects(failing, noBootstrap);
  assert.deepEqual(signals, [signal, signal]);
});

Deno.test("RdapSource - is for V2 only, with 1.5 s to respond; results live a week, empty ones five minutes", () => {
  const source = sourceOf({});
  assert.deepEqual([source.name, source.kind], ["rdap", "registry"]);
  assert.equal(source.onlyFor, "v2");
  assert.equal(source.timeoutMs, 1500);
  assert.equal(source.lifetimeMs, 604_800_000);
  assert.equal(source.emptyLifetimeMs, 300_000);
});
