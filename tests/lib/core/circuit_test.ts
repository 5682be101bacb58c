import assert from "node:assert/strict";
import fc from "fast-check";
import {
  boundedHoldOffMs,
  busyMs,
  Circuit,
  retryAfterMs,
  serverCircuits,
} from "../../../lib/core/circuit.ts";
import { forAll } from "../../support/for_all.ts";

/** A circuit after some failures at 1,000 ms, and whether it lets a request pass later. */
function circuitAfter(failures: number) {
  const clock = { now: 1000 };
  const circuit = new Circuit(() => clock.now);
  for (let i = 0; i < failures; i++) circuit.recordFailure();
  const triesAt = (now: number) => {
    clock.now = now;
    return circuit.tryRequest();
  };
  return { circuit, triesAt };
}

Deno.test("Circuit - opens at the third failure in a row", () => {
  const { circuit } = circuitAfter(0);
  for (let i = 0; i < 3; i++) {
    assert.equal(circuit.tryRequest(), true);
    circuit.recordFailure();
  }
  assert.equal(circuit.tryRequest(), false);
});

Deno.test("Circuit - a success resets the failure count", () => {
  const { circuit } = circuitAfter(2);
  circuit.recordSuccess();
  circuit.recordFailure();
  circuit.recordFailure();
  assert.equal(circuit.tryRequest(), true);
});

Deno.test("Circuit - allows one trial after 30 seconds, and closes when it succeeds", () => {
  const { circuit, triesAt } = circuitAfter(3);
  assert.equal(triesAt(30_999), false);
  assert.equal(triesAt(31_000), true);
  assert.equal(triesAt(31_000), false);
  circuit.recordSuccess();
  assert.equal(triesAt(31_000), true);
  circuit.recordFailure();
  assert.equal(triesAt(31_000), true);
});

Deno.test("Circuit - a failed trial keeps it open for another 30 seconds", () => {
  const { circuit, triesAt } = circuitAfter(3);
  assert.equal(triesAt(31_000), true);
  assert.equal(triesAt(32_000), false);
  circuit.recordFailure();
  assert.equal(triesAt(61_999), false);
  assert.equal(triesAt(62_000), true);
});

Deno.test("Circuit - a trial without an outcome delays the next by at most 30 seconds, an abandoned one not at all", () => {
  const { circuit, triesAt } = circuitAfter(3);
  assert.equal(triesAt(31_000), true);
  circuit.recordAbandoned();
  assert.equal(triesAt(31_000), true);
  assert.equal(triesAt(61_000), true);
});

Deno.test("Circuit.holdOff - lasts, whatever the outcome of an earlier request", () => {
  const { circuit, triesAt } = circuitAfter(0);
  circuit.holdOff(60_000);
  circuit.recordSuccess();
  assert.equal(circuit.tryRequest(), false);
  circuit.recordFailure();
  // A shorter one does not end a longer one.
  circuit.holdOff(1_000);
  assert.equal(triesAt(60_999), false);
  assert.equal(triesAt(61_000), true);
});

Deno.test("Circuit.holdOff - lasts at most a day, then allows one trial", () => {
  const { circuit, triesAt } = circuitAfter(0);
  circuit.holdOff(Infinity);
  assert.equal(triesAt(86_400_999), false);
  assert.equal(triesAt(86_401_000), true);
  assert.equal(triesAt(86_401_000), false);
});

const waits = (retryAfter: string, date = "Sat, 21 Nov 2026 12:00:00 GMT") =>
  retryAfterMs(new Headers({ "retry-after": retryAfter, date }));

Deno.test("retryAfterMs - reads seconds, or a date by the server's own Date; undefined or from a second to a day for any value", () => {
  assert.equal(waits("60"), 60_000);
  assert.equal(waits("0"), 1000);
  assert.equal(waits("9".repeat(400)), 86_400_000);
  assert.equal(waits("Sat, 21 Nov 2026 12:00:30 GMT"), 30_000);
  assert.equal(waits("Sat, 21 Nov 2026 11:00:00 GMT"), 1000);
  assert.equal(waits("Sat, 21 Nov 2026 12:00:30 GMT", ""), undefined);
  assert.equal(retryAfterMs(new Headers()), undefined);
  for (const text of ["", "soon", "-5 apples", "1e3x"]) {
    assert.equal(waits(text), undefined, text);
  }
  forAll([fc.string({ unit: "grapheme-ascii" })], (text) => {
    const ms = waits(text);
    assert(ms === undefined || (ms >= 1000 && ms <= 86_400_000), text);
  });
});

Deno.test("boundedHoldOffMs - clamps to the range from a second to a day", () => {
  assert.equal(boundedHoldOffMs(5000), 5000);
  assert.equal(boundedHoldOffMs(-1), 1000);
  assert.equal(boundedHoldOffMs(Infinity), 86_400_000);
  assert.equal(boundedHoldOffMs(NaN), undefined);
});

Deno.test("busyMs - the wait for a busy server by the given reader, null or undefined", () => {
  const busy = (status: number | null, headers: Record<string, string> = {}) =>
    busyMs({ status, headers: new Headers(headers) });
  const wait = { "retry-after": "5" };
  assert.equal(busy(429, wait), 5000);
  assert.equal(busy(429), null);
  assert.equal(busy(503, wait), 5000);
  for (const status of [500, 200]) assert.equal(busy(status, wait), undefined);
  for (const status of [503, null]) assert.equal(busy(status), undefined);
  const head = { status: 429, headers: new Headers({ "retry-after": "5" }) };
  assert.equal(busyMs(head, () => 77), 77);
  assert.equal(busyMs(head, () => undefined), null);
});

Deno.test("serverCircuits - has a circuit for each server that failed, 2048 at most", () => {
  const circuits = serverCircuits(() => 0);
  assert.equal(circuits.get("a.test"), undefined);
  for (let i = 0; i < 3; i++) circuits.memo("a.test").recordFailure();
  assert.equal(circuits.get("a.test")?.tryRequest(), false);
  assert.equal(circuits.get("b.test"), undefined);
  for (let i = 0; i < 2048; i++) circuits.memo(`${i}.test`).recordFailure();
  assert.equal(circuits.get("a.test"), undefined);
  assert.equal(circuits.size, 2048);
});
