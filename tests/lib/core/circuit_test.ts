import assert from "node:assert/strict";
import { Circuit } from "../../../lib/core/circuit.ts";

function circuitAt(start: number) {
  const clock = { now: start };
  return { clock, circuit: new Circuit(() => clock.now) };
}

Deno.test("Circuit - allows until the third failure in a row", () => {
  const { circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) {
    assert.equal(circuit.allows(), true);
    circuit.failed();
  }
  assert.equal(circuit.allows(), false);
});

Deno.test("Circuit - a success in between starts the count anew", () => {
  const { circuit } = circuitAt(1000);
  circuit.failed();
  circuit.failed();
  circuit.succeeded();
  circuit.failed();
  circuit.failed();
  assert.equal(circuit.allows(), true);
});

Deno.test("Circuit - lets one trial through after 30 seconds", () => {
  const { clock, circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) circuit.failed();
  clock.now = 30_999;
  assert.equal(circuit.allows(), false);
  clock.now = 31_000;
  assert.equal(circuit.allows(), true);
  assert.equal(circuit.allows(), false);
});

Deno.test("Circuit - closes when the trial succeeds", () => {
  const { clock, circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) circuit.failed();
  clock.now = 31_000;
  assert.equal(circuit.allows(), true);
  circuit.succeeded();
  assert.equal(circuit.allows(), true);
  circuit.failed();
  assert.equal(circuit.allows(), true);
});

Deno.test("Circuit - stays open for another 30 seconds when the trial fails", () => {
  const { clock, circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) circuit.failed();
  clock.now = 31_000;
  assert.equal(circuit.allows(), true);
  clock.now = 32_000;
  circuit.failed();
  clock.now = 61_999;
  assert.equal(circuit.allows(), false);
  clock.now = 62_000;
  assert.equal(circuit.allows(), true);
});

Deno.test("Circuit - a trial that never reports blocks the next one no longer than 30 seconds", () => {
  const { clock, circuit } = circuitAt(1000);
  for (let i = 0; i < 3; i++) circuit.failed();
  clock.now = 31_000;
  assert.equal(circuit.allows(), true);
  clock.now = 61_000;
  assert.equal(circuit.allows(), true);
});

Deno.test("Circuit - a rest is kept, whatever an earlier question comes to", () => {
  const { clock, circuit } = circuitAt(1000);
  circuit.holdOff(60_000);
  circuit.succeeded();
  assert.equal(circuit.allows(), false);
  circuit.failed();
  clock.now = 60_999;
  assert.equal(circuit.allows(), false);
  clock.now = 61_000;
  assert.equal(circuit.allows(), true);
});

Deno.test("Circuit - a shorter rest does not end a longer one", () => {
  const { clock, circuit } = circuitAt(1000);
  circuit.holdOff(60_000);
  circuit.holdOff(1_000);
  clock.now = 60_999;
  assert.equal(circuit.allows(), false);
});

Deno.test("Circuit - rests for a day at most, then lets one trial through", () => {
  const { clock, circuit } = circuitAt(1000);
  circuit.holdOff(Infinity);
  clock.now = 86_400_999;
  assert.equal(circuit.allows(), false);
  clock.now = 86_401_000;
  assert.equal(circuit.allows(), true);
  assert.equal(circuit.allows(), false);
});
