import assert from "node:assert/strict";
import { exchange, exchangeTcp } from "../../../lib/egress/probe/datagrams.ts";
import { queryOf } from "../../../lib/egress/probe/dns_messages.ts";
import {
  assertGeoipError,
  assertResponse,
  statusOf,
  types,
} from "../../../support/responses.ts";
import { testApp } from "../../../support/validated_app.ts";

const NONCE = "abcdefghij0123456789";
const probing = {
  env: {
    HOST: "127.0.0.1",
    DNS_PROBE_ZONE: "probe.example",
    DNS_PROBE_ADDRESSES: "127.0.0.1,::1",
  },
  config: { DNS_PROBE_PORT: 0 },
};

Deno.test("GET /api/egress/dns/{nonce} - returns resolvers that queried its names", async () => {
  await using app = await testApp(probing);
  const port = Number(/ port=(\d+)$/.exec(app.logged[0])?.[1]);
  const ask = (name: string) =>
    exchange("127.0.0.1", port, queryOf(`${name}.probe.example`));
  await ask(NONCE);
  await ask(`v6.${NONCE}`);
  const query = queryOf(`1.${NONCE}.probe.example`, {
    type: "AAAA",
    subnet: [0, 1, 24, 0, 198, 51, 100],
  });
  await exchangeTcp("127.0.0.1", port, query);
  const asked = [["udp", null], ["tcp", "198.51.100.0/24"]];
  const resolvers = asked.map(([protocol, subnet]) => (
    { ip: "127.0.0.1", family: 4, protocol, subnet, via_v6_only: false }
  ));
  const expected = { nonce: NONCE, resolvers };
  // Resolvers randomize the case of names, and the page may, too.
  for (const nonce of [NONCE, NONCE.toUpperCase()]) {
    const response = await app.get(`/api/egress/dns/${nonce}`);
    assert.equal(response.headers.get("cache-control"), "no-store");
    await assertResponse(response, 200, types.json, JSON.stringify(expected));
  }
  app.clock.now += 60_000;
  const later = await app.get(`/api/egress/dns/${NONCE}`);
  assert.deepEqual(await later.json(), { nonce: NONCE, resolvers: [] });
});

Deno.test("GET /api/egress/dns/{nonce} - returns an empty list for an unknown nonce", async () => {
  await using app = await testApp(probing);
  const response = await app.get(`/api/egress/dns/${NONCE}`);
  const body = `{"nonce":"${NONCE}","resolvers":[]}`;
  await assertResponse(response, 200, types.json, body);
});

Deno.test("GET /api/egress/dns/{nonce} - refuses a malformed nonce", async () => {
  await using app = await testApp(probing);
  const nonces = ["short", "a".repeat(41), "abcdefghij_123456789", "a%2Fb"];
  for (const nonce of nonces) {
    const response = await app.get(`/api/egress/dns/${nonce}`);
    await assertGeoipError(response, 400, "INVALID_INPUT");
  }
});

Deno.test("GET /api/egress/dns/{nonce} - returns 404 without a probe zone", async () => {
  await using app = await testApp();
  await assertResponse(
    app.get(`/api/egress/dns/${NONCE}`),
    404,
    types.json,
    '{"error":{"code":"NOT_FOUND","message":"The DNS probe is off: the operator has not configured a probe zone."}}',
  );
});

Deno.test("GET /api/egress/dns/{nonce} - counts in the rate limit of pages", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_PAGES: "1" } });
  const path = `/api/egress/dns/${NONCE}`;
  await statusOf(app.get(path));
  const refused = await app.get(path);
  assert.equal(refused.headers.get("ratelimit-policy"), '"pages";q=1;w=60');
  await assertGeoipError(refused, 429, "RATE_LIMIT_EXCEEDED");
});
