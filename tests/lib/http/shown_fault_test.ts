import assert from "node:assert/strict";
import { pageHeaders } from "../../../lib/http/answers.ts";
import { AppError, InputError } from "../../../lib/http/errors.ts";
import { pageInit, shownFault } from "../../../lib/http/shown_fault.ts";

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
  const thrown = new InputError("email", "Taken.", 409);
  const asIs = { reportFault: (error: AppError) => error };
  const request = { ...failing(), state: { services: asIs } };
  assert.deepEqual(shownFault(thrown, request), {
    field: "email",
    message: "Taken.",
    status: 409,
    headers: {},
  });
});

Deno.test("shownFault - a busy store is shown with when to come back, and reported", () => {
  const told: AppError[] = [];
  const thrown = new AppError(503, "SERVICE_UNAVAILABLE", "Later.", {
    cause: "the inside",
    headers: { "retry-after": "5" },
  });
  assert.deepEqual(shownFault(thrown, failing(told)), {
    field: null,
    message: "Later.",
    status: 503,
    headers: { "retry-after": "5", "x-request-id": "abc" },
  });
  assert.deepEqual(told, [thrown]);
});

for (
  const thrown of [
    new AppError(500, "INTERNAL_ERROR", "No."),
    new Error("x"),
    "x",
  ]
) {
  Deno.test(`shownFault - ${thrown} is no fault of the form, and thrown on`, () => {
    const told: AppError[] = [];
    assert.throws(
      () => shownFault(thrown, failing(told)),
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
    message: "Later.",
    status: 429,
    headers: { "retry-after": "7" },
  };
  assert.deepEqual(pageInit(fault), {
    status: 429,
    headers: { ...pageHeaders, "retry-after": "7" },
  });
});
