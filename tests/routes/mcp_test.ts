/**
 * The messages are those of the official clients: `@modelcontextprotocol/sdk`
 * 1.32.2 (earlier revisions) and `@modelcontextprotocol/client` 2.4.0 (2026-07-28).
 */
import assert from "node:assert/strict";
import { statusOf, types } from "../support/responses.ts";
import { type TestApp, testApp } from "../support/app.ts";
import { newMember } from "../support/members.ts";
import { testWith } from "../support/test_with.ts";
import { assertHead, assertShown } from "../support/routes.ts";

const test = testWith(() => testApp());

const peer = "66.102.0.1";
const MODERN = "2026-07-28";

/** Sends a message of an earlier revision. */
async function send(
  app: TestApp,
  body: unknown,
  headers: Record<string, string> = {},
) {
  const response = await app.get("/mcp", {
    peer,
    method: "POST",
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      ...headers,
    },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text === "" ? null : JSON.parse(text),
  };
}

const rpc = (method: string, params?: object) => ({
  jsonrpc: "2.0",
  id: 1,
  method,
  ...params && { params },
});
const call = (name: string, args: object) =>
  rpc("tools/call", { name, arguments: args });

/** What a call returns. */
const resultOf = async (app: TestApp, name: string, args: object) =>
  (await send(app, call(name, args))).body.result;

/** Sends a message of 2026-07-28, with changes to its headers and its `_meta`. */
function sendModern(
  app: TestApp,
  method: string,
  params: Record<string, unknown> = {},
  headers: Record<string, string> = {},
  meta: Record<string, unknown> = {},
) {
  const _meta = {
    "io.modelcontextprotocol/protocolVersion": MODERN,
    "io.modelcontextprotocol/clientCapabilities": {},
    ...meta,
  };
  return send(app, rpc(method, { ...params, _meta }), {
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    ...typeof params.name === "string" && { "mcp-name": params.name },
    ...headers,
  });
}

const LOOKUPS = ["own_address", "address", "name", "network"];
const NAMES = [...LOOKUPS.map((name) => `lookup_${name}`), "whois"];
const REVISIONS = ["2025-11-25", "2025-06-18", "2025-03-26"];
const capabilities = { tools: {} };
const serverInfo = { name: "porthole", title: "Porthole", version: "0" };

test("POST /mcp - agrees on an earlier revision with initialize", async (app) => {
  const cases = [
    ...REVISIONS.map((it) => [it, it]),
    ["2024-11-05", REVISIONS[0]],
    [MODERN, REVISIONS[0]],
  ];
  for (const [requested, protocolVersion] of cases) {
    const clientInfo = { name: "t", version: "1" };
    const params = { protocolVersion: requested, capabilities: {}, clientInfo };
    const sent = await send(app, rpc("initialize", params));
    const { status, headers, body } = sent;
    const { instructions, ...result } = body.result;
    assert.equal(typeof instructions, "string");
    assertHead({ status, headers }, 200, { "content-type": types.json });
    assert.equal(body.id, 1);
    assert.deepEqual(result, { protocolVersion, capabilities, serverInfo });
  }
  const version = { "mcp-protocol-version": "2025-11-25" };
  const started = { jsonrpc: "2.0", method: "notifications/initialized" };
  const accepted = await send(app, started, version);
  assert.deepEqual([accepted.status, accepted.body], [202, null]);
  const pong = await send(app, rpc("ping"), version);
  assert.deepEqual(pong.body, { jsonrpc: "2.0", id: 1, result: {} });
  const { body: { result } } = await send(app, rpc("tools/list"), version);
  const tools: { name: string }[] = result.tools;
  assert.deepEqual(tools.map(({ name }) => name), NAMES);
  assert.deepEqual(Object.keys(result), ["tools"]);
});

