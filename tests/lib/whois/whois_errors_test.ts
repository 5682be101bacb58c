import assert from "node:assert/strict";
import { queryFailed, switchedOff } from "../../../lib/whois/whois_errors.ts";

Deno.test("switchedOff - says that it is the operator's to switch on", () => {
  const { status, code, params } = switchedOff();
  assert.deepEqual([status, code, params], [404, "NOT_FOUND", {
    reason: "whois_switched_off",
  }]);
});

Deno.test("queryFailed - tells strangers the kind of failure and the log the cause", () => {
  const cause = new Error("inside");
  const { status, code, params, cause: logged } = queryFailed("busy", cause);
  assert.deepEqual([status, code, params], [422, "QUERY_FAILED", {
    reason: "registry_failed",
    failure: "busy",
  }]);
  assert.equal(logged, cause);
});
