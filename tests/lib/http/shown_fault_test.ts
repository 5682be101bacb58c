import assert from "node:assert/strict";
import { pageHeaders } from "../../../lib/http/answers.ts";
import { AppError, InputError } from "../../../lib/http/errors.ts";
import { pageInit, shownFault } from "../../../lib/http/shown_fault.ts";
import { createLog } from "../../../lib/log.ts";

function logInto(lines: string[]) {
  return createLog({
    level: "info",
    now: () => 0,
    write: (line) => lines.push(line),
  });
}

Deno.test("shownFault - names the field of what was typed wrong", () => {
  const lines: string[] = [];
  const thrown = new InputError("email", "Taken.", 409);
  assert.deepEqual(shownFault(thrown, logInto(lines)), {
    field: "email",
    message: "Taken.",
    status: 409,
    headers: {},
  });
  assert.deepEqual(lines, []);
});

Deno.test("shownFault - a busy store is shown with when to come back, and logged", () => {
  const lines: string[] = [];
  const thrown = new AppError(503, "SERVICE_UNAVAILABLE", "Later.", {
    cause: "the inside",
    headers: { "retry-after": "5" },
  });
  assert.deepEqual(shownFault(thrown, logInto(lines)), {
    field: null,
    message: "Later.",
    status: 503,
    headers: { "retry-after": "5" },
  });
  assert.equal(lines.length, 1);
  assert.match(lines[0], /a form could not be carried out.*the inside/);
});

for (
  const thrown of [
    new AppError(500, "INTERNAL_ERROR", "No."),
    new Error("x"),
    "x",
  ]
) {
  Deno.test(`shownFault - ${thrown} is no fault of the form, and thrown on`, () => {
    assert.throws(
      () => shownFault(thrown, logInto([])),
      (error) => error === thrown,
    );
  });
}

Deno.test("pageInit - a page without a fault is 200, with the headers of a page", () => {
  assert.deepEqual(pageInit(null), { status: 200, headers: pageHeaders });
});

Deno.test("pageInit - a fault brings its status and headers", () => {
  const fault = {
    field: null,
    message: "Later.",
    status: 429,
    headers: { "retry-after": "7" },
  };
  assert.deepEqual(pageInit(fault), {
    status: 429,
    headers: { ...pageHeaders, "retry-after": "7" },
  });
});
