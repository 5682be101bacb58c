import assert from "node:assert/strict";
import { ProbeEnd } from "../../../../lib/egress/browser/run_probe.ts";
import {
  loadedText,
  measureThroughput,
  msText,
  rateText,
  type Transfer,
} from "../../../../lib/egress/browser/throughput.ts";
import { endless, fakeClock } from "./fake_clock.ts";
import { speedTexts } from "../../../../lib/egress/view/texts.ts";

const { signal } = new AbortController();

type Options = Parameters<typeof measureThroughput>[0];

const measure = (
  more: Partial<Options> & Pick<Options, "now" | "wait" | "transfer">,
  given = signal,
) => {
  const times = { graceMs: 1000, measureMs: 2000 };
  const options = { streams: 2, repeats: 3, ...times, onRate() {}, ...more };
  return measureThroughput(options, given);
};
/** A wait that never ends before the transfers do. */
const wait = (_ms: number, signal: AbortSignal) => endless(signal);

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
  const onRate = (rate: number) => rates.push(rate);
  const rate = await measure({ ...clock, transfer, onRate });
  assert.equal(rate, 2_000_000);
  assert.equal(listeners.length, 2);
  assert.equal(clock.ms, 3000);
  assert.deepEqual(rates, Array(8).fill(2_000_000));
});

Deno.test("measureThroughput - counts the whole time if all bytes pass within the grace time", async () => {
  const { clock } = fakeClock();
  let transfers = 0;
  const transfer: Transfer = (onBytes) => {
    transfers++;
    clock.ms += 10;
    onBytes(1000);
    return Promise.resolve();
  };
  const rate = await measure({ ...clock, wait, transfer });
  assert.equal(transfers, 6);
  assert.equal(rate, 800_000);
});

Deno.test("measureThroughput - counts the whole time if the rest after the grace time is too short to tell", async () => {
  const { clock } = fakeClock();
  const { promise, resolve } = Promise.withResolvers<void>();
  let waits = 0;
  const rate = await measure({
    ...clock,
    streams: 1,
    repeats: 1,
    async wait(ms) {
      await Promise.resolve();
      clock.ms += waits++ === 0 ? ms : 1;
      if (waits > 1) resolve();
    },
    async transfer(onBytes) {
      onBytes(100_000);
      await promise;
      onBytes(25);
    },
  });
  // Not 25 bytes in 1 or 2 ms.
  assert.equal(rate, 8000 * 100_025 / clock.ms);
});

Deno.test("measureThroughput - fails if all bytes were sent at once, and none in the time that counts", async () => {
  const { clock } = fakeClock();
  // A program on the way takes them all, and passes none on.
  const transfer: Transfer = (onBytes, signal) => {
    onBytes(10_000_000);
    return endless(signal);
  };
  await assert.rejects(measure({ ...clock, transfer }), { state: "failed" });
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
  const stopped = { state: "stopped", waitSeconds: 5 };
  await assert.rejects(measure({ ...clock, wait, transfer }), stopped);
  assert.equal(transfers, 2);
});

Deno.test("measureThroughput - fails if nothing passed, and if it is stopped", async () => {
  const { clock } = fakeClock();
  const nothing = () => Promise.resolve();
  const failed = { state: "failed" };
  await assert.rejects(measure({ ...clock, wait, transfer: nothing }), failed);
  const controller = new AbortController();
  const transfer: Transfer = (onBytes, signal) => {
    onBytes(1);
    return endless(signal);
  };
  const measuring = measure({ ...clock, wait, transfer }, controller.signal);
  controller.abort();
  await assert.rejects(measuring, { state: "stopped" });
});

const { en } = speedTexts;

Deno.test("rateText - has a decimal unit and three digits at most", () => {
  const rates = [999, 820_400, 1e6, 9_416_000, 93_440_000, 2_312_600_000];
  assert.deepEqual(rates.map((rate) => rateText(rate, en)), [
    ...["1 kbit/s", "820 kbit/s", "1 Mbit/s", "9.42 Mbit/s", "93.4 Mbit/s"],
    "2313 Mbit/s",
  ]);
});

Deno.test("msText - has three digits at most", () => {
  assert.equal(msText(0.204, en), "0.2 ms");
  assert.equal(msText(12.34, en), "12.3 ms");
  assert.equal(msText(212.6, en), "213 ms");
});

Deno.test("loadedText - grades the rise of latency under load", () => {
  const grades = [0, 4.9, 5, 29, 30, 60, 200, 399, 400].map((ms) =>
    `${ms} ${loadedText(ms, 0, en).at(-1)}`
  );
  assert.deepEqual(grades, [
    ...["0 A", "4.9 A", "5 B", "29 B", "30 C", "60 D", "200 E", "399 E"],
    "400 F",
  ]);
});

Deno.test("loadedText - has the latency, its rise and the grade, unless it is unknown", () => {
  assert.equal(loadedText(45, 12, en), "45 ms (+33 ms), grade C");
  // Chance, not load.
  assert.equal(loadedText(10, 12, speedTexts.zh), "10 ms（+0 ms），等级 A");
  assert.equal(loadedText(null, 12, en), "too short to tell");
});
