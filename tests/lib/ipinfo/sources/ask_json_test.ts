import assert from "node:assert/strict";
import { z } from "zod";
import { SourceBusy } from "../../../../lib/ipinfo/remote_sources.ts";
import { askJson, below } from "../../../../lib/ipinfo/sources/ask_json.ts";
import { testWithoutLeaks, upstream } from "../../../support/upstream.ts";
import { patience } from "./remote_source.ts";

const Schema = z.object({ city: z.string() });

testWithoutLeaks(
  "askJson - gives the body as the schema reads it",
  async () => {
    await using server = upstream({ body: { city: "Bern", more: 1 } });
    const request = { fetch, url: server.url, signal: patience() };
    const { status, headers, body } = await askJson(Schema, request);
    assert.equal(status, 200);
    assert.equal(headers.get("content-type"), "application/json");
    assert.deepEqual(body, { city: "Bern" });
  },
);

testWithoutLeaks(
  "askJson - fails on a body that the schema refuses, without quoting it",
  async () => {
    await using server = upstream({ body: { city: 7 } });
    await assert.rejects(
      askJson(Schema, { fetch, url: server.url, signal: patience() }),
      {
        name: "OutboundError",
        message: "the response has an unexpected shape",
        status: 200,
      },
    );
  },
);

testWithoutLeaks("askJson - knows a server that asks for a rest", async () => {
  await using server = upstream({});
  const request = { fetch, url: server.url, signal: patience() };
  const wait = { "retry-after": "5" };
  for (
    const [status, headers, retryAfterMs] of [
      [429, wait, 5000],
      [429, {}, 60_000],
      [503, wait, 5000],
    ] as const
  ) {
    server.reply = { status, headers };
    await assert.rejects(askJson(Schema, request), (error) => {
      assert(error instanceof SourceBusy);
      assert.equal(error.retryAfterMs, retryAfterMs);
      return true;
    });
  }
  for (const [status, headers] of [[503, {}], [500, wait]] as const) {
    server.reply = { status, headers };
    await assert.rejects(askJson(Schema, request), { name: "OutboundError" });
  }
  server.reply = { status: 429, headers: wait };
  await assert.rejects(
    askJson(Schema, { ...request, restMs: () => 77 }),
    { name: "SourceBusy", retryAfterMs: 77 },
  );
});

Deno.test("below - adds to the path and to the query", () => {
  const href = (base: string) =>
    below(new URL(base), "/json/2001:db8::1", { q: "a:b,c" }).href;
  assert.equal(href("http://x"), "http://x/json/2001:db8::1?q=a%3Ab%2Cc");
  assert.equal(
    href("https://x/geo//?key=1&q=2"),
    "https://x/geo/json/2001:db8::1?key=1&q=a%3Ab%2Cc",
  );
  const base = new URL("http://x/a");
  below(base, "/b", { c: "d" });
  assert.equal(base.href, "http://x/a");
});
