import assert from "node:assert/strict";
import fc from "fast-check";
import * as z from "zod";
import type { ErrorParams } from "../../../lib/core/error_reasons.ts";
import {
  AppError,
  InputError,
  invalidInput,
} from "../../../lib/core/errors.ts";
import {
  checkboxField,
  confirmedField,
  Form,
  formError,
  optionalField,
  pageInit,
  parsedField,
  parseForm,
  passwordField,
  readForm,
  safeRedirectPath,
  signInPath,
  textField,
} from "../../../lib/http/form.ts";
import { pageHeaders } from "../../../lib/http/responses.ts";
import { codePoint } from "../../support/code_point.ts";
import { forAll, forAllAsync } from "../../support/for_all.ts";
import { webUrl } from "../../support/web_url.ts";
import { infoOf } from "../../support/caller.ts";
import { words } from "../../support/tables.ts";

const formType = "application/x-www-form-urlencoded";

function requestOf(body: BodyInit | null, type = formType): Request {
  const headers = { "content-type": type };
  return new Request("http://porthole.test/", {
    method: "POST",
    body,
    headers,
  });
}

function formOf(body: string): Form {
  return new Form(new URLSearchParams(body));
}

function tooLarge(maxBytes: number): AppError {
  const params = { reason: "body_too_large", maxBytes } as const;
  return new AppError(413, "PAYLOAD_TOO_LARGE", params);
}

const incomplete = invalidInput({ reason: "body_incomplete" });

Deno.test("readForm - fields arrive unchanged", async () => {
  const field = fc.string({ unit: "grapheme", maxLength: 50 })
    .filter((text) => text.trim() !== "" && !/\p{Cc}/u.test(text));
  await forAllAsync([field, field], async (name, value) => {
    const body = new URLSearchParams({ [name]: value }).toString();
    const form = await readForm(requestOf(body));
    assert.deepEqual(Object.entries(form.values), [[name, value]]);
    assert.equal(form.typed(name), value);
  }, { numRuns: 200 });
});

const upper = "Application/X-WWW-Form-URLencoded";
for (const type of [formType, `${formType}; charset=UTF-8`, upper]) {
  Deno.test(`readForm - accepts ${type}`, async () => {
    assert.equal((await readForm(requestOf("a=1", type))).typed("a"), "1");
  });
}

const others =
  words`text/plain application/json multipart/form-data ${formType}x`;
for (const type of [...others, ""]) {
  Deno.test(`readForm - refuses a body of type "${type}"`, () =>
    assert.rejects(
      readForm(requestOf("a=1", type)),
      invalidInput({ reason: "form_expected" }),
    ));
}

Deno.test("readForm - reads up to the limit of bytes, and no fields without a body", async () => {
  const form = await readForm(requestOf("a=12345678"), { maxBytes: 10 });
  assert.equal(form.typed("a"), "12345678");
  const longer = requestOf("a=123456789");
  await assert.rejects(readForm(longer, { maxBytes: 10 }), tooLarge(10));
  assert.deepEqual((await readForm(requestOf(null))).values, {});
});

Deno.test("readForm - stops an endless body at the limit", async () => {
  let pulled = 0;
  let isCanceled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1024).fill(97));
    },
    cancel() {
      isCanceled = true;
    },
  });
  await assert.rejects(readForm(requestOf(endless)), tooLarge(16384));
  assert.equal(isCanceled, true);
  assert(pulled < 30, `${pulled} pieces were read`);
});

Deno.test("readForm - gives up on a body that never ends", async () => {
  let isCanceled = false;
  const stalled = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("a=1"));
    },
    cancel() {
      isCanceled = true;
    },
  });
  const request = requestOf(stalled);
  await assert.rejects(readForm(request, { limitMs: 20 }), incomplete);
  assert.equal(isCanceled, true);
});

Deno.test("readForm - refuses a body that breaks off", async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error("connection reset"));
    },
  });
  await assert.rejects(readForm(requestOf(broken)), incomplete);
});

/** Asserts why the field `a`, or another one, is refused. */
function assertRefused(
  schema: z.ZodType,
  body: string,
  reason: ErrorParams["reason"] | ErrorParams,
  field = "a",
) {
  const params =
    (typeof reason === "string" ? { reason } : reason) as ErrorParams;
  const parse = () => parseForm(formOf(body), schema);
  assert.throws(parse, new InputError(field, params), body);
}

Deno.test("textField - is trimmed, and must not be empty, long, repeated or invisible", () => {
  const schema = z.object({ a: textField() });
  assert.deepEqual(parseForm(formOf("a=+b%20&c=d"), schema), { a: "b" });
  for (const body of ["", "a=", "a=+%20"]) {
    assertRefused(schema, body, "field_required");
  }
  const short = z.object({ a: textField(3) });
  assert.deepEqual(parseForm(formOf("a=123"), short), { a: "123" });
  assertRefused(short, "a=1234", { reason: "field_too_long", max: 3 });
  assertRefused(short, "a=1&a=2", "field_repeated");
  for (const character of ["%00", "%0A", "%1B", "%7F", "%C2%85"]) {
    assertRefused(short, `a=b${character}c`, "invisible_characters");
  }
});

