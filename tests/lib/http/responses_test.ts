import assert from "node:assert/strict";
import {
  cachedJsonResponse,
  cacheJson,
  csvResponse,
  errorResponse,
  jsonResponse,
  jsonTextResponse,
  PassResponses,
  seeOther,
  textResponse,
} from "../../../lib/http/responses.ts";
import { FinalResponse } from "../../../lib/http/compression.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { exposedHeaders, openHeaders, types } from "../../support/responses.ts";
import samples from "./responses.json" with { type: "json" };

const nosniff = { "x-content-type-options": "nosniff" };
const open = { ...openHeaders, ...nosniff };

function headersOf({ headers }: Response) {
  return Object.fromEntries(headers);
}

Deno.test("textResponse - one line, not cached", async () => {
  const response = textResponse("192.0.2.1");
  assert.equal(response.status, 200);
  assert.equal(await response.text(), "192.0.2.1\n");
  assert.deepEqual(headersOf(response), {
    ...open,
    "cache-control": "no-store",
    "content-type": types.text,
    "vary": "accept",
  });
});

Deno.test("jsonResponse - can be cached for an hour; a private one is not open to other origins", async () => {
  const type = { "content-type": types.json };
  const response = jsonResponse({ a: 1 }, { lifetime: "hour" });
  assert.equal(await response.text(), '{"a":1}');
  const lifetime = "private, max-age=3600";
  const headers = { ...open, ...type, "cache-control": lifetime };
  assert.deepEqual(headersOf(response), headers);
  const own = { ...nosniff, ...type, "cache-control": "no-store" };
  assert.deepEqual(headersOf(jsonResponse({}, { isPrivate: true })), own);
});

Deno.test("jsonTextResponse - the same response as of the value", async () => {
  const value = { a: "</script>", b: null };
  for (const lifetime of ["none", "hour", 7] as const) {
    const expected = jsonResponse(value, { lifetime });
    const response = jsonTextResponse(JSON.stringify(value), lifetime);
    assert.equal(response.status, expected.status);
    assert.deepEqual([...response.headers], [...expected.headers]);
    assert.equal(await response.text(), await expected.text());
  }
});

Deno.test("jsonResponse - is a script with a callback, and has no control characters with or without one", async () => {
  const response = jsonResponse({ a: "</script>" }, { callback: "a.b" });
  assert.equal(await response.text(), '/**/a.b({"a":"\\u003c/script>"});');
  assert.equal(response.headers.get("content-type"), types.script);
  assert.equal(response.headers.get("x-content-type-options"), "nosniff");
  const value = { txt: "\u009b31m" };
  const texts = [jsonResponse(value), jsonResponse(value, { callback: "f" })]
    .map((response) => response.text());
  assert.deepEqual(await Promise.all(texts), [
    '{"txt":"\\u009b31m"}',
    '/**/f({"txt":"\\u009b31m"});',
  ]);
});

const error = new AppError(405, "METHOD_NOT_ALLOWED", {
  reason: "method_not_allowed",
  allow: "GET",
}, { headers: { "retry-after": "7" }, cause: new Error("the inside") });

type Format = Parameters<typeof errorResponse>[1];
const refusals = samples.refusals as [Format, type: string, body: string][];
for (const [format, type, body] of refusals) {
  Deno.test(`errorResponse - has the format ${format} and the headers of the error`, async () => {
    const response = errorResponse(error, format, { input: "x" });
    assert.equal(response.status, 405);
    assert.equal(response.headers.get("content-type"), type);
    assert.equal(response.headers.get("retry-after"), "7");
    assert.equal(response.headers.get("cache-control"), "no-store");
    assert.equal(response.headers.get("access-control-allow-origin"), "*");
    assert.equal(await response.text(), body);
  });
}

