import assert from "node:assert/strict";
import {
  IndexUnavailableError,
  InvalidCursorError,
} from "../../../lib/dns/index/dns_index.ts";
import {
  indexError,
  inFormWords,
  isDefinitive,
  nameServerError,
  nullIfIndexUnavailable,
  nullIfNoResponse,
  queryFailed,
} from "../../../lib/lookup/lookup_errors.ts";
import { DnsError } from "../../../lib/dns/errors.ts";
import { AppError } from "../../../lib/core/errors.ts";

Deno.test("indexError - returns 400 for bad input, 503 for an unavailable index", () => {
  const thrown = (error: Error) => {
    const { status, code, headers } = indexError(error);
    return [status, code, headers["retry-after"]];
  };
  assert.deepEqual(thrown(new InvalidCursorError("x")), [
    400,
    "INVALID_INPUT",
    undefined,
  ]);
  assert.deepEqual(thrown(new RangeError("x")), [
    400,
    "INVALID_INPUT",
    undefined,
  ]);
  assert.deepEqual(thrown(new IndexUnavailableError("x")), [
    503,
    "SERVICE_UNAVAILABLE",
    "5",
  ]);
});

Deno.test("inFormWords - names the choices of the form, and leaves other reasons", () => {
  const wrong = (name: string) => ({
    reason: "not_one_of" as const,
    name,
    values: ["a", "b"],
  });
  assert.deepEqual(inFormWords(wrong("side"), "en"), {
    reason: "not_one_of",
    name: "“Search in”",
    values: ["aliases", "targets"],
  });
  for (const params of [wrong("other"), { reason: "index_off" } as const]) {
    assert.deepEqual(inFormWords(params, "en"), params);
  }
});

Deno.test("indexError - rethrows any other error", () => {
  const fault = new TypeError("x");
  assert.throws(() => indexError(fault), (error) => error === fault);
  assert.throws(
    () => nullIfIndexUnavailable(fault),
    (error) => error === fault,
  );
});

Deno.test("nullIfIndexUnavailable - returns null for an unavailable index only", () => {
  assert.equal(nullIfIndexUnavailable(new IndexUnavailableError("x")), null);
});

Deno.test("queryFailed - is 422 QUERY_FAILED, with the cause for the log", () => {
  const cause = new DnsError("timeout", "192.0.2.53 is silent");
  const error = queryFailed(undefined, cause);
  assert.deepEqual([error.status, error.code, error.cause], [
    422,
    "QUERY_FAILED",
    cause,
  ]);
  assert.deepEqual(error.params, { reason: "name_servers_silent" });
  assert.deepEqual(
    nameServerError("SERVFAIL").params,
    { reason: "name_servers_refused", rcode: "SERVFAIL" },
  );
});

Deno.test("isDefinitive - includes NXDOMAIN", () => {
  assert.deepEqual(
    ["NOERROR", "NXDOMAIN", "SERVFAIL", "REFUSED"].map(isDefinitive),
    [true, true, false, false],
  );
});

Deno.test("nullIfNoResponse - returns null if no server responded, and rethrows any other error", () => {
  assert.equal(nullIfNoResponse(new DnsError("failed", "no")), null);
  assert.throws(
    () => nullIfNoResponse(new DnsError("busy", "too many")),
    (error) => error instanceof AppError && error.status === 503,
  );
  const reason = new DOMException("left", "AbortError");
  assert.throws(() => nullIfNoResponse(reason), (error) => error === reason);
});
