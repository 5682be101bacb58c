import assert from "node:assert/strict";
import { AppError, asAppError, InputError } from "../../../lib/core/errors.ts";

Deno.test("asAppError - returns an AppError unchanged, and keeps 4xx, with their own codes and reasons", () => {
  const error = new AppError(400, "INVALID_TARGET", { reason: "target_empty" });
  assert.equal(asAppError(error), error);
  const expected = [
    [404, "NOT_FOUND", "nothing_here"],
    [400, "INVALID_INPUT", "request_malformed"],
    [403, "FORBIDDEN", "sent_from_another_site"],
    [413, "PAYLOAD_TOO_LARGE", "request_too_large"],
  ] as const;
  assert.deepEqual(expected.map(([status]) => ofStatus(status)), expected);
});

/** What an error of the engine becomes. */
function ofStatus(status: number) {
  const thrown = Object.assign(new Error("the inside"), { status });
  const error = asAppError(thrown);
  return [error.status, error.code, error.params.reason];
}

Deno.test("AppError.with - adds headers and changes nothing else; the message is the reason's name", () => {
  const cause = new Error("the inside");
  const params = { reason: "password_too_short", min: 10 } as const;
  const headers = { "retry-after": "5" };
  const error = new AppError(400, "INVALID_INPUT", params, { cause, headers });
  const more = error.with({ "x-request-id": "a" });
  for (const each of [error, more]) {
    assert.deepEqual([each.status, each.code], [400, "INVALID_INPUT"]);
    assert.equal(each.message, "password_too_short");
    assert.deepEqual([each.params, each.cause], [params, cause]);
  }
  assert.deepEqual(error.headers, headers);
  assert.deepEqual(more.headers, { ...headers, "x-request-id": "a" });
});

Deno.test("InputError - has a field, and status 400 by default", () => {
  const params = { reason: "email_malformed" } as const;
  const error = new InputError("email", params);
  assert.deepEqual([error.status, error.code], [400, "INVALID_INPUT"]);
  assert.deepEqual([error.field, error.params], ["email", params]);
  const taken = new InputError("email", { reason: "email_taken" }, 409);
  assert.equal(taken.status, 409);
});

const noError = { status: 404 };
const unexpected = [new Error("secret"), "secret", undefined, null, noError];
for (const thrown of unexpected) {
  Deno.test(`asAppError - ${String(thrown)} becomes a 500 that reveals nothing`, () => {
    const error = asAppError(thrown);
    assert.equal(error.status, 500);
    assert.equal(error.code, "INTERNAL_ERROR");
    assert.deepEqual(error.params, { reason: "internal_error" });
    assert.equal(error.cause, thrown);
  });
}
