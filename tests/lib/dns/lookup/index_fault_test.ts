import assert from "node:assert/strict";
import {
  IndexUnavailableError,
  InvalidCursorError,
} from "../../../../lib/dns/index/dns_index.ts";
import {
  indexFault,
  unavailable,
} from "../../../../lib/dns/lookup/index_fault.ts";

Deno.test("indexFault - what a stranger did is 400, what the index does 503", () => {
  const told = (error: Error) => {
    const { status, code, headers } = indexFault(error);
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
  assert.throws(() => indexFault(fault), (error) => error === fault);
  assert.throws(() => unavailable(fault), (error) => error === fault);
});

Deno.test("unavailable - null for an index that cannot be asked", () => {
  assert.equal(unavailable(new IndexUnavailableError("x")), null);
});
