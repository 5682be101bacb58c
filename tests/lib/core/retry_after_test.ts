import assert from "node:assert/strict";
import {
  boundedHoldOffMs,
  busyMs,
  retryAfterMs,
} from "../../../lib/core/retry_after.ts";
import fc from "fast-check";

const waits = (retryAfter: string, date = "Sat, 21 Nov 2026 12:00:00 GMT") =>
  retryAfterMs(new Headers({ "retry-after": retryAfter, date }));

Deno.test("retryAfterMs - reads seconds", () => {
  assert.equal(waits("60"), 60_000);
  assert.equal(waits("0"), 1000);
  assert.equal(waits("9".repeat(400)), 86_400_000);
});

Deno.test("retryAfterMs - compares a date with the server's own Date", () => {
  assert.equal(waits("Sat, 21 Nov 2026 12:00:30 GMT"), 30_000);
  assert.equal(waits("Sat, 21 Nov 2026 11:00:00 GMT"), 1000);
  assert.equal(waits("Sat, 21 Nov 2026 12:00:30 GMT", ""), undefined);
});

Deno.test("retryAfterMs - undefined if the header is missing or malformed", () => {
  assert.equal(retryAfterMs(new Headers()), undefined);
  for (const text of ["", "soon", "-5 apples", "1e3x"]) {
    assert.equal(waits(text), undefined, text);
  }
});

Deno.test("retryAfterMs - undefined or from a second to a day, for any value", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
    const ms = waits(text);
    assert(ms === undefined || (ms >= 1000 && ms <= 86_400_000), text);
  }));
});

Deno.test("boundedHoldOffMs - clamps to the range from a second to a day", () => {
  assert.equal(boundedHoldOffMs(5000), 5000);
  assert.equal(boundedHoldOffMs(-1), 1000);
  assert.equal(boundedHoldOffMs(Infinity), 86_400_000);
  assert.equal(boundedHoldOffMs(NaN), undefined);
});

Deno.test("busyMs - the wait for a busy server, null or undefined", () => {
  const busy = (status: number | null, headers: Record<string, string> = {}) =>
    busyMs({ status, headers: new Headers(headers) });
  const wait = { "retry-after": "5" };
  assert.equal(busy(429, wait), 5000);
  assert.equal(busy(429), null);
  assert.equal(busy(503, wait), 5000);
  for (
    const [status, headers] of [
      [503, {}],
      [500, wait],
      [200, wait],
      [null, {}],
    ] as const
  ) assert.equal(busy(status, headers), undefined);
});

Deno.test("busyMs - uses the given reader of the wait", () => {
  const head = { status: 429, headers: new Headers({ "retry-after": "5" }) };
  assert.equal(busyMs(head, () => 77), 77);
  assert.equal(busyMs(head, () => undefined), null);
});
