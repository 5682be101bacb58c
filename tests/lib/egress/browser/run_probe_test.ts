import assert from "node:assert/strict";
import {
  observableCell,
  pause,
  ProbeEnd,
  progressOf,
  runProbe,
  type RunProbeOptions,
  watchCspViolations,
} from "../../../../lib/egress/browser/run_probe.ts";
import { startedReport } from "../../../../lib/egress/browser/run.ts";
import { emptyReport } from "../../../../lib/egress/view/report.ts";
import { bareSetup } from "../view/reports.ts";
import { fullSetup, reportWith } from "./reports.ts";

Deno.test("pause - resolves after its time, or at once on abort, and clears its timer", async () => {
  const controller = new AbortController();
  await pause(1, controller.signal);
  const paused = pause(3_600_000, controller.signal);
  controller.abort();
  assert.equal(await paused, undefined);
  assert.equal(await pause(3_600_000, controller.signal), undefined);
});

Deno.test("observableCell - has a written value at once, and reports it", () => {
  const values: number[] = [];
  const cell = observableCell(1, () => values.push(cell.value));
  assert.equal(cell.value, 1);
  cell.value = 2;
  assert.equal(cell.value, 2);
  cell.value += 1;
  assert.deepEqual(values, [2, 3]);
});

Deno.test("progressOf - is zero before the start", () => {
  const none = { ended: 0, total: 11, isRunning: false };
  assert.deepEqual(progressOf(reportWith({})), none);
});

Deno.test("progressOf - counts probes that can run, and those that have ended in any state", () => {
  const report = startedReport(fullSetup, reportWith({}), 0);
  report.exits.v4 = { state: "found" };
  report.exits.v6 = { state: "none" };
  report.candidates = { state: "blocked" };
  const some = { ended: 3, total: 11, isRunning: true };
  assert.deepEqual(progressOf(report), some);
});

Deno.test("progressOf - leaves out unconfigured probes", () => {
  const { stunUrls } = fullSetup;
  const { total } = progressOf(emptyReport({ ...bareSetup, stunUrls }));
  assert.equal(total, 3);
});

const never = () => new Promise<never>(() => {});

/** Runs a probe by a clock that advances by 5 at each reading. */
function run<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  options: Partial<RunProbeOptions> = {},
) {
  let time = 100;
  return runProbe(ask, {
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    now: () => time += 5,
    onRateLimited: () => assert.fail("not limited"),
    ...options,
  });
}

Deno.test("runProbe - returns the value and the duration", async () => {
  const probe = await run(() => Promise.resolve("x"));
  assert.deepEqual(probe, { state: "found", value: "x", elapsedMs: 5 });
});

Deno.test("runProbe - returns the state of a ProbeEnd", async () => {
  const asks = [
    ["blocked", () => Promise.reject(new ProbeEnd("blocked"))],
    ["failed", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["blocked", () => {
      throw new ProbeEnd("blocked");
    }],
  ] as const;
  for (const [state, ask] of asks) {
    assert.deepEqual(await run(ask), { state, elapsedMs: 5 });
  }
});

Deno.test("runProbe - aborts requests that are still running at the end", async () => {
  const asks: ((signal: AbortSignal) => Promise<string>)[] = [
    () => Promise.resolve("x"),
    () => Promise.reject(new ProbeEnd("none")),
  ];
  for (const ask of asks) {
    let own: AbortSignal | undefined;
    await run((signal) => {
      own = signal;
      return ask(signal);
    });
    assert.equal(own?.aborted, true);
  }
});

Deno.test("runProbe - times out a probe that ignores its signal", async () => {
  const probe = await run(never, { timeoutMs: 1 });
  assert.deepEqual(probe, { state: "timed_out", elapsedMs: 5 });
});

Deno.test("runProbe - stops at once on abort, and aborts the probe", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let own: AbortSignal | undefined;
  const running = run((given) => {
    own = given;
    return never();
  }, { signal });
  controller.abort();
  assert.deepEqual(await running, { state: "stopped", elapsedMs: 5 });
  assert.equal(own?.aborted, true);
});

Deno.test("runProbe - does not start after an abort", async () => {
  const probe = await run(never, { signal: AbortSignal.abort() });
  assert.deepEqual(probe, { state: "stopped", elapsedMs: 5 });
});

Deno.test("runProbe - reports how long to wait if the server limits requests", async () => {
  const waits: number[] = [];
  const limited = () => Promise.reject(new ProbeEnd("stopped", 17));
  const onRateLimited = (seconds: number) => waits.push(seconds);
  const probe = await run(limited, { onRateLimited });
  assert.deepEqual(probe, { state: "stopped", elapsedMs: 5 });
  assert.deepEqual(waits, [17]);
});

Deno.test("watchCspViolations - knows the URLs that the policy has blocked, including the latest", async () => {
  const page = new EventTarget();
  const controller = new AbortController();
  const isCspBlocked = watchCspViolations(page, controller.signal);
  const block = (blockedURI: string) => {
    const event = new Event("securitypolicyviolation");
    page.dispatchEvent(Object.assign(event, { blockedURI }));
  };
  block("https://one.test/");
  const late = isCspBlocked("https://two.test/");
  block("https://two.test/");
  assert.equal(await late, true);
  assert.equal(await isCspBlocked("https://one.test/"), true);
  assert.equal(await isCspBlocked("https://three.test/"), false);
  controller.abort();
  block("https://three.test/");
  assert.equal(await isCspBlocked("https://three.test/"), false);
});
