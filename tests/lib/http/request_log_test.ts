import assert from "node:assert/strict";
import { loggedClient, RequestLog } from "../../../lib/http/request_log.ts";
import { createClientAddressReader } from "../../../lib/net/client_address.ts";
import { PrefixSet } from "../../../lib/net/prefix_set.ts";
import { AppError, asAppError } from "../../../lib/core/errors.ts";
import { createLog, LogRateLimiter } from "../../../lib/core/log.ts";
import { cidr, ip } from "../../support/address.ts";
import { infoOf } from "../../support/caller.ts";

const FIRST = "AQEBAQEBAQEB";

/** A log whose random ids are `AQEBAQEBAQEB`, `AgICAgICAgIC` and so on. */
function fixture() {
  const clock = { now: 0 };
  const now = () => clock.now;
  const lines: string[] = [];
  const trustedProxies = PrefixSet.from([cidr("10.0.0.0/8")]);
  let made = 0;
  const requestLog = new RequestLog({
    log: createLog({ level: "info", now, write: (line) => lines.push(line) }),
    lines: new LogRateLimiter({ now }),
    trustedProxies,
    clientAddress: createClientAddressReader({
      trustedProxies,
      header: "x-forwarded-for",
      v6PrefixLength: 64,
    }),
    clientForm: "short",
    random: (bytes) => new Uint8Array(bytes).fill(++made),
  });
  const report = (error: AppError, info = infoOf(), headers = {}) => {
    const request = new Request("http://porthole.test/x?secret", { headers });
    return requestLog.reportError(error, request, info);
  };
  const idOf = (info: Deno.ServeHandlerInfo, headers = {}) =>
    report(busy(), info, headers).headers?.["x-request-id"] ?? "";
  return { clock, lines, report, idOf };
}

Deno.test("RequestLog - a request keeps its id", () => {
  const { idOf } = fixture();
  const first = infoOf("192.0.2.1");
  assert.equal(idOf(first), FIRST);
  assert.equal(idOf(first), FIRST);
  assert.equal(idOf(infoOf("192.0.2.1")), "AgICAgICAgIC");
});

Deno.test("RequestLog - accepts a well-formed id from a trusted proxy", () => {
  const { idOf } = fixture();
  const given = (id: string, peer = "10.1.2.3") =>
    idOf(infoOf(peer), { "x-request-id": id });
  const ids = ["7f3a", "1-67891233-abcdef012345678912345678", "a/b=c+d:e.f"];
  for (const id of ids) assert.equal(given(id), id);
  assert.equal(given("a".repeat(128)), "a".repeat(128));
  assert.equal(given("::ffff", "::ffff:10.1.2.3"), "::ffff");
  for (const id of ["", "a b", 'a"b', "a".repeat(129), "é", "a,b"]) {
    assert.match(given(id), /^[\w-]{12}$/, id);
  }
  assert.match(given("forged", "192.0.2.1"), /^[\w-]{12}$/);
});

Deno.test("loggedClient - short is the network, full the address", () => {
  const cases = [
    ["203.0.113.77", "203.0.113.0/24"],
    ["2001:db8:1:2::3", "2001:db8:1::/48"],
  ];
  for (const [text, short] of cases) {
    assert.equal(loggedClient(ip(text), "short"), short);
    assert.equal(loggedClient(ip(text), "full"), text);
  }
});

function busy(cause?: unknown): AppError {
  return new AppError(503, "SERVICE_UNAVAILABLE", {
    reason: "store_unavailable",
  }, { cause, headers: { "retry-after": "5" } });
}

function slip(text: string): AppError {
  return asAppError(new TypeError(text));
}

Deno.test("RequestLog.reportError - a client error is returned unchanged and not logged", () => {
  const { lines, report } = fixture();
  const params = { reason: "name_servers_silent" } as const;
  const error = new AppError(422, "QUERY_FAILED", params, { cause: "inside" });
  assert.equal(report(error), error);
  assert.deepEqual(lines, []);
});

Deno.test("RequestLog.reportError - an expected error is a warning without a stack, with the request id", () => {
  const { lines, report } = fixture();
  const cause = new Error("locked", { cause: new TypeError("deeper") });
  const { status, code, params, headers } = report(busy(cause));
  assert.deepEqual([status, code], [503, "SERVICE_UNAVAILABLE"]);
  assert.deepEqual(params, { reason: "store_unavailable" });
  assert.deepEqual(headers, { "retry-after": "5", "x-request-id": FIRST });
  assert.deepEqual(lines, [
    '1970-01-01T00:00:00.000Z warn  request not served id=AQEBAQEBAQEB client=192.0.2.0/24 method=GET path=/x code=SERVICE_UNAVAILABLE reason=store_unavailable cause="Error: locked caused by TypeError: deeper"',
  ]);
});

Deno.test("RequestLog.reportError - a reason is logged once a minute, with the number of repetitions", () => {
  const { clock, lines, report } = fixture();
  for (let i = 0; i < 1_000; i++) report(busy());
  clock.now = 60_000;
  report(busy());
  assert.deepEqual(lines, [
    `1970-01-01T00:00:00.000Z warn  request not served id=${FIRST} client=192.0.2.0/24 method=GET path=/x code=SERVICE_UNAVAILABLE reason=store_unavailable`,
    "1970-01-01T00:01:00.000Z warn  request not served id=6enp6enp6enp client=192.0.2.0/24 method=GET path=/x code=SERVICE_UNAVAILABLE reason=store_unavailable more=999",
  ]);
});

Deno.test("RequestLog.reportError - a bug is logged with its stack and its causes", () => {
  const { lines, report } = fixture();
  const { headers } = report(slip("the inside"));
  assert.deepEqual(headers, { "x-request-id": FIRST });
  assert.equal(lines.length, 1);
  assert.match(
    lines[0],
    /^1970-01-01T00:00:00\.000Z error request failed id=AQEBAQEBAQEB client=192\.0\.2\.0\/24 method=GET path=\/x error="TypeError: the inside\\n {4}at slip \(.*request_log_test\.ts/,
  );
});

Deno.test("RequestLog.reportError - bugs of one source line are one kind, whatever their message", () => {
  const { clock, lines, report } = fixture();
  for (let i = 0; i < 1_000; i++) report(slip(`unexpected ${i}`));
  report(asAppError(new TypeError("elsewhere")));
  report(asAppError("no error at all"));
  assert.deepEqual(
    lines.map((line) => /error="?(.*?)(\\n|"|$)/.exec(line)?.[1]),
    ["TypeError: unexpected 0", "TypeError: elsewhere", "no error at all"],
  );
  clock.now = 60_000;
  report(slip("again"));
  assert.match(lines[3], /error="TypeError: again\\n.*" more=999$/);
});
