import assert from "node:assert/strict";
import {
  latencyOf,
  measureThroughput,
  type Transfer,
} from "../../../../lib/egress/browser/speed_run.ts";
import { ProbeEnd } from "../../../../lib/egress/browser/run_probe.ts";

const { signal } = new AbortController();

/** Time that passes only where something waits. */
function fakeClock() {
  const clock = {
    ms: 0,
    now: () => clock.ms,
    async wait(ms: number) {
      await Promise.resolve();
      clock.ms += ms;
      onTick(ms);
    },
  };
  let onTick: (ms: number) => void = () => {};
  return {
    clock,
    onTick: (listener: typeof onTick) => onTick = listener,
  };
}

const options = {
  streams: 2,
  repeats: 3,
  graceMs: 1000,
  measureMs: 2000,
  onRate() {},
};

/** A transfer that lasts until it is aborted. */
const endless = (signal: AbortSignal) =>
  new Promise<void>((resolve) =>
    signal.addEventListener("abort", () => resolve())
  );

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

Deno.test("measureThroughput - measures with the streams that are not refused", async () => {
  const { clock } = fakeClock();
  let isFirst = true;
  const transfer: Transfer = (onBytes) => {
    if (isFirst) {
      isFirst = false;
      return Promise.reject(new ProbeEnd("stopped", 5));
    }
    clock.ms += 1;
    onBytes(125);
    return Promise.resolve();
  };
  const wait = (_ms: number, signal: AbortSignal) => endless(signal);
  const rate = await measureThroughput(
    { ...options, ...clock, wait, transfer },
    signal,
  );
  assert.equal(rate, 1_000_000);
});

Deno.test("measureThroughput - fails if all streams are refused, and if it is stopped", async () => {
  const { clock } = fakeClock();
  const wait = (_ms: number, signal: AbortSignal) => endless(signal);
  const refused = () => Promise.reject(new ProbeEnd("stopped", 5));
  await assert.rejects(
    measureThroughput(
      { ...options, ...clock, wait, transfer: refused },
      signal,
    ),
    { state: "stopped", waitSeconds: 5 },
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

Deno.test("latencyOf - is the shortest without the first, and the mean step between them", () => {
  assert.deepEqual(latencyOf([90, 10, 14, 12, 12]), {
    pingMs: 10,
    jitterMs: 2,
  });
  assert.deepEqual(latencyOf([90, 10]), { pingMs: 10, jitterMs: 0 });
});