Deno.test("errorResponse - has the codes of MaxMind's web services", async () => {
  const error = new AppError(404, "NOT_FOUND", { reason: "fact_not_known" });
  const { code } = await errorResponse(error, "geoip2").json();
  assert.equal(code, "IP_ADDRESS_NOT_FOUND");
});

Deno.test("PassResponses.of - has the facts of a client as headers, and is the same for it", () => {
  const passes = new PassResponses(({ city }: { city: string }) => ({ city }));
  const factsOf = ({ status, headers }: Response) => [
    status,
    ...["reason", "city"].map((name) => headers.get(`x-porthole-${name}`)),
  ];
  const about = { city: "Zürich" };
  const pass = passes.of("allowed", about);
  assert.deepEqual(factsOf(pass), [204, "allowed", "Z%C3%BCrich"]);
  assert.equal(passes.of("allowed", about), pass);
  const [status, reason] = factsOf(passes.of("private", about));
  assert.deepEqual([status, reason], [204, "private"]);
  assert.deepEqual(factsOf(passes.of("allowed")), [204, "allowed", null]);
});

const cached = cacheJson({ a: "é" });
const { etag } = cached;
const strong = etag.replace("W/", "");
const shared = {
  ...openHeaders,
  ...exposedHeaders,
  "cache-control": "private, max-age=3600",
  "etag": etag,
  "vary": "accept-encoding",
  ...nosniff,
};

Deno.test("cacheJson, cachedJsonResponse - UTF-8 bytes and an entity tag that depends only on them", async () => {
  assert.deepEqual(cached.body.content, new TextEncoder().encode('{"a":"é"}'));
  assert.match(etag, /^W\/"[\w-]{43}"$/);
  assert.equal(cacheJson({ a: "é" }).etag, etag);
  assert.notEqual(cacheJson({ a: "e" }).etag, etag);
  const response = cachedJsonResponse(cached, new Headers());
  assert.equal(response.status, 200);
  const type = { "content-type": types.json };
  assert.deepEqual(headersOf(response), { ...shared, ...type });
  assert.equal(await response.text(), '{"a":"é"}');
});

for (const known of [etag, strong, `"old", ${etag} ,"x"`, "*"]) {
  Deno.test(`cachedJsonResponse - 304 for If-None-Match ${known}`, () => {
    const requestHeaders = new Headers({ "if-none-match": known });
    const response = cachedJsonResponse(cached, requestHeaders);
    assert.deepEqual([response.status, response.body], [304, null]);
    assert.deepEqual(headersOf(response), shared);
  });
}

for (const known of ['"old"', strong.slice(1, -1), `${etag}x`, "", `"*"`]) {
  Deno.test(`cachedJsonResponse - the body for If-None-Match ${known || "nothing"}`, () => {
    const requestHeaders = new Headers({ "if-none-match": known });
    assert.equal(cachedJsonResponse(cached, requestHeaders).status, 200);
  });
}

Deno.test("jsonResponse and jsonTextResponse - final only if short", () => {
  for (const [length, isFinal] of [[2000, true], [9000, false]] as const) {
    const text = "a".repeat(length);
    const fromText = jsonTextResponse(JSON.stringify(text), "hour");
    for (const response of [jsonResponse(text), fromText]) {
      assert.equal(response instanceof FinalResponse, isFinal);
    }
  }
});

Deno.test("csvResponse - a download if it has a file name", () => {
  const dispositions = [undefined, "a.csv"].map((name) =>
    csvResponse("a\r\n", name).headers.get("content-disposition")
  );
  assert.deepEqual(dispositions, [null, 'attachment; filename="a.csv"']);
});

Deno.test("seeOther - redirects with GET, uncached", () => {
  const response = seeOther("/console", "a=b");
  assert.equal(response.status, 303);
  assert.deepEqual(headersOf(response), {
    "cache-control": "no-store",
    "location": "/console",
    "set-cookie": "a=b",
  });
  assert.equal(seeOther("/").headers.get("set-cookie"), null);
});
