import assert from "node:assert/strict";
import { gunzipSync, gzipSync } from "node:zlib";
import {
  acceptsGzip,
  compressed,
  FinalResponse,
  isShort,
  MAX_COPIED_BYTES,
  NegotiatedBody,
  SizedResponse,
} from "../../../lib/http/compression.ts";
import { types } from "../../support/responses.ts";

const gzip = new Headers({ "accept-encoding": "gzip, deflate, br, zstd" });
const page = `<!DOCTYPE html><p>${"é".repeat(600)}`;

function pageOf(
  headers: Record<string, string> = {},
  body: BodyInit | null = page,
  status = 200,
) {
  const type = { "content-type": types.html };
  return new Response(body, { status, headers: { ...type, ...headers } });
}

const accepting = ["gzip", "GZIP", "deflate, gzip;q=0.5", "*", "br, *;q=0.1"];
accepting.push("gzip".padEnd(499) + ",");
const others = [
  ...[null, "", "gzip;q=0", "gzip;q=0, *", "identity", "br", "gzipped"],
  ...["identity;q=1, gzip;q=0.5", `gzip, ${"x".repeat(500)}`],
  "gzip".padEnd(500) + ",",
];
for (const accepted of [...accepting, ...others]) {
  const isAccepted = accepting.includes(accepted!);
  Deno.test(`acceptsGzip - ${isAccepted} for ${accepted?.slice(0, 40) ?? "no header"}`, () => {
    const headers = new Headers();
    if (accepted !== null) headers.set("accept-encoding", accepted);
    assert.equal(acceptsGzip(headers), isAccepted);
  });
}

Deno.test("compressed - a page, with the same bytes, status and headers", async () => {
  const source = pageOf({ "set-cookie": "a=1", "vary": "accept" }, page, 404);
  source.headers.append("set-cookie", "b=2");
  const response = await compressed(source, gzip);
  assert.equal(response.status, 404);
  assert.deepEqual([...response.headers], [
    ["content-encoding", "gzip"],
    ["content-type", types.html],
    ["set-cookie", "a=1"],
    ["set-cookie", "b=2"],
    ["vary", "accept, accept-encoding"],
  ]);
  const bytes = await response.bytes();
  assert(bytes.length < 200, `${bytes.length} bytes`);
  assert.equal(gunzipSync(bytes).toString(), page);
});

Deno.test("compressed - says that the encoding varies if the client does not accept gzip", async () => {
  const response = await compressed(pageOf(), new Headers());
  const headers = { "content-type": types.html, "vary": "accept-encoding" };
  assert.deepEqual(Object.fromEntries(response.headers), headers);
  assert.equal(await response.text(), page);
});

Deno.test("compressed - JSON in little time, pages in few bytes", async () => {
  const body = Array.from({ length: 3000 }, (_, i) => `<p>${i % 97} ${i}`)
    .join("");
  for (const [type, level] of [[types.html, 9], [types.json, 2]] as const) {
    const source = pageOf({ "content-type": type }, body);
    const response = await compressed(source, gzip);
    const bytes = await response.bytes();
    assert.equal(bytes.length, gzipSync(body, { level }).length, type);
  }
});

const json = { "content-type": types.json };
const varying = { "vary": "accept-encoding" };
const fixed = { "cache-control": "no-store, no-transform" };
const rows = [
  ["a short page", () => pageOf({}, "<p>short")],
  ["JSON about one address", () => pageOf(json, `"${"a".repeat(3000)}"`)],
  ["plain text", () => pageOf({ "content-type": types.text })],
  ["events", () => pageOf({ "content-type": "text/event-stream" })],
  ["an image", () => pageOf({ "content-type": "image/png" })],
  ["an encoded page", () => pageOf({ "content-encoding": "br" })],
  ["a page whose encoding was chosen", () => pageOf(varying)],
  ["what must not be transformed", () => pageOf(fixed)],
  ["a range", () => pageOf({}, page, 206)],
  ["no body", () => pageOf({}, null, 304)],
] as const;
for (const [title, source] of rows) {
  Deno.test(`compressed - leaves ${title} as it is`, async () => {
    const response = await compressed(source(), gzip);
    assert.equal(response.status, source().status);
    assert.deepEqual([...response.headers], [...source().headers]);
    assert.equal(await response.text(), await source().text());
  });
}

Deno.test("compressed - a page from 1,000 bytes, and long JSON", async () => {
  for (const [length, encoding] of [[999, null], [1_000, "gzip"]] as const) {
    const source = pageOf({}, "a".repeat(length));
    const { headers, body } = await compressed(source, gzip);
    assert.equal(headers.get("content-encoding"), encoding);
    await body?.cancel();
  }
  const text = `"${"a".repeat(8000)}"`;
  const response = await compressed(pageOf(json, text), gzip);
  assert.equal(response.headers.get("content-encoding"), "gzip");
  assert.equal(gunzipSync(await response.bytes()).toString(), text);
});

for (const content of [page, new TextEncoder().encode(page)]) {
  Deno.test(`NegotiatedBody - sends ${typeof content} in the encoding that the client accepts`, async () => {
    const body = new NegotiatedBody(content);
    const headers = { "content-type": types.html, "vary": "accept" };
    const both = { ...headers, "vary": "accept, accept-encoding" };
    for (let time = 1; time <= 2; time++) {
      const packed = body.response(gzip, headers);
      assert.deepEqual(Object.fromEntries(packed.headers), {
        ...both,
        "content-encoding": "gzip",
      });
      assert.equal(gunzipSync(await packed.bytes()).toString(), page);
      const plain = body.response(new Headers(), headers);
      assert.deepEqual(Object.fromEntries(plain.headers), both);
      assert.equal(await plain.text(), page);
    }
  });
}

for (const [text, isStream] of [["中", false], ["文", true]] as const) {
  Deno.test(`NegotiatedBody - sends ${text} as a ${isStream ? "stream" : "text"} by its longest encoding`, async () => {
    const long = text.repeat(MAX_COPIED_BYTES / 3 + Number(isStream));
    const response = new NegotiatedBody(long).response(new Headers(), {});
    assert.equal(response instanceof SizedResponse, isStream);
    const length = isStream ? `${new TextEncoder().encode(long).length}` : null;
    assert.equal(response.headers.get("content-length"), length);
    assert.equal(await response.text(), long);
  });
}

Deno.test("NegotiatedBody - sends up to 64 KiB at once, and more as a stream", () => {
  for (const more of [0, 1]) {
    const body = new NegotiatedBody(new Uint8Array(MAX_COPIED_BYTES + more));
    const response = body.response(new Headers(), {});
    assert.equal(response instanceof SizedResponse, more === 1);
  }
});

Deno.test("isShort - true only where the longest encoding needs no compression", () => {
  assert.equal(isShort("€".repeat(2666)), true);
  assert.equal(isShort("€".repeat(2667)), false);
});

Deno.test("FinalResponse - a response that tells its type and length", async () => {
  const headers = { "content-type": types.json, "vary": "accept" };
  const response = new FinalResponse("{}", { status: 201, headers });
  assert.equal(response.contentType, types.json);
  assert.equal(response.byteLength, 2);
  assert.equal(new FinalResponse(null, { headers }).byteLength, 0);
  assert.equal(response.status, 201);
  assert.deepEqual(Object.fromEntries(response.headers), headers);
  assert.equal(await response.text(), "{}");
});
