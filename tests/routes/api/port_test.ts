import assert from "node:assert/strict";
import type { Connect } from "../../../lib/egress/port_checker.ts";
import {
  assertGeoipError,
  assertResponse,
  statusOf,
  types,
} from "../../support/responses.ts";
import { testApp } from "../../support/validated_app.ts";

const refused = Object.assign(new Error("refused"), { code: "ECONNREFUSED" });
const env = { TRUSTED_PROXIES: "10.0.0.1,9.9.9.9", RATE_LIMIT_SCAN: "0" };

/** An app in a network in which everyone's port 443 is open. */
async function world(variables: Record<string, string> = env) {
  const connects: string[] = [];
  const connect: Connect = ({ hostname, port }) => {
    connects.push(`${hostname} ${port}`);
    return port === 443
      ? Promise.resolve({ close() {} })
      : Promise.reject(refused);
  };
  const app = await testApp({ env: variables, connect });
  return { ...app, connects };
}

/** A request of a client, that a proxy may name. */
const from = (peer: string, client?: string) => ({
  peer,
  headers: client === undefined ? undefined : { "x-forwarded-for": client },
});

Deno.test("GET /api/port/{port} - connects to the client", async () => {
  await using app = await world();
  const open = await app.get("/api/port/443", { peer: "8.8.8.8" });
  assert.equal(open.headers.get("cache-control"), "no-store");
  const { ms, ...report } = await open.json();
  assert.deepEqual(report, { ip: "8.8.8.8", port: 443, reachable: true });
  assert(Number.isInteger(ms) && ms >= 0, String(ms));
  const peer = "2001:4860:4860::8888";
  const shut = await app.get("/api/port/80", { peer });
  const body = `{"ip":"${peer}","port":80,"reachable":false,"ms":null}`;
  await assertResponse(shut, 200, types.json, body);
  assert.deepEqual(app.connects, ["8.8.8.8 443", `${peer} 80`]);
});

Deno.test("GET /api/port/{port} - connects to the client that a trusted proxy names", async () => {
  await using app = await world();
  const request = from("10.0.0.1", "1.1.1.1, 8.8.4.4");
  const response = await app.get("/api/port/443", request);
  assert.equal((await response.json()).ip, "8.8.4.4");
  assert.deepEqual(app.connects, ["8.8.4.4 443"]);
});

Deno.test("GET /api/port/{port} - ignores headers of untrusted clients", async () => {
  await using app = await world();
  const response = await app.get("/api/port/443?ip=1.1.1.1", {
    peer: "8.8.8.8",
    headers: {
      "x-forwarded-for": "1.1.1.1",
      "x-real-ip": "1.1.1.1",
      "forwarded": "for=1.1.1.1",
      "cf-connecting-ip": "1.1.1.1",
    },
  });
  assert.equal((await response.json()).ip, "8.8.8.8");
  assert.deepEqual(app.connects, ["8.8.8.8 443"]);
});

Deno.test("GET /api/port/{port} - does not connect to a proxy that names no client, or only proxies", async () => {
  await using app = await world();
  const cases: Record<string, string>[] = [
    {},
    { "x-forwarded-for": "nonsense" },
    { "x-forwarded-for": "8.8.8.8, nonsense" },
    { "x-forwarded-for": "10.0.0.1" },
    { "x-forwarded-for": "9.9.9.9, 10.0.0.1" },
    { "x-real-ip": "8.8.8.8" },
  ];
  for (const headers of cases) {
    for (const peer of ["10.0.0.1", "9.9.9.9"]) {
      const response = app.get("/api/port/443", { peer, headers });
      await assertGeoipError(response, 403, "FORBIDDEN");
    }
  }
  assert.deepEqual(app.connects, []);
});

Deno.test("GET /api/port/{port} - does not connect to a reserved address, whoever names it", async () => {
  await using app = await world();
  for (const inner of ["127.0.0.1", "192.168.1.1", "::1", "::ffff:10.0.0.9"]) {
    for (const request of [from(inner), from("10.0.0.1", inner)]) {
      const response = app.get("/api/port/443", request);
      await assertGeoipError(response, 400, "RESERVED_ADDRESS");
    }
  }
  assert.deepEqual(app.connects, []);
});

Deno.test("GET /api/port/{port} - refuses an invalid port", async () => {
  await using app = await world();
  for (const port of ["0", "65536", "080", "-1", "http", "8%30x", "1e3"]) {
    const response = await app.get(`/api/port/${port}`, { peer: "8.8.8.8" });
    await assertGeoipError(response, 400, "INVALID_INPUT");
  }
  assert.deepEqual(app.connects, []);
});

Deno.test("GET /api/port/{port} - allows four a minute, together with scans", async () => {
  await using app = await world({});
  const ask = () => app.get("/api/port/443", { peer: "8.8.8.8" });
  for (let i = 0; i < 4; i++) await statusOf(ask());
  const response = await ask();
  assert.equal(response.headers.get("ratelimit-policy"), '"scan";q=4;w=60');
  await assertGeoipError(response, 429, "RATE_LIMIT_EXCEEDED");
  assert.equal(app.connects.length, 4);
});

Deno.test("GET /api/port/{port} - stops if the client disconnects", async () => {
  const knocked = Promise.withResolvers<AbortSignal>();
  const connect: Connect = ({ signal }) => {
    knocked.resolve(signal);
    return new Promise(() => {});
  };
  await using app = await testApp({ connect });
  const leaving = new AbortController();
  const request = { peer: "8.8.8.8", signal: leaving.signal };
  const pending = app.get("/api/port/443", request);
  const signal = await knocked.promise;
  leaving.abort();
  assert.equal((await pending).status, 499);
  assert.equal(signal.aborted, true);
  assert.deepEqual(app.logged, []);
});
