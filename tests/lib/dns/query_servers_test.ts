import assert from "node:assert/strict";
import { CancelScope } from "../../../lib/dns/query_servers.ts";

Deno.test("CancelScope - follows the outer signal, with its reason", () => {
  const outer = new AbortController();
  using scope = new CancelScope(outer.signal);
  assert.equal(scope.signal.aborted, false);
  outer.abort("gone");
  assert.equal(scope.signal.reason, "gone");
});

Deno.test("CancelScope - is aborted from the start if the outer signal is", () => {
  using scope = new CancelScope(AbortSignal.abort("gone"));
  assert.equal(scope.signal.reason, "gone");
});

Deno.test("CancelScope - aborts when disposed, and does not affect the outer signal", () => {
  const outer = new AbortController();
  const scope = new CancelScope(outer.signal);
  scope[Symbol.dispose]();
  assert.equal(scope.signal.reason.name, "AbortError");
  assert.equal(outer.signal.aborted, false);
  outer.abort("gone");
  assert.equal(scope.signal.reason.name, "AbortError");
});

Deno.test("CancelScope - can be canceled from within", () => {
  using scope = new CancelScope();
  scope.cancel("enough");
  assert.equal(scope.signal.reason, "enough");
});
