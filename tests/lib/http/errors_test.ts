import assert from "node:assert/strict";
import { AppError, asAppError } from "../../../lib/http/errors.ts";

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
