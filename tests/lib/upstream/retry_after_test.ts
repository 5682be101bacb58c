import assert from "node:assert/strict";
import fc from "fast-check";
import {
  boundedRestMs,
  retryAfterMs,
} from "../../../lib/upstream/retry_after.ts";

const waits = (retryAfter: string, date = "Sat, 21 Nov 2026 12:00:00 GMT") =>
  retryAfterMs(new Headers({ "retry-after": retryAfter, date }));

Deno.test("retryAfterMs - reads seconds", () => {
  assert.equal(waits("60"), 60_000);
  assert.equal(waits("0"), 1000);
  assert.equal(waits("9".repeat(400)), 86_400_000);
});

Deno.test("retryAfterMs - reads a date by the server's own clock", () => {
  assert.equal(waits("Sat, 21 Nov 2026 12:00:30 GMT"), 30_000);
  assert.equal(waits("Sat, 21 Nov 2026 11:00:00 GMT"), 1000);
  assert.equal(waits("Sat, 21 Nov 2026 12:00:30 GMT", ""), undefined);
});

Deno.test("retryAfterMs - knows nothing where nothing readable is said", () => {
  assert.equal(retryAfterMs(new Headers()), undefined);
  for (const text of ["", "soon", "-5 apples", "1e3x"]) {
    assert.equal(waits(text), undefined, text);
  }
});

Deno.test("retryAfterMs - is within a second and a day whatever is said", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme-ascii" }), (text) => {
    const ms = waits(text);
    assert(ms === undefined || (ms >= 1000 && ms <= 86_400_000), text);
  }));
});

Deno.test("boundedRestMs - keeps a rest within a second and a day", () => {
  assert.equal(boundedRestMs(5000), 5000);
  assert.equal(boundedRestMs(-1), 1000);
  assert.equal(boundedRestMs(Infinity), 86_400_000);
  assert.equal(boundedRestMs(NaN), undefined);
});