test("POST /mcp - serves requests of 2026-07-28, which stand for themselves", async (app) => {
  const common = {
    resultType: "complete",
    ...{ ttlMs: 3_600_000, cacheScope: "public" },
    _meta: { "io.modelcontextprotocol/serverInfo": serverInfo },
  };
  const { status, body } = await sendModern(app, "server/discover");
  const { instructions: _, ...discovered } = body.result;
  const supportedVersions = [MODERN, ...REVISIONS];
  const expected = { ...common, supportedVersions, capabilities, serverInfo };
  assert.deepEqual([status, discovered], [200, expected]);
  const { tools, ...list } = (await sendModern(app, "tools/list")).body.result;
  assert.deepEqual([list, tools.length], [common, NAMES.length]);
  const name = "lookup_address";
  const params = { name, arguments: { address: "66.102.0.1" } };
  for (const sent of [name, `=?base64?${btoa(name)}?=`]) {
    const headers = { "mcp-name": sent };
    const called = await sendModern(app, "tools/call", params, headers);
    const { resultType, structuredContent } = called.body.result;
    assert.deepEqual([called.status, resultType], [200, "complete"]);
    assert.equal(structuredContent.geo.country_code, "US");
  }
});

test("POST /mcp - has the errors of the protocol", async (app) => {
  const version = "io.modelcontextprotocol/protocolVersion";
  const capabilities = "io.modelcontextprotocol/clientCapabilities";
  const old = { "mcp-protocol-version": "1900-01-01" };
  const [future, x] = ["2099-01-01", { "mcp-name": "x" }];
  const newer = { "mcp-protocol-version": future };
  const whois = { name: "whois" };
  const none = { [capabilities]: undefined };
  const noId = { ...rpc("ping"), id: null };
  const modern = sendModern;
  const cases = [
    [400, -32700, undefined, "not JSON", send(app, "{")],
    [400, -32600, undefined, "a batch", send(app, [rpc("ping")])],
    [400, -32600, 1, "no method", send(app, { jsonrpc: "2.0", id: 1 })],
    [400, -32600, "a", "no version", send(app, { id: "a", method: "ping" })],
    [400, -32600, undefined, "id null", send(app, noId)],
    [200, -32601, 1, "an unknown method", send(app, rpc("resources/list"))],
    [200, -32601, 1, "a modern method", send(app, rpc("server/discover"))],
    [400, -32022, 1, "an unknown version", send(app, rpc("ping"), old)],
    [200, -32602, 1, "an unknown tool", send(app, call("toString", {}))],
    [200, -32602, 1, "no argument", send(app, call("lookup_name", {}))],
    [404, -32601, 1, "an unknown modern method", modern(app, "initialize")],
    [400, -32020, 1, "another version", modern(app, "ping", {}, old)],
    [
      400,
      -32020,
      1,
      "a method",
      modern(app, "ping", {}, { "mcp-method": "x" }),
    ],
    [400, -32020, 1, "another name", modern(app, "tools/call", whois, x)],
    [
      ...[400, -32022, 1, "an unknown modern version"] as const,
      modern(app, "ping", {}, newer, { [version]: future }),
    ],
    [400, -32602, 1, "no capabilities", modern(app, "ping", {}, {}, none)],
  ] as const;
  for (const [status, code, id, name, sent] of cases) {
    const { status: actual, body } = await sent;
    const found = [actual, body.jsonrpc, body.error.code, body.id];
    assert.deepEqual(found, [status, "2.0", code, id], name);
  }
  const { body } = await send(app, rpc("ping"), old);
  assert.deepEqual(body.error.data.requested, "1900-01-01");
});

Deno.test("POST /mcp - tools return the records of V1", async () => {
  const zone = { "dns.example": ["66.102.0.1"] };
  await using app = await testApp({ zone });
  const cases = [
    ["lookup_own_address", {}, "/api/v1/"],
    ["lookup_address", { address: "8.8.8.8" }, "/api/v1/ip/8.8.8.8"],
    ["lookup_name", { name: "dns.example" }, "/api/v1/domain/dns.example"],
  ] as const;
  for (const [name, args, path] of cases) {
    const { status, body: { result } } = await send(app, call(name, args));
    const { confidence, ...own } = result.structuredContent;
    const v1 = await (await app.get(path, { peer })).json();
    const record = { ...v1, confidence };
    assert.deepEqual(own.ip, record.ip);
    const content = [{ type: "text", text: JSON.stringify(record) }];
    const expected = { content, structuredContent: record };
    assert.deepEqual([status, result], [200, expected]);
  }
});

