import assert from "node:assert/strict";
import {
  CancelScope,
  isConclusive,
  queryServers,
} from "../../../lib/dns/query_servers.ts";
import type { Message } from "../../../lib/dns/message.ts";

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

const servers = [53, 5353].map((port) => ({ ip: "192.0.2.1", port }));
const { signal } = new AbortController();
const limits = { signal, attemptMs: 60_000, timeoutMs: 60_000 };

Deno.test("queryServers - names the last server if all failed", () =>
  assert.rejects(
    queryServers(
      servers,
      ({ port }) => Promise.reject(new Error(`no ${port}`)),
      limits,
    ),
    {
      name: "DnsError",
      code: "failed",
      message: "192.0.2.1:5353 failed: no 5353",
    },
  ));

Deno.test("queryServers - waits for the others if one fails", async () => {
  const slow = Promise.withResolvers<Message>();
  const failed = Promise.withResolvers<void>();
  const response = queryServers(servers, ({ port }) => {
    if (port === 53) return slow.promise;
    failed.resolve();
    return Promise.reject(new Error("gone"));
  }, { ...limits, attemptMs: 0 });
  await failed.promise;
  const message = { rcode: "NXDOMAIN", isReferral: false } as Message;
  slow.resolve(message);
  assert.deepEqual(await response, { server: servers[0], message });
});

Deno.test("isConclusive - true for records or none of a server of the zone", () => {
  const found = ["NOERROR", "NXDOMAIN", "SERVFAIL"].map((rcode) =>
    [false, true].map((isReferral) =>
      isConclusive({ rcode, isReferral } as Message)
    )
  );
  assert.deepEqual(found, [[true, false], [true, true], [false, false]]);
});
