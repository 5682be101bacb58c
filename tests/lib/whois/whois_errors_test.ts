import assert from "node:assert/strict";
import {
  queryFailed,
  UninterpretedError,
  uninterpretedJson,
  whoisDisabled,
} from "../../../lib/whois/whois_errors.ts";

Deno.test("whoisDisabled - is 404 with its own reason", () => {
  const { status, code, params } = whoisDisabled();
  assert.deepEqual([status, code, params], [404, "NOT_FOUND", {
    reason: "whois_switched_off",
  }]);
});

Deno.test("queryFailed - reveals the kind of failure, and keeps the cause for the log", () => {
  const cause = new Error("inside");
  const { status, code, params, cause: logged } = queryFailed("busy", cause);
  assert.deepEqual([status, code, params], [422, "QUERY_FAILED", {
    reason: "registry_failed",
    failure: "busy",
  }]);
  assert.equal(logged, cause);
});

Deno.test("uninterpretedJson - the error, and the response as it was sent", () => {
  const raw = { type: "text", text: "odd" } as const;
  const response = { source: "whois", server: "a.test", fetchedAt: "now", raw };
  const error = new UninterpretedError("malformed", response as never, null);
  const { error: { code }, ...rest } = uninterpretedJson(error);
  assert.equal(code, "QUERY_FAILED");
  assert.deepEqual(rest, {
    ok: false,
    data: { raw: "odd" },
    meta: { source: "whois", server: "a.test", fetched_at: "now" },
  });
});
