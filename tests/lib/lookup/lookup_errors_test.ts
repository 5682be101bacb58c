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

Deno.test("indexError - returns 400 for bad input, 503 for an unavailable index", () => {
  const cases = [
    [new InvalidCursorError("x"), 400, "INVALID_INPUT", undefined],
    [new RangeError("x"), 400, "INVALID_INPUT", undefined],
    [new IndexUnavailableError("x"), 503, "SERVICE_UNAVAILABLE", "5"],
  ] as const;
  for (const [error, ...expected] of cases) {
    const { status, code, headers } = indexError(error);
    assert.deepEqual([status, code, headers["retry-after"]], expected);
  }
});

Deno.test("inFormWords - names the choices of the form, and leaves other reasons", () => {
  const values = ["a", "b"];
  const wrong = (name: string) =>
    ({ reason: "not_one_of", name, values }) as const;
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
  const asked = () => nullIfIndexUnavailable(fault);
  assert.throws(asked, (error) => error === fault);
});

Deno.test("nullIfIndexUnavailable - returns null for an unavailable index only", () => {
  assert.equal(nullIfIndexUnavailable(new IndexUnavailableError("x")), null);
});

Deno.test("queryFailed - is 422 QUERY_FAILED, with the cause for the log", () => {
  const cause = new DnsError("timeout", "192.0.2.53 is silent");
  const error = queryFailed(undefined, cause);
  const { status, code, params } = error;
  assert.deepEqual([status, code, error.cause], [422, "QUERY_FAILED", cause]);
  assert.deepEqual(params, { reason: "name_servers_silent" });
  const refused = { reason: "name_servers_refused", rcode: "SERVFAIL" };
  assert.deepEqual(nameServerError("SERVFAIL").params, refused);
});

Deno.test("isDefinitive - includes NXDOMAIN", () => {
  const rcodes = ["NOERROR", "NXDOMAIN", "SERVFAIL", "REFUSED"];
  assert.deepEqual(rcodes.filter(isDefinitive), ["NOERROR", "NXDOMAIN"]);
});

Deno.test("nullIfNoResponse - returns null if no server responded, and rethrows any other error", () => {
  assert.equal(nullIfNoResponse(new DnsError("failed", "no")), null);
  const busy = new DnsError("busy", "too many");
  const thrown = { name: "AppError", status: 503 };
  assert.throws(() => nullIfNoResponse(busy), thrown);
  const reason = new DOMException("left", "AbortError");
  assert.throws(() => nullIfNoResponse(reason), (error) => error === reason);
});