test("POST /mcp - says how sure a record of V1 is, which V1 cannot", async (app) => {
  const cases = [["2a00:1450::1", 22, "IE", 73], ["8.8.8.8", null, null, null]];
  for (const [address, country, alternative_country_code, asn] of cases) {
    const result = await resultOf(app, "lookup_address", { address });
    const confidence = { country, alternative_country_code, asn };
    assert.deepEqual(result.structuredContent.confidence, confidence);
  }
});

test("POST /mcp - describes networks", async (app) => {
  const recordOf = async (network: string) =>
    (await resultOf(app, "lookup_network", { network })).structuredContent;
  const { announced, registered, ...system } = await recordOf("AS15169");
  assert.deepEqual(system, {
    ok: true,
    network: "AS15169",
    organization: "Google LLC",
    name: null,
    domain: null,
    type: "hosting",
    country_code: "US",
  });
  // The bundled table has no routes of IPv6, only who blocks are registered to.
  assert.deepEqual(Object.keys(announced), ["ipv4"]);
  assert.deepEqual(Object.keys(registered), ["ipv6"]);
  assert.equal(announced.ipv4.first.length, 16);
  assert.equal(registered.ipv6.first.length, 16);
  const block = await recordOf("8.8.8.0/24");
  const { ip, network, meta } = block.first_address;
  assert.deepEqual([block.network, ip], ["8.8.8.0/24", "8.8.8.0"]);
  assert.deepEqual([network.asn, meta.reason], [15169, "anycast"]);
  const { first_address } = await recordOf("2a00:23c6::/32");
  assert.equal(first_address.confidence.asn, 73);
});

test("POST /mcp - tells the model what a record leaves open", async (app) => {
  const { tools } = (await send(app, rpc("tools/list"))).body.result;
  const descriptions = Object.fromEntries(
    tools.map((
      { name, description }: Record<string, string>,
    ) => [name, description]),
  );
  for (const name of LOOKUPS.slice(0, 3)) {
    assertShown(
      descriptions[`lookup_${name}`],
      "false does not rule a risk out",
      "if meta.reason is anycast",
      "if confidence has an alternative_country_code",
    );
  }
  assert.doesNotMatch(descriptions.lookup_own_address, /public/);
  assertShown(descriptions.lookup_network, "with the first 16.");
  assertShown(descriptions.lookup_network, "only the first address");
});

test("POST /mcp - tells the model what was wrong with a call", async (app) => {
  const cases = [
    ["lookup_address", "address", "1.2.3", "INVALID_IPV4"],
    ["lookup_name", "name", "8.8.8.8", "INVALID_TARGET"],
    ["lookup_name", "name", "none.example", "NOT_FOUND"],
    ["lookup_network", "network", "AS4294967296", "INVALID_TARGET"],
    ["lookup_network", "network", "dns.example", "INVALID_TARGET"],
    ["lookup_network", "network", "AS64511", "NOT_FOUND"],
    ["whois", "target", "a b", "INVALID_TARGET"],
  ];
  for (const [name, argument, text, code] of cases) {
    const { status, body } = await send(app, call(name, { [argument]: text }));
    const { content, isError } = body.result;
    assert.deepEqual([status, isError, content.length], [200, true, 1], text);
    assert.match(content[0].text, new RegExp(`^${code}: [A-Z].*\\.$`));
  }
});

