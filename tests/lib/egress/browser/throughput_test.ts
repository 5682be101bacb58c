import assert from "node:assert/strict";
import { ProbeEnd } from "../../../../lib/egress/browser/run_probe.ts";
import {
  measureThroughput,
  type Transfer,
} from "../../../../lib/egress/browser/throughput.ts";
import { endless, fakeClock } from "./fake_clock.ts";

const { signal } = new AbortController();

const options = {
  streams: 2,
  repeats: 3,
  graceMs: 1000,
  measureMs: 2000,
  onRate() {},
};

Deno.test("measureThroughput - leaves out the grace time, and ends when its time is up", async () => {
  const { clock, onTick } = fakeClock();
  const listeners: ((count: number) => void)[] = [];
  // A slow start: 1 byte a millisecond in each stream, and then 125.
  onTick((ms) => {
    const speed = clock.ms <= 1000 ? 1 : 125;
    for (const onBytes of listeners) onBytes(ms * speed);
  });
  const transfer: Transfer = (onBytes, signal) => {
    listeners.push(onBytes);
    return endless(signal);
  };
  const rates: number[] = [];
  const rate = await measureThroughput({
    ...options,
    ...clock,
    transfer,
    onRate: (rate) => rates.push(rate),
  }, signal);
  assert.equal(rate, 2_000_000);
  assert.equal(listeners.length, 2);
  assert.equal(clock.ms, 3000);
  assert.deepEqual(rates, Array(8).fill(2_000_000));
});

Deno.test("measureThroughput - counts the whole time if all bytes pass within the grace time", async () => {
  const { clock } = fakeClock();
  let transfers = 0;
  const rate = await measureThroughput({
    ...options,
    ...clock,
    // The first wait never ends before the transfers do.
    wait: (_ms, signal) => endless(signal),
    transfer(onBytes) {
      transfers++;
      clock.ms += 10;
      onBytes(1000);
      return Promise.resolve();
    },
  }, signal);
  assert.equal(transfers, 6);
  assert.equal(rate, 800_000);
});

Deno.test("measureThroughput - one refused transfer ends the others, and leaves no figure", async () => {
  const { clock } = fakeClock();
  let transfers = 0;
  const transfer: Transfer = (onBytes, signal) => {
    onBytes(1000);
    return ++transfers === 1
      ? Promise.reject(new ProbeEnd("stopped", 5))
      : endless(signal);
  };
  const wait = (_ms: number, signal: AbortSignal) => endless(signal);
  await assert.rejects(
    measureThroughput({ ...options, ...clock, wait, transfer }, signal),
    { state: "stopped", waitSeconds: 5 },
  );
  assert.equal(transfers, 2);
});

Deno.test("measureThroughput - fails if nothing passed, and if it is stopped", async () => {
  const { clock } = fakeClock();
  const wait = (_ms: number, signal: AbortSignal) => endless(signal);
  await assert.rejects(
    measureThroughput({
      ...options,
      ...clock,
      wait,
      transfer: () => Promise.resolve(),
    }, signal),
    { state: "failed" },
  );
  const controller = new AbortController();
  const measuring = measureThroughput({
    ...options,
    ...clock,
    wait,
    transfer: (onBytes, signal) => {
      onBytes(1);
      return endless(signal);
    },
  }, controller.signal);
  controller.abort();
  await assert.rejects(measuring, { state: "stopped" });
});