Deno.test("optionalField - is null if missing or empty, else like a required one", () => {
  const schema = z.object({ a: optionalField(3) });
  for (const body of ["", "a=", "a=+%20"]) {
    assert.deepEqual(parseForm(formOf(body), schema), { a: null }, body);
  }
  assert.deepEqual(parseForm(formOf("a=+b"), schema), { a: "b" });
  assertRefused(schema, "a=1234", { reason: "field_too_long", max: 3 });
  assertRefused(schema, "a=1&a=2", "field_repeated");
});

Deno.test("passwordField - keeps spaces, and must not be empty", () => {
  const schema = z.object({ a: passwordField() });
  const long = `a=${"b".repeat(1001)}`;
  assert.deepEqual(parseForm(formOf("a=+b+"), schema), { a: " b " });
  assertRefused(schema, "a=", "field_required");
  assertRefused(schema, "a=b%0A", "invisible_characters");
  assertRefused(schema, long, { reason: "field_too_long", max: 1000 });
});

Deno.test("checkboxField, confirmedField - are ticked if they were sent", () => {
  const schema = z.object({ a: checkboxField() });
  for (const body of ["a=yes", "a=", "a=1&a=2"]) {
    assert.deepEqual(parseForm(formOf(body), schema), { a: true }, body);
  }
  assert.deepEqual(parseForm(formOf("b=yes"), schema), { a: false });
  const confirmed = z.object({ a: confirmedField() });
  assert.deepEqual(parseForm(formOf("a=yes"), confirmed), { a: true });
  assertRefused(confirmed, "", "confirmation_required");
});

Deno.test("parsedField - is a value, or refused for its reason", () => {
  const even = (text: string) => Number(text) % 2 === 0 ? Number(text) : null;
  const schema = z.object({
    a: parsedField(even, { reason: "email_malformed" }),
  });
  assert.deepEqual(parseForm(formOf("a=0"), schema), { a: 0 });
  assertRefused(schema, "a=1", "email_malformed");
  assertRefused(schema, "a=", "field_required");
});

Deno.test("parseForm - the first invalid field of the schema is named, and the list of values of which it is none", () => {
  const one = z.object({ a: textField().pipe(z.enum(["x", "y"])) });
  assert.deepEqual(parseForm(formOf("a=+x"), one), { a: "x" });
  const reason = "not_one_of";
  assertRefused(one, "a=z", { reason, name: "a", values: ["x", "y"] });
  const two = z.object({ b: textField(), a: textField() });
  assertRefused(two, "a=&b=", "field_required", "b");
  assertRefused(two, "b=1&a=%00", "invisible_characters");
});

Deno.test("parseForm - the action chooses the schema", () => {
  const schema = z.discriminatedUnion("action", [
    z.object({ action: z.literal("add"), a: textField() }),
    z.object({ action: z.enum(["on", "off"]) }),
  ]);
  const parsed = parseForm(formOf("action=off&a=1"), schema);
  assert.deepEqual(parsed, { action: "off" });
  assertRefused(schema, "action=add", "field_required");
  const bodies = ["", "action=", "action=constructor", "action=on&action=off"];
  for (const body of bodies) {
    assertRefused(schema, body, "action_unknown", "action");
  }
});

Deno.test("parseForm - any body gives values or names a field", () => {
  const [a, b, c, d] = [
    textField(),
    optionalField(),
    passwordField(),
    checkboxField(),
  ];
  const schema = z.object({ a, b, c, d });
  const name = fc.constantFrom("a", "b", "c", "d", "__proto__", "constructor");
  const fields = fc.array(fc.tuple(name, fc.string({ unit: codePoint })));
  forAll([fields], (fields) => {
    try {
      const { a, c } = parseForm(new Form(new URLSearchParams(fields)), schema);
      assert(a !== "" && c !== "");
    } catch (error) {
      assert(error instanceof InputError);
      assert(["a", "b", "c"].includes(error.field), error.field);
    }
  });
});

Deno.test("Form.typed, Form.isTicked - return any text, up to a limit, and whether a checkbox was sent", () => {
  const form = formOf(`a=%00b&a=c&long=${"x".repeat(2000)}`);
  assert.equal(form.typed("a"), "\0b");
  assert.equal(form.typed("long").length, 1000);
  assert.equal(form.typed("none"), "");
  assert.equal(formOf("a=yes").isTicked("a"), true);
  assert.equal(formOf("a=yes").isTicked("b"), false);
});

