import assert from "node:assert/strict";
import { Circuit } from "../../../lib/core/circuit.ts";

function circuitAt(start: number) {
  const clock = { now: start };
  return { clock, circuit: new Circuit(() => clock.now) };
}

Deno.test("Circuit - opens at the third failure in a row", () => {
  const { circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) {
    assert.equal(circuit.tryRequest(), true);
    circuit.recordFailure();
  }
  assert.equal(circuit.tryRequest(), false);
});

Deno.test("Circuit - a success resets the failure count", () => {
  const { circuit } = circuitAt(1000);
  circuit.recordFailure();
  circuit.recordFailure();
  circuit.recordSuccess();
  circuit.recordFailure();
  circuit.recordFailure();
  assert.equal(circuit.tryRequest(), true);
});

Deno.test("Circuit - allows one trial after 30 seconds", () => {
  const { clock, circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) circuit.recordFailure();
  clock.now = 30_999;
  assert.equal(circuit.tryRequest(), false);
  clock.now = 31_000;
  assert.equal(circuit.tryRequest(), true);
  assert.equal(circuit.tryRequest(), false);
});

Deno.test("Circuit - closes when the trial succeeds", () => {
  const { clock, circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) circuit.recordFailure();
  clock.now = 31_000;
  assert.equal(circuit.tryRequest(), true);
  circuit.recordSuccess();
  assert.equal(circuit.tryRequest(), true);
  circuit.recordFailure();
  assert.equal(circuit.tryRequest(), true);
});

Deno.test("Circuit - a failed trial keeps it open for another 30 seconds", () => {
  const { clock, circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) circuit.recordFailure();
  clock.now = 31_000;
  assert.equal(circuit.tryRequest(), true);
  clock.now = 32_000;
  circuit.recordFailure();
  clock.now = 61_999;
  assert.equal(circuit.tryRequest(), false);
  clock.now = 62_000;
  assert.equal(circuit.tryRequest(), true);
});

Deno.test("Circuit - a trial without an outcome delays the next by at most 30 seconds", () => {
  const { clock, circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) circuit.recordFailure();
  clock.now = 31_000;
  assert.equal(circuit.tryRequest(), true);
  clock.now = 61_000;
  assert.equal(circuit.tryRequest(), true);
});

Deno.test("Circuit.holdOff - lasts, whatever the outcome of an earlier request", () => {
  const { clock, circuit } = circuitAt(1000);
  circuit.holdOff(60_000);
  circuit.recordSuccess();
  assert.equal(circuit.tryRequest(), false);
  circuit.recordFailure();
  clock.now = 60_999;
  assert.equal(circuit.tryRequest(), false);
  clock.now = 61_000;
  assert.equal(circuit.tryRequest(), true);
});

Deno.test("Circuit.holdOff - a shorter one does not end a longer one", () => {
  const { clock, circuit } = circuitAt(1000);
  circuit.holdOff(60_000);
  circuit.holdOff(1_000);
  clock.now = 60_999;
  assert.equal(circuit.tryRequest(), false);
});

Deno.test("Circuit.holdOff - lasts at most a day, then allows one trial", () => {
  const { clock, circuit } = circuitAt(1000);
  circuit.holdOff(Infinity);
  clock.now = 86_400_999;
  assert.equal(circuit.tryRequest(), false);
  clock.now = 86_401_000;
  assert.equal(circuit.tryRequest(), true);
  assert.equal(circuit.tryRequest(), false);
});
