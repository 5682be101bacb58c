import type { ErrorParams } from "../../../lib/core/error_reasons.ts";
import assert from "node:assert/strict";
import fc from "fast-check";
import { AppError, InputError } from "../../../lib/core/errors.ts";
import { Form, formError, pageInit, readForm } from "../../../lib/http/form.ts";
import { pageHeaders } from "../../../lib/http/responses.ts";

const formType = "application/x-www-form-urlencoded";

function requestOf(body: BodyInit | null, type = formType): Request {
  return new Request("http://porthole.test/", {
    method: "POST",
    body,
    headers: { "content-type": type },
  });
}

function formOf(body: string): Form {
  return new Form(new URLSearchParams(body));
}

function assertFault(status: number, code: string, params: ErrorParams) {
  return (error: unknown) => {
    assert(error instanceof AppError);
    assert.deepEqual([error.status, error.code, error.params], [
      status,
      code,
      params,
    ]);
    return true;
  };
}

function assertField(field: string, params: ErrorParams) {
  return (error: unknown) => {
    assert(error instanceof InputError);
    assert.deepEqual([error.status, error.field, error.params], [
      400,
      field,
      params,
    ]);
    return true;
  };
}

Deno.test("readForm - any fields come back as they were typed", async () => {
  const field = fc.string({ unit: "grapheme", maxLength: 50 })
    .filter((text) => text.trim() !== "" && !/\p{Cc}/u.test(text));
  await fc.assert(
    fc.asyncProperty(field, field, async (name, value) => {
      const body = new URLSearchParams({ [name]: value }).toString();
      const form = await readForm(requestOf(body));
      assert.equal(form.text(name, { isTrimmed: false }), value);
      assert.equal(form.text(name), value.trim());
    }),
    { numRuns: 200 },
  );
});

for (
  const type of [
    formType,
    `${formType}; charset=UTF-8`,
    "Application/X-WWW-Form-URLencoded",
  ]
) {
  Deno.test(`readForm - takes ${type}`, async () => {
    assert.equal((await readForm(requestOf("a=1", type))).text("a"), "1");
  });
}

for (
  const type of [
    "text/plain",
    "application/json",
    "multipart/form-data",
    `${formType}x`,
    "",
  ]
) {
  Deno.test(`readForm - refuses a body of type "${type}"`, async () => {
    await assert.rejects(
      readForm(requestOf("a=1", type)),
      assertFault(
        400,
        "INVALID_INPUT",
        { reason: "form_expected" },
      ),
    );
  });
}

Deno.test("readForm - a form without a body has no fields", async () => {
  assert.equal((await readForm(requestOf(null))).optional("a"), null);
});

Deno.test("readForm - takes exactly as many bytes as it may", async () => {
  const form = await readForm(requestOf("a=12345678"), { maxBytes: 10 });
  assert.equal(form.text("a"), "12345678");
  await assert.rejects(
    readForm(requestOf("a=123456789"), { maxBytes: 10 }),
    assertFault(
      413,
      "PAYLOAD_TOO_LARGE",
      { reason: "body_too_large", maxBytes: 10 },
    ),
  );
});

Deno.test("readForm - reads no further than it may, however much comes", async () => {
  let pulled = 0;
  let isCancelled = false;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      pulled++;
      controller.enqueue(new Uint8Array(1024).fill(97));
    },
    cancel() {
      isCancelled = true;
    },
  });
  await assert.rejects(
    readForm(requestOf(endless)),
    assertFault(
      413,
      "PAYLOAD_TOO_LARGE",
      { reason: "body_too_large", maxBytes: 16384 },
    ),
  );
  assert.equal(isCancelled, true);
  assert(pulled < 30, `${pulled} pieces were read`);
});

Deno.test("readForm - gives up on a body that does not end", async () => {
  let isCancelled = false;
  const stalled = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("a=1"));
    },
    cancel() {
      isCancelled = true;
    },
  });
  await assert.rejects(
    readForm(requestOf(stalled), { limitMs: 20 }),
    assertFault(
      400,
      "INVALID_INPUT",
      { reason: "body_incomplete" },
    ),
  );
  assert.equal(isCancelled, true);
});

Deno.test("readForm - a body that breaks off is no form", async () => {
  const broken = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.error(new Error("connection reset"));
    },
  });
  await assert.rejects(
    readForm(requestOf(broken)),
    assertFault(
      400,
      "INVALID_INPUT",
      { reason: "body_incomplete" },
    ),
  );
});

