import assert from "node:assert/strict";
import { AppError, asAppError, InputError } from "../../../lib/core/errors.ts";

Deno.test("asAppError - an AppError stays itself", () => {
  const error = new AppError(400, "INVALID_TARGET", "No.");
  assert.equal(asAppError(error), error);
});

Deno.test("asAppError - an error with a known status keeps it", () => {
  const { status, code } = asAppError(
    Object.assign(new Error(), { status: 404 }),
  );
  assert.deepEqual([status, code], [404, "NOT_FOUND"]);
});

Deno.test("asAppError - any other fault of the client's stays one", () => {
  const thrown = Object.assign(new Error("the inside"), { status: 400 });
  const { status, code, message } = asAppError(thrown);
  assert.deepEqual([status, code, message], [
    400,
    "INVALID_INPUT",
    "The request is malformed.",
  ]);
});

Deno.test("asAppError - a refusal of the engine's says what to do", () => {
  const refusal = (status: number) => {
    const thrown = Object.assign(new Error("the inside"), { status });
    const { code, message } = asAppError(thrown);
    return [code, message];
  };
  assert.deepEqual(refusal(403), [
    "FORBIDDEN",
    "This was sent from a page that is not ours, and was not done. Please open the page here and send it again.",
  ]);
  assert.deepEqual(refusal(413), [
    "PAYLOAD_TOO_LARGE",
    "What was sent is too large.",
  ]);
});

Deno.test("InputError - names its field and is a 400 unless it says otherwise", () => {
  const { status, code, field, message } = new InputError("email", "No.");
  assert.deepEqual([status, code, field, message], [
    400,
    "INVALID_INPUT",
    "email",
    "No.",
  ]);
  assert.equal(new InputError("email", "Taken.", 409).status, 409);
});

for (
  const thrown of [new Error("secret"), "secret", undefined, null, {
    status: 404,
  }]
) {
  Deno.test(`asAppError - ${String(thrown)} becomes a 500 that tells nothing`, () => {
    const error = asAppError(thrown);
    assert.equal(error.status, 500);
    assert.equal(error.code, "INTERNAL_ERROR");
    assert.equal(error.message, "Something went wrong on our side.");
    assert.equal(error.cause, thrown);
  });
}
