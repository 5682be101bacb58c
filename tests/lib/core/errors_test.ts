import assert from "node:assert/strict";
import { AppError, asAppError, InputError } from "../../../lib/core/errors.ts";

Deno.test("asAppError - returns an AppError unchanged", () => {
  const error = new AppError(400, "INVALID_TARGET", { reason: "target_empty" });
  assert.equal(asAppError(error), error);
});

Deno.test("asAppError - an error with a known status keeps it", () => {
  const { status, code } = asAppError(
    Object.assign(new Error(), { status: 404 }),
  );
  assert.deepEqual([status, code], [404, "NOT_FOUND"]);
});

Deno.test("asAppError - other 4xx errors keep their status", () => {
  const thrown = Object.assign(new Error("the inside"), { status: 400 });
  const { status, code, params } = asAppError(thrown);
  assert.deepEqual([status, code, params], [
    400,
    "INVALID_INPUT",
    { reason: "request_malformed" },
  ]);
});

Deno.test("asAppError - errors of the engine have their own codes and reasons", () => {
  const refusal = (status: number) => {
    const thrown = Object.assign(new Error("the inside"), { status });
    const { code, params } = asAppError(thrown);
    return [code, params];
  };
  assert.deepEqual(refusal(403), [
    "FORBIDDEN",
    { reason: "sent_from_another_site" },
  ]);
  assert.deepEqual(refusal(413), [
    "PAYLOAD_TOO_LARGE",
    { reason: "request_too_large" },
  ]);
});

Deno.test("AppError.with - adds headers and changes nothing else; the message is the reason's name", () => {
  const cause = new Error("the inside");
  const params = { reason: "password_too_short", min: 10 } as const;
  const headers = { "retry-after": "5" };
  const error = new AppError(400, "INVALID_INPUT", params, { cause, headers });
  const more = error.with({ "x-request-id": "a" });
  for (const each of [error, more]) {
    const { status, code, message } = each;
    assert.deepEqual(
      { status, code, message, params: each.params, cause: each.cause },
      {
        status: 400,
        code: "INVALID_INPUT",
        message: "password_too_short",
        params,
        cause,
      },
    );
  }
  assert.deepEqual(error.headers, headers);
  assert.deepEqual(more.headers, { ...headers, "x-request-id": "a" });
});

Deno.test("InputError - has a field, and status 400 by default", () => {
  const error = new InputError("email", { reason: "email_malformed" });
  assert.deepEqual([error.status, error.code, error.field, error.params], [
    400,
    "INVALID_INPUT",
    "email",
    { reason: "email_malformed" },
  ]);
  const taken = new InputError("email", { reason: "email_taken" }, 409);
  assert.equal(taken.status, 409);
});

const unexpected = [new Error("secret"), "secret", undefined, null, {
  status: 404,
}];
for (const thrown of unexpected) {
  Deno.test(`asAppError - ${String(thrown)} becomes a 500 that reveals nothing`, () => {
    const error = asAppError(thrown);
    assert.equal(error.status, 500);
    assert.equal(error.code, "INTERNAL_ERROR");
    assert.deepEqual(error.params, { reason: "internal_error" });
    assert.equal(error.cause, thrown);
  });
}
