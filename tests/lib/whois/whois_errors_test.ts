import assert from "node:assert/strict";
import { queryFailed, switchedOff } from "../../../lib/whois/whois_errors.ts";

Deno.test("switchedOff - says that it is the operator's to switch on", () => {
  const { status, code, message } = switchedOff();
  assert.deepEqual([status, code], [404, "NOT_FOUND"]);
  assert.equal(
    message,
    "Registrations are not looked up here: whoever runs this server has not switched it on.",
  );
});

Deno.test("queryFailed - tells strangers the reason and the log the cause", () => {
  const cause = new Error("inside");
  const error = queryFailed("the server is down", cause);
  assert.equal(
    error.message,
    "The registry could not be asked: the server is down. Please try again in a moment.",
  );
  assert.equal(error.cause, cause);
});