/** A request whose faults are kept, and answered with an id. */
function failing(reported: AppError[] = []) {
  const reportError = (error: AppError) => {
    reported.push(error);
    return error.with({ "x-request-id": "abc" });
  };
  const req = new Request("http://porthole.test/sign-in");
  return { req, info: infoOf(), state: { services: { reportError } } };
}

Deno.test("formError - names the invalid field", () => {
  const thrown = new InputError("email", { reason: "email_taken" }, 409);
  const asIs = { reportError: (error: AppError) => error };
  const request = { ...failing(), state: { services: asIs } };
  const { field, params, status } = thrown;
  const shown = { field, params, status, headers: {} };
  assert.deepEqual(formError(thrown, request), shown);
  assert.deepEqual([field, status], ["email", 409]);
});

const busy = { reason: "store_unavailable" } as const;

Deno.test("formError - a busy store is shown with Retry-After, and reported", () => {
  const reported: AppError[] = [];
  const headers = { "retry-after": "5" };
  const options = { cause: "the inside", headers };
  const thrown = new AppError(503, "SERVICE_UNAVAILABLE", busy, options);
  assert.deepEqual(formError(thrown, failing(reported)), {
    field: null,
    params: busy,
    status: 503,
    headers: { ...headers, "x-request-id": "abc" },
  });
  assert.deepEqual(reported, [thrown]);
});

const unexpected = [
  new AppError(500, "INTERNAL_ERROR", { reason: "internal_error" }),
  new Error("x"),
  "x",
];
for (const thrown of unexpected) {
  Deno.test(`formError - ${thrown} is rethrown`, () => {
    const reported: AppError[] = [];
    const fail = () => formError(thrown, failing(reported));
    assert.throws(fail, (error) => error === thrown);
    assert.deepEqual(reported, []);
  });
}

Deno.test("pageInit - 200 with the headers of a page; an error adds its status and headers", () => {
  assert.deepEqual(pageInit(null), { status: 200, headers: pageHeaders });
  const headers = { "retry-after": "7" };
  const fault = { field: null, params: busy, status: 429, headers };
  assert.deepEqual(pageInit(fault), {
    status: 429,
    headers: { ...pageHeaders, ...headers },
  });
});

const paths = words`/ /console /console/ad?a=1&b=%2F#c /@evil.example
  /lookup?q=http://a.example//b#//c /evil.example /a:b`;
for (const path of paths) {
  Deno.test(`safeRedirectPath - keeps ${path}`, () =>
    assert.equal(safeRedirectPath(path, "/fallback"), path));
}

Deno.test("safeRedirectPath - normalizes the path as a URL, and keeps up to 2,000 characters", () => {
  assert.equal(safeRedirectPath("/ä b", "/"), "/%C3%A4%20b");
  assert.equal(safeRedirectPath("/a/../b", "/"), "/b");
  const path = "/".padEnd(2_000, "a");
  assert.equal(safeRedirectPath(path, "/fallback"), path);
  assert.equal(safeRedirectPath(path + "a", "/fallback"), "/fallback");
});

const texts = [
  ...[null, "", " //evil.example", "/%0d%0a\r\nset-cookie:a=b"],
  ...["/\t/evil.example", "/\n/evil.example", "\t//evil.example"],
  ...["/\u0085/evil.example", `/${"a".repeat(2000)}`],
  ...words`console //evil.example ///evil.example /\evil.example /.\evil.com
    /.\/evil.com /./\evil.com \\evil.example /a//b /.//evil.example
    /a/..//evil.example https://evil.example/ https:evil.example
    javascript:alert(1) data:text/html,a ?next=/`,
];
for (const text of texts) {
  Deno.test(`safeRedirectPath - ${JSON.stringify(text)?.slice(0, 40)} returns the fallback`, () =>
    assert.equal(safeRedirectPath(text, "/fallback"), "/fallback"));
}

Deno.test("safeRedirectPath - never leaves the site", () => {
  const parts = words`.. // http: evil.example %2f %5c`;
  const piece = fc.constantFrom(..."/\\.:@?#%\t\n\r a\u2028ä", ...parts);
  const hostile = fc.array(piece, { maxLength: 12 })
    .map((list) => list.join(""));
  const below = hostile.map((rest) => `/${rest}`);
  const any = fc.string({ unit: codePoint });
  const text = fc.oneof(hostile, below, any, webUrl());
  forAll([text], (text) => {
    const path = safeRedirectPath(text, "/fallback");
    assert.match(path, /^\/(?![/\\])[\x21-\x7e]*$/);
    for (const base of ["http://own.example", "https://own.example/a/b"]) {
      const url = new URL(path, base);
      assert.equal(url.origin, new URL(base).origin);
      assert.equal(url.username + url.password, "");
    }
  }, { numRuns: 2000 });
});

Deno.test("signInPath - contains the path to continue to", () => {
  const path = signInPath("/console?a=1&b");
  assert.equal(path, "/sign-in?next=%2Fconsole%3Fa%3D1%26b");
});
