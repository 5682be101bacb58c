import assert from "node:assert/strict";
import {
  cachedJsonResponse,
  cacheJson,
  errorResponse,
  jsonResponse,
  textResponse,
} from "../../../lib/http/responses.ts";
import { AppError } from "../../../lib/core/errors.ts";
import { openHeaders } from "../../support/answers.ts";

const open = {
  ...openHeaders,
  "x-content-type-options": "nosniff",
};

Deno.test("textAnswer - one line that no one keeps", async () => {
  const answer = textResponse("192.0.2.1");
  assert.equal(answer.status, 200);
  assert.equal(await answer.text(), "192.0.2.1\n");
  assert.deepEqual(Object.fromEntries(answer.headers), {
    ...open,
    "cache-control": "no-store",
    "content-type": "text/plain; charset=utf-8",
    "vary": "accept",
  });
});

Deno.test("jsonAnswer - a given target may be kept for an hour", async () => {
  const answer = jsonResponse({ a: 1 }, { lifetime: "hour" });
  assert.equal(await answer.text(), '{"a":1}');
  assert.deepEqual(Object.fromEntries(answer.headers), {
    ...open,
    "cache-control": "private, max-age=3600",
    "content-type": "application/json; charset=utf-8",
  });
});

Deno.test("jsonAnswer - a private one is for pages of its own origin", () => {
  const answer = jsonResponse({}, { isPrivate: true });
  assert.deepEqual(Object.fromEntries(answer.headers), {
    "cache-control": "no-store",
    "content-type": "application/json; charset=utf-8",
    "x-content-type-options": "nosniff",
  });
});

Deno.test("jsonAnswer - with a callback is a script", async () => {
  const answer = jsonResponse({ a: "</script>" }, { callback: "a.b" });
  assert.equal(await answer.text(), '/**/a.b({"a":"\\u003c/script>"});');
  assert.equal(
    answer.headers.get("content-type"),
    "application/javascript; charset=utf-8",
  );
  assert.equal(answer.headers.get("x-content-type-options"), "nosniff");
});

const error = new AppError(405, "METHOD_NOT_ALLOWED", {
  reason: "method_not_allowed",
  allow: "GET",
}, {
  headers: { "retry-after": "7" },
  cause: new Error("the inside"),
});

for (
  const [face, type, body] of [
    ["text", "text/plain; charset=utf-8", "This URL supports only GET.\n"],
    [
      "geoip",
      "application/json; charset=utf-8",
      '{"error":{"code":"METHOD_NOT_ALLOWED","message":"This URL supports only GET."}}',
    ],
    [
      "api",
      "application/json; charset=utf-8",
      '{"ok":false,"error":{"code":"METHOD_NOT_ALLOWED","message":"This URL supports only GET."}}',
    ],
    [
      "lookup",
      "application/json; charset=utf-8",
      '{"ok":false,"query":{"input":"x"},"error":{"code":"METHOD_NOT_ALLOWED","message":"This URL supports only GET."}}',
    ],
  ] as const
) {
  Deno.test(`errorAnswer - speaks as ${face} and keeps its headers`, async () => {
    const answer = errorResponse(error, face, { input: "x" });
    assert.equal(answer.status, 405);
    assert.equal(answer.headers.get("content-type"), type);
    assert.equal(answer.headers.get("retry-after"), "7");
    assert.equal(answer.headers.get("cache-control"), "no-store");
    assert.equal(answer.headers.get("access-control-allow-origin"), "*");
    assert.equal(await answer.text(), body);
  });
}

const kept = cacheJson({ a: "é" });
const { etag } = kept;
const shared = {
  ...openHeaders,
  "cache-control": "private, max-age=3600",
  "etag": etag,
  "x-content-type-options": "nosniff",
};

Deno.test("keptJson - bytes in UTF-8, and a tag of theirs alone", () => {
  assert.equal(new TextDecoder().decode(kept.bytes), '{"a":"é"}');
  assert.match(etag, /^"[\w-]{43}"$/);
  assert.equal(cacheJson({ a: "é" }).etag, etag);
  assert.notEqual(cacheJson({ a: "e" }).etag, etag);
});

Deno.test("keptJsonAnswer - all of it, with its tag", async () => {
  const answer = cachedJsonResponse(kept, new Headers());
  assert.equal(answer.status, 200);
  assert.deepEqual(Object.fromEntries(answer.headers), {
    ...shared,
    "content-type": "application/json; charset=utf-8",
  });
  assert.equal(await answer.text(), '{"a":"é"}');
});

for (const known of [etag, `W/${etag}`, `"old", W/${etag} ,"x"`, "*"]) {
  Deno.test(`keptJsonAnswer - nothing more for whoever has ${known}`, () => {
    const asked = new Headers({ "if-none-match": known });
    const answer = cachedJsonResponse(kept, asked);
    assert.deepEqual([answer.status, answer.body], [304, null]);
    assert.deepEqual(Object.fromEntries(answer.headers), shared);
  });
}

for (const known of ['"old"', etag.slice(1, -1), `${etag}x`, "", `"*"`]) {
  Deno.test(`keptJsonAnswer - all of it for whoever has ${known || "nothing"}`, () => {
    const asked = new Headers({ "if-none-match": known });
    assert.equal(cachedJsonResponse(kept, asked).status, 200);
  });
}
