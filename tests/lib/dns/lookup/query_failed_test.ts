import assert from "node:assert/strict";
import { DnsError } from "../../../../lib/dns/dns_error.ts";
import { AppError } from "../../../../lib/http/errors.ts";
import {
  isKnown,
  queryFailed,
  serversFailed,
  unanswered,
} from "../../../../lib/dns/lookup/query_failed.ts";

Deno.test("queryFailed - is 422 QUERY_FAILED, its cause for the log alone", () => {
  const cause = new DnsError("timeout", "192.0.2.53 is silent");
  const error = queryFailed(undefined, cause);
  assert.deepEqual([error.status, error.code, error.cause], [
    422,
    "QUERY_FAILED",
    cause,
  ]);
  assert.equal(error.message.includes("192.0.2.53"), false);
  assert.equal(
    serversFailed("SERVFAIL").message,
    "The name servers could not answer: SERVFAIL.",
  );
});

Deno.test("isKnown - that there is no such name is known", () => {
  assert.deepEqual(
    ["NOERROR", "NXDOMAIN", "SERVFAIL", "REFUSED"].map(isKnown),
    [true, true, false, false],
  );
});

Deno.test("unanswered - null where no server answered, anything else is thrown on", () => {
  assert.equal(unanswered(new DnsError("failed", "no")), null);
  assert.throws(
    () => unanswered(new DnsError("busy", "too many")),
    (error) => error instanceof AppError && error.status === 503,
  );
  const reason = new DOMException("left", "AbortError");
  assert.throws(() => unanswered(reason), (error) => error === reason);
});
