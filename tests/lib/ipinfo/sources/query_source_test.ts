import assert from "node:assert/strict";
import * as z from "zod";
import {
  DELIBERATE,
  flagEvidence,
  holderEvidence,
  querySource,
  urlBelow,
} from "../../../../lib/ipinfo/sources/query_source.ts";
import { patience, test } from "./remote_source.ts";
import { claimed, denied, stated } from "../../../support/evidence.ts";

const Schema = z.object({ city: z.string() });

test("querySource - returns the body as parsed by the schema", async (server) => {
  server.reply = { body: { city: "Bern", more: 1 } };
  const request = { fetch, url: server.url, signal: patience() };
  const { status, headers, body } = await querySource(Schema, request);
  assert.equal(status, 200);
  assert.equal(headers.get("content-type"), "application/json");
  assert.deepEqual(body, { city: "Bern" });
});

test("querySource - rejects a body that does not match the schema, without quoting it", async (server) => {
  server.reply = { body: { city: 7 } };
  const request = { fetch, url: server.url, signal: patience() };
  const message = "the response has an unexpected shape";
  const expected = { name: "OutboundError", message, status: 200 };
  await assert.rejects(querySource(Schema, request), expected);
});

test("querySource - reports a busy server", async (server) => {
  const request = { fetch, url: server.url, signal: patience() };
  const wait = { "retry-after": "5" };
  const cases = [
    [429, wait, 5000],
    [429, {}, 60_000],
    [503, wait, 5000],
  ] as const;
  for (const [status, headers, retryAfterMs] of cases) {
    server.reply = { status, headers };
    const busy = { name: "SourceBusyError", retryAfterMs };
    await assert.rejects(querySource(Schema, request), busy);
  }
  for (const [status, headers] of [[503, {}], [500, wait]] as const) {
    server.reply = { status, headers };
    const failed = { name: "OutboundError" };
    await assert.rejects(querySource(Schema, request), failed);
  }
  server.reply = { status: 429, headers: wait };
  await assert.rejects(
    querySource(Schema, { ...request, holdOffMs: () => 77 }),
    { name: "SourceBusyError", retryAfterMs: 77 },
  );
});

Deno.test("urlBelow - appends to the path and to the query", () => {
  const href = (base: string) =>
    urlBelow(new URL(base), "/json/2001:db8::1", { q: "a:b,c" }).href;
  assert.equal(href("http://x"), "http://x/json/2001:db8::1?q=a%3Ab%2Cc");
  assert.equal(
    href("https://x/geo//?key=1&q=2"),
    "https://x/geo/json/2001:db8::1?key=1&q=a%3Ab%2Cc",
  );
  const base = new URL("http://x/a");
  urlBelow(base, "/b", { c: "d" });
  assert.equal(base.href, "http://x/a");
});

Deno.test("flagEvidence - weighs true and false flags, and ignores missing ones", () => {
  const flags = { vpn: true, tor: false, proxy: undefined };
  assert.deepEqual(flagEvidence("x", flags, DELIBERATE), [
    stated("x", "vpn", 75, claimed("commercial", "vpn")),
    stated("x", "tor", -40, denied("commercial", "tor")),
  ]);
});

Deno.test("flagEvidence - ignores false flags without a weight", () => {
  const flags = { mobile: true, hosting: false };
  const options = { speaker: "database", observedAt: 7 } as const;
  assert.deepEqual(flagEvidence("x", flags, { yes: 10 }, options), [
    stated("x", "mobile", 10, claimed("database", "mobile"), 7),
  ]);
});

Deno.test("holderEvidence - returns the trait of the type of holder", () => {
  const types = ["Business", "banking", "government"];
  for (const type of types) {
    assert.equal(holderEvidence("x", type)[0].kind, "commercial", type);
  }
  for (const [type, kind] of [["isp", "residential"], ["hosting", "hosting"]]) {
    assert.equal(holderEvidence("x", type)[0].kind, kind);
  }
  const isp = { code: "network-holder", params: { holder: "isp" } } as const;
  const expected = [stated("x", "residential", 40, isp)];
  assert.deepEqual(holderEvidence("x", "ISP"), expected);
  for (const type of [undefined, "", "inactive", "constructor"]) {
    assert.deepEqual(holderEvidence("x", type), []);
  }
});
