import assert from "node:assert/strict";
import {
  exposedHeaders,
  openHeaders,
  statusOf,
  types,
} from "../../support/responses.ts";
import { testApp, useFacts } from "../../support/validated_app.ts";
import tables from "./allow.json" with { type: "json" };
import { assertText } from "../../support/routes.ts";

const app = await testApp({
  env: { TRUSTED_PROXIES: "127.0.0.0/8,192.0.2.1,104.16.0.0/13" },
});
Deno.test.afterAll(async () => await app[Symbol.asyncDispose]());

/** In the United States and AS15169, a hosting network. */
const google = "8.8.8.8";
/** In the Netherlands and AS3333, not hosting. */
const ripe = "193.0.6.139";
const ofRipe = {
  "x-porthole-country": "NL",
  "x-porthole-asn": "3333",
  "x-porthole-as-org":
    "Reseaux IP Europeens Network Coordination Centre (RIPE NCC)",
};

/** Asks as a trusted proxy would for a client. */
const verdictOn = (client: string, query: string, method: string) =>
  verdictIn(app.get(`/api/allow?${query}`, {
    method,
    peer: "127.0.0.1",
    headers: { "x-forwarded-for": client },
  }));

async function verdictIn(responding: Promise<Response>) {
  const { status, headers, body } = await responding;
  await body?.cancel();
  return [status, headers.get("x-porthole-reason")];
}

type Verdict = [client: string, query: string, status: number, reason: string];

const verdicts: Verdict[] = [
  [google, "allow_country=us", 204, "allow_country"],
  [google, "allow_country=NL,DE", 403, "not_listed"],
  [google, "deny_country=NL,DE", 204, "not_denied"],
  [google, "deny_country=DE,US", 403, "deny_country"],
  [google, "allow_asn=AS15169", 204, "allow_asn"],
  [google, "allow_asn=3333", 403, "not_listed"],
  [google, "deny_asn=3333,15169", 403, "deny_asn"],
  [google, "allow_net=8.8.8.0/24", 204, "allow_net"],
  [google, "allow_net=8.8.8.9,2001:db8::/32", 403, "not_listed"],
  [google, "deny_type=vpn,hosting", 403, "deny_type"],
  [google, "deny_type=mobile,satellite", 204, "not_denied"],
  // No list of these is loaded.
  [google, "deny_type=vpn,mobile,satellite,tor", 204, "unknown"],
  [google, "deny_type=rpki-invalid", 204, "unknown"],
  [google, "deny_type=vpn,tor&unknown=allow", 204, "unknown"],
  [google, "deny_type=vpn,tor&unknown=deny", 403, "unknown"],
  [ripe, "deny_type=hosting", 204, "not_denied"],
  // One of the rules that allow is enough.
  [ripe, "allow_country=US&allow_asn=3333", 204, "allow_asn"],
  [ripe, "allow_country=US&allow_net=193.0.0.0/21", 204, "allow_net"],
  // Rules that deny win.
  [google, "allow_net=8.8.8.8&deny_type=hosting", 403, "deny_type"],
  [google, "allow_country=US&deny_asn=15169", 403, "deny_asn"],
  [google, "allow_asn=15169&deny_country=US", 403, "deny_country"],
  // Nothing is known of it.
  ["2a00::1", "deny_country=US&deny_asn=0", 204, "not_denied"],
  ["2a00::1", "allow_asn=0", 403, "not_listed"],
  ["10.1.2.3", "allow_country=DE", 204, "private"],
  ["fd00::1", "allow_country=DE&private=allow", 204, "private"],
  ["192.168.1.9", "allow_net=192.168.0.0/16&private=deny", 403, "private"],
  [google, "private=deny", 204, "not_denied"],
  // Everything that is known may be a proxy of the operator's.
  ["127.0.0.1", "allow_country=DE", 403, "client_unknown"],
  ["127.0.0.9", "deny_country=DE", 403, "client_unknown"],
  ["evil, 127.0.0.1", "allow_country=DE", 403, "client_unknown"],
  ["evil, 127.0.0.1", "allow_net=127.0.0.0/8", 403, "client_unknown"],
  ["127.0.0.1, 127.0.0.2", "allow_net=127.0.0.1", 403, "client_unknown"],
  [", 127.0.0.1", "allow_net=127.0.0.1", 403, "client_unknown"],
  ["", "allow_net=127.0.0.0/8", 403, "client_unknown"],
  ["104.16.1.1", "allow_country=US", 403, "client_unknown"],
  // A client among the proxies.
  ["127.0.0.9", "allow_net=127.0.0.0/8", 204, "allow_net"],
  ["127.0.0.9", "allow_net=127.0.0.0/8&private=deny", 403, "private"],
  ["104.16.1.1", "allow_net=104.16.1.0/24", 204, "allow_net"],
  ["104.16.1.1", "allow_net=104.16.1.1&deny_asn=13335", 403, "deny_asn"],
  // The walk ends at the first address that is not trusted.
  ["evil, 10.1.2.3, 127.0.0.1", "allow_country=DE", 204, "private"],
  [`127.0.0.1, ${google}, 192.0.2.1`, "deny_country=US", 403, "deny_country"],
];

for (const [client, query, status, reason] of verdicts) {
  Deno.test(`GET /api/allow - ${client} by ${query} is ${status} ${reason}`, async () => {
    for (const method of ["GET", "OPTIONS", "POST", "DELETE"]) {
      const verdict = await verdictOn(client, query, method);
      assert.deepEqual(verdict, [status, reason], method);
    }
  });
}

