import assert from "node:assert/strict";
import {
  IndexUnavailableError,
  InvalidCursorError,
} from "../../../lib/dns/index/dns_index.ts";
import {
  indexError,
  isKnown,
  nullIfUnanswered,
  queryFailed,
  serversFailed,
  unavailable,
} from "../../../lib/lookup/lookup_errors.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import { AppError } from "../../../lib/core/errors.ts";

Deno.test("indexFault - what a stranger did is 400, what the index does 503", () => {
  const told = (error: Error) => {
    const { status, code, headers } = indexError(error);
    return [status, code, headers["retry-after"]];
  };
  assert.deepEqual(told(new InvalidCursorError("x")), [
    400,
    "INVALID_INPUT",
    undefined,
  ]);
  assert.deepEqual(told(new RangeError("x")), [
    400,
    "INVALID_INPUT",
    undefined,
  ]);
  assert.deepEqual(told(new IndexUnavailableError("x")), [
    503,
    "SERVICE_UNAVAILABLE",
    "5",
  ]);
});

Deno.test("indexFault - a fault of ours is thrown on", () => {
  const fault = new TypeError("x");
  assert.throws(() => indexError(fault), (error) => error === fault);
  assert.throws(() => unavailable(fault), (error) => error === fault);
});

Deno.test("unavailable - null for an index that cannot be asked", () => {
  assert.equal(unavailable(new IndexUnavailableError("x")), null);
});

Deno.test("queryFailed - is 422 QUERY_FAILED, its cause for the log alone", () => {
  const cause = new DnsError("timeout", "192.0.2.53 is silent");
  const error = queryFailed(undefined, cause);
  assert.deepEqual([error.status, error.code, error.cause], [
    422,
    "QUERY_FAILED",
    cause,
  ]);
  assert.deepEqual(error.params, { reason: "name_servers_silent" });
  assert.deepEqual(
    serversFailed("SERVFAIL").params,
    { reason: "name_servers_refused", rcode: "SERVFAIL" },
  );
});

Deno.test("isKnown - that there is no such name is known", () => {
  assert.deepEqual(
    ["NOERROR", "NXDOMAIN", "SERVFAIL", "REFUSED"].map(isKnown),
    [true, true, false, false],
  );
});

Deno.test("unanswered - null where no server answered, anything else is thrown on", () => {
  assert.equal(nullIfUnanswered(new DnsError("failed", "no")), null);
  assert.throws(
    () => nullIfUnanswered(new DnsError("busy", "too many")),
    (error) => error instanceof AppError && error.status === 503,
  );
  const reason = new DOMException("left", "AbortError");
  assert.throws(() => nullIfUnanswered(reason), (error) => error === reason);
});