Deno.test("POST /mcp - a token gets records of V2, for its quota", async () => {
  await using app = await testApp({ env: { RATE_LIMIT_BATCH: "0" } });
  const { token } = await newMember(app, "mcp@example.net");
  const own = call("lookup_own_address", {});
  const sent = { authorization: `Bearer ${token}` };
  const { headers, body } = await send(app, own, sent);
  const { structuredContent: record } = body.result;
  assert.deepEqual([record.meta.version, record.ip], ["v2", peer]);
  assert.equal(headers.get("x-ratelimit-remaining"), "99");
  const bad = call("lookup_address", { address: "1.2.3" });
  assert.equal((await send(app, bad, sent)).body.result.isError, true);
  // A list and an error cost nothing.
  await send(app, rpc("tools/list"), sent);
  const next = await send(app, own, { "x-api-key": token });
  assert.equal(next.headers.get("x-ratelimit-remaining"), "98");
  for (const authorization of ["Bearer x", `Bearer ph_${"a".repeat(43)}`]) {
    const refused = await send(app, own, { authorization });
    const realm = 'Bearer realm="porthole"';
    assertHead(refused, 401, { "www-authenticate": realm });
  }
  for (let i = 0; i < 98; i++) await send(app, own, sent);
  const { result } = (await send(app, own, sent)).body;
  assert.equal(result.isError, true);
  assert.match(result.content[0].text, /^RATE_LIMIT_EXCEEDED: /);
});

Deno.test("POST /mcp - refuses pages of other sites, also after DNS rebinding", async () => {
  const [base, local] = ["https://ip.example", "127.0.0.1:8000"];
  const evil = "http://evil.example";
  const cases = [
    [undefined, local, `http://${local}`, 200],
    [undefined, "[::1]:8000", "http://[::1]:8000", 200],
    [undefined, "localhost:8000", "http://localhost:8000", 200],
    [undefined, local, evil, 403],
    [undefined, "evil.example", evil, 403],
    [undefined, local, "null", 403],
    [base, "ip.example", base, 200],
    [base, "ip.example", "http://ip.example", 403],
    [base, "evil.example", evil, 403],
    [base, "127.0.0.1", "http://127.0.0.1", 403],
  ] as const;
  for (const [baseUrl, host, origin, status] of cases) {
    const env = { RATE_LIMIT_BATCH: "0", ...baseUrl && { BASE_URL: baseUrl } };
    await using app = await testApp({ env });
    const responding = app.get("/mcp", {
      peer,
      origin: `http://${host}`,
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify(rpc("ping")),
    });
    const name = `${baseUrl} ${host} ${origin}`;
    assert.equal(await statusOf(responding), status, name);
  }
});

Deno.test("POST /mcp - holds against a flood", async () => {
  const env = { RATE_LIMIT_BATCH: "4", RATE_LIMIT_LOOKUP: "2" };
  await using app = await testApp({ env });
  const network = call("lookup_network", { network: "AS15169" });
  const outcomes = [];
  for (const message of [network, network, network, rpc("ping"), rpc("ping")]) {
    const { status, headers } = await send(app, message);
    outcomes.push([status, headers.get("ratelimit-policy")]);
  }
  assert.deepEqual(outcomes, [
    [200, null],
    [200, null],
    [429, '"lookup";q=2;w=60'],
    [200, null],
    [429, '"batch";q=4;w=60'],
  ]);
});

test("POST /mcp - bounds the body, and expects JSON", async (app) => {
  const large = { ...rpc("ping"), params: { a: "a".repeat(32_768) } };
  const text = { "content-type": "text/plain" };
  const cases = [
    [send(app, large), 413, "PAYLOAD_TOO_LARGE"],
    [send(app, rpc("ping"), text), 415, "UNSUPPORTED_MEDIA_TYPE"],
  ] as const;
  for (const [sent, status, code] of cases) {
    const { status: actual, body } = await sent;
    assert.deepEqual([actual, body.error.code], [status, code]);
  }
});

Deno.test("POST /mcp - can be switched off, and whois in it", async () => {
  await using off = await testApp({ env: { MCP: "off" } });
  const { status, body } = await send(off, rpc("ping"));
  assert.deepEqual([status, body.error.code], [404, "NOT_FOUND"]);
  await using app = await testApp({ env: { WHOIS: "off" } });
  const { tools } = (await send(app, rpc("tools/list"))).body.result;
  assert.equal(tools.length, NAMES.length - 1);
  const whois = await send(app, call("whois", { target: "AS15169" }));
  assert.equal(whois.body.error.code, -32602);
});
