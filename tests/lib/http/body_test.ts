import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError, invalidInput } from "../../../lib/core/errors.ts";
import { readBody, readJson } from "../../../lib/http/body.ts";
import { forAllAsync } from "../../support/for_all.ts";

function requestOf(body: BodyInit | null, type = "application/json"): Request {
  return new Request("http://porthole.test/", {
    method: "POST",
    body,
    headers: { "content-type": type },
  });
}

const tooLong = new AppError(413, "PAYLOAD_TOO_LARGE", {
  reason: "body_too_large",
  maxBytes: 5,
});

Deno.test("readJson - reads any JSON value", () =>
  forAllAsync([fc.json()], async (text) => {
    const value = await readJson(requestOf(text), { maxBytes: 100_000 });
    assert.deepEqual(value, JSON.parse(text));
  }, { numRuns: 100 }));

const types = ["application/json; charset=utf-8", "Application/JSON ;x=y"];
for (const type of types) {
  Deno.test(`readJson - accepts ${type}`, async () => {
    assert.equal(await readJson(requestOf("1", type)), 1);
  });
}

const cases = ["text/plain", "application/jsonp", "multipart/form-data", ""];
for (const type of cases) {
  Deno.test(`readJson - refuses a body of type "${type}"`, () =>
    assert.rejects(
      readJson(requestOf("1", type)),
      new AppError(415, "UNSUPPORTED_MEDIA_TYPE", { reason: "json_expected" }),
    ));
}

Deno.test("readJson - refuses an empty body and invalid JSON", async () => {
  for (const body of ["", "{", "\xff", null]) {
    await assert.rejects(
      readJson(requestOf(body)),
      invalidInput({ reason: "json_malformed" }),
    );
  }
});

Deno.test("readJson - reads up to the limit of bytes", async () => {
  for (const length of [undefined, "5"]) {
    const request = requestOf('"345"');
    if (length !== undefined) request.headers.set("content-length", length);
    assert.equal(await readJson(request, { maxBytes: 5 }), "345");
  }
  const request = requestOf('"3456"');
  await assert.rejects(readJson(request, { maxBytes: 5 }), tooLong);
});

/** A body of which nothing arrives. */
function silentBody() {
  const silent = { isCanceled: false };
  const body = new ReadableStream({
    cancel() {
      silent.isCanceled = true;
    },
  });
  return Object.assign(silent, { body });
}

Deno.test("readJson - gives up at the time limit, and does not wait for a body that says it is too long", async () => {
  const silent = silentBody();
  await assert.rejects(
    readJson(requestOf(silent.body), { limitMs: 1 }),
    invalidInput({ reason: "body_incomplete" }),
  );
  assert.equal(silent.isCanceled, true);
  const other = silentBody();
  const request = requestOf(other.body);
  request.headers.set("content-length", "6");
  await assert.rejects(readJson(request, { maxBytes: 5 }), tooLong);
  assert.equal(other.isCanceled, true);
});

Deno.test("readBody - reads a body in any pieces", async () => {
  const pieces = fc.array(fc.string({ unit: "grapheme", maxLength: 3_000 }));
  await forAllAsync([pieces], async (texts) => {
    const body = ReadableStream.from(texts)
      .pipeThrough(new TextEncoderStream());
    const options = { maxBytes: 1e6, limitMs: 10_000 };
    const request = { headers: new Headers(), body };
    assert.equal(await readBody(request, options), texts.join(""));
  }, { numRuns: 50 });
});

Deno.test("readBody - reads into small buffers, and any pieces of a stream of bytes", async () => {
  const text = "é".repeat(20_000);
  const bytes = new TextEncoder().encode(text);
  const sizes: number[] = [];
  let sent = 0;
  const body = new ReadableStream({
    type: "bytes",
    autoAllocateChunkSize: 64 * 1024,
    pull(controller) {
      const request = controller.byobRequest!;
      const view = new Uint8Array(request.view!.buffer);
      const piece = bytes.subarray(sent, sent + Math.min(view.length, 4_999));
      sizes.push(view.length);
      view.set(piece);
      sent += piece.length;
      if (piece.length === 0) controller.close();
      request.respond(piece.length);
    },
  });
  const options = { maxBytes: bytes.length, limitMs: 10_000 };
  const request = { headers: new Headers(), body };
  assert.equal(await readBody(request, options), text);
  assert.deepEqual(new Set(sizes), new Set([8 * 1024]));
});