Deno.test("Form.text - an empty field has to be filled in", () => {
  for (const body of ["", "a=", "a=+%20"]) {
    assert.throws(
      () => formOf(body).text("a"),
      assertField("a", { reason: "field_required" }),
      body,
    );
  }
});

Deno.test("Form.text - keeps blanks where they may be meant", () => {
  assert.equal(formOf("a=+b+").text("a", { isTrimmed: false }), " b ");
});

Deno.test("Form.text - refuses what is too long, sent twice or not to be seen", () => {
  assert.equal(formOf("a=123").text("a", { maxLength: 3 }), "123");
  assert.throws(
    () => formOf("a=1234").text("a", { maxLength: 3 }),
    assertField("a", { reason: "field_too_long", max: 3 }),
  );
  assert.throws(
    () => formOf("a=1&a=2").text("a"),
    assertField("a", { reason: "field_repeated" }),
  );
  for (const character of ["%00", "%0A", "%1B", "%7F", "%C2%85"]) {
    assert.throws(
      () => formOf(`a=b${character}c`).text("a"),
      assertField("a", { reason: "invisible_characters" }),
    );
  }
});

Deno.test("Form.typed - gives back anything, within bounds", () => {
  const form = formOf(`a=%00b&a=c&long=${"x".repeat(2000)}`);
  assert.equal(form.typed("a"), "\0b");
  assert.equal(form.typed("long").length, 1000);
  assert.equal(form.typed("none"), "");
});

Deno.test("Form.isTicked - a box is sent only where it is ticked", () => {
  assert.equal(formOf("a=yes").isTicked("a"), true);
  assert.equal(formOf("a=yes").isTicked("b"), false);
});

const info: Deno.ServeHandlerInfo = {
  remoteAddr: { transport: "tcp", hostname: "192.0.2.1", port: 1 },
  completed: Promise.resolve(),
};

/** A request whose faults are kept, and answered with an id. */
function failing(told: AppError[] = []) {
  const reportFault = (error: AppError) => {
    told.push(error);
    return error.with({ "x-request-id": "abc" });
  };
  return {
    req: new Request("http://porthole.test/sign-in"),
    info,
    state: { services: { reportFault } },
  };
}

Deno.test("shownFault - names the field of what was typed wrong", () => {
  const thrown = new InputError("email", { reason: "email_taken" }, 409);
  const asIs = { reportFault: (error: AppError) => error };
  const request = { ...failing(), state: { services: asIs } };
  assert.deepEqual(formError(thrown, request), {
    field: "email",
    params: { reason: "email_taken" },
    status: 409,
    headers: {},
  });
});

Deno.test("shownFault - a busy store is shown with when to come back, and reported", () => {
  const told: AppError[] = [];
  const thrown = new AppError(503, "SERVICE_UNAVAILABLE", {
    reason: "store_unavailable",
  }, {
    cause: "the inside",
    headers: { "retry-after": "5" },
  });
  assert.deepEqual(formError(thrown, failing(told)), {
    field: null,
    params: { reason: "store_unavailable" } as const,
    status: 503,
    headers: { "retry-after": "5", "x-request-id": "abc" },
  });
  assert.deepEqual(told, [thrown]);
});

for (
  const thrown of [
    new AppError(500, "INTERNAL_ERROR", { reason: "internal_error" }),
    new Error("x"),
    "x",
  ]
) {
  Deno.test(`shownFault - ${thrown} is no fault of the form, and thrown on`, () => {
    const told: AppError[] = [];
    assert.throws(
      () => formError(thrown, failing(told)),
      (error) => error === thrown,
    );
    assert.deepEqual(told, []);
  });
}

Deno.test("pageInit - a page without a fault is 200, with the headers of a page", () => {
  assert.deepEqual(pageInit(null), { status: 200, headers: pageHeaders });
});

Deno.test("pageInit - a fault brings its status and headers", () => {
  const fault = {
    field: null,
    params: { reason: "store_unavailable" } as const,
    status: 429,
    headers: { "retry-after": "7" },
  };
  assert.deepEqual(pageInit(fault), {
    status: 429,
    headers: { ...pageHeaders, "retry-after": "7" },
  });
});