Deno.test("GET /api/allow - what passes has an empty response, which nobody keeps", async () => {
  const path = "/api/allow?deny_type=mobile";
  const response = await app.get(path, { peer: ripe });
  assert.deepEqual([response.status, response.body], [204, null]);
  assert.deepEqual(Object.fromEntries(response.headers), {
    ...openHeaders,
    "cache-control": "no-store",
    "x-porthole-reason": "not_denied",
    ...ofRipe,
  });
});

/** The headers of a response without a policy. */
async function enriched(
  peer: string,
  headers: Record<string, string> = {},
): Promise<Record<string, string>> {
  const response = await app.get("/api/allow?enrich=only", { peer, headers });
  assert.equal(response.status, 204);
  return Object.fromEntries(
    [...response.headers].filter(([name]) => name.startsWith("x-porthole-")),
  );
}

Deno.test("GET /api/allow?enrich=only - passes everybody, with the known facts", async () => {
  assert.deepEqual(await enriched(google), {
    "x-porthole-reason": "enrich_only",
    "x-porthole-country": "US",
    "x-porthole-asn": "15169",
    "x-porthole-as-org": "Google LLC",
    "x-porthole-line-type": "hosting",
    "x-porthole-flags": "hosting,anycast",
  });
  const inner = await enriched("10.1.2.3");
  assert.deepEqual(inner, { "x-porthole-reason": "private" });
  const unknown = await enriched("172.18.0.2", { "x-forwarded-for": google });
  assert.deepEqual(unknown, { "x-porthole-reason": "client_unknown" });
});

Deno.test("GET /api/allow - a server sends a client's response as often as it is asked", async () => {
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    ({ url }) => {
      const { pathname, search } = new URL(url);
      return app.get(pathname + search, { peer: ripe });
    },
  );
  const cases = [
    ["deny_country=KP", "not_denied"],
    ["deny_country=KP", "not_denied"],
    ["enrich=only", "enrich_only"],
    ["deny_country=KP", "not_denied"],
  ];
  const url = `http://127.0.0.1:${server.addr.port}/api/allow`;
  for (const [query, reason] of cases) {
    const { status, headers } = await fetch(`${url}?${query}`);
    assert.equal(status, 204);
    const facts = [...headers].filter(([name]) => /^x-porthole/.test(name));
    const expected = { ...ofRipe, "x-porthole-reason": reason };
    assert.deepEqual(Object.fromEntries(facts), expected);
  }
});

Deno.test("GET /api/allow?enrich=only - percent-encodes what is not ASCII", async () => {
  await using app = await testApp();
  useFacts(app, { countryCode: "CN", region: "100 %", city: "北京, Běijīng" });
  const { headers } = await app.get("/api/allow?enrich=only", { peer: ripe });
  const city = "%E5%8C%97%E4%BA%AC, B%C4%9Bij%C4%ABng";
  assert.equal(headers.get("x-porthole-region"), "100 %25");
  assert.equal(headers.get("x-porthole-city"), city);
});

Deno.test("GET /api/allow - a refusal is one sentence", async () => {
  const response = await app.get("/api/allow?deny_country=NL", { peer: ripe });
  assert.deepEqual(Object.fromEntries(response.headers), {
    ...openHeaders,
    ...exposedHeaders,
    "cache-control": "no-store",
    "content-type": types.text,
    "vary": "accept",
    "x-content-type-options": "nosniff",
    "x-porthole-reason": "deny_country",
  });
  const refusal = "Access from your address is not allowed.\n";
  await assertText(response, 403, refusal);
});

for (const [query, body] of tables.refusals) {
  Deno.test(`GET /api/allow${query} - is 400, however often it is asked`, async () => {
    for (let i = 0; i < 2; i++) {
      // Even where a right policy would let it pass.
      const asked = app.get(`/api/allow${query}`, { peer: "10.0.0.1" });
      await assertText(asked, 400, `${body}\n`);
    }
  });
}

const nonsense = { "x-forwarded-for": "unknown" };
const samples = [
  ["a proxy that is not trusted", "172.18.0.2", { "x-forwarded-for": google }],
  ["a proxy that sends another header", "172.18.0.2", { "x-real-ip": google }],
  ["a trusted proxy that names nobody", "127.0.0.1", {}],
  ["a trusted proxy that names nonsense", "127.0.0.1", nonsense],
] as const;
for (const [what, peer, headers] of samples) {
  Deno.test(`GET /api/allow - ${what} is refused, although its own address is private`, async () => {
    const asked = app.get("/api/allow?deny_country=KP", { peer, headers });
    assert.deepEqual(await verdictIn(asked), [403, "client_unknown"]);
  });
}

Deno.test("GET /api/allow - newer tables decide from then on", async () => {
  await using app = await testApp();
  const { profiles } = app.services;
  const ask = () =>
    statusOf(app.get("/api/allow?deny_country=US", { peer: google }));
  assert.equal(await ask(), 403);
  profiles.useLocal([]);
  assert.equal(await ask(), 204);
});

Deno.test("GET /api/allow - without tables it is 503 rather than a pass", async () => {
  await using app = await testApp({ sourceTimeoutMs: 1 });
  app.services.profiles.useLocal([{
    name: "slow",
    kind: "open",
    pending: () => new Promise(() => {}),
    lookup: () => ({ facts: {} }),
  }]);
  const response = await app.get("/api/allow?deny_country=US", { peer: ripe });
  assert.equal(response.headers.get("retry-after"), "1");
  const text =
    "The address data is still loading. Try again in a few seconds.\n";
  await assertText(response, 503, text);
});
