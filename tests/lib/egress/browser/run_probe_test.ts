import assert from "node:assert/strict";
import { ProbeEnd } from "../../../../lib/egress/browser/cell.ts";
import {
  runProbe,
  type RunProbeOptions,
} from "../../../../lib/egress/browser/run_probe.ts";

const never = () => new Promise<never>(() => {});

/** A clock that goes on by 5 each time it is read. */
function options(more: Partial<RunProbeOptions> = {}): RunProbeOptions {
  let time = 100;
  return {
    signal: new AbortController().signal,
    timeoutMs: 60_000,
    now: () => time += 5,
    onLimited: () => assert.fail("not limited"),
    ...more,
  };
}

Deno.test("runProbe - found, with what it took", async () => {
  const probe = await runProbe(() => Promise.resolve("x"), options());
  assert.deepEqual(probe, { state: "found", value: "x", elapsedMs: 5 });
});

Deno.test("runProbe - an end that the probe knows of is its state", async () => {
  const asks = [
    ["blocked", () => Promise.reject(new ProbeEnd("blocked"))],
    ["none", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["blocked", () => {
      throw new ProbeEnd("blocked");
    }],
  ] as const;
  for (const [state, ask] of asks) {
    const probe = await runProbe(ask, options());
    assert.deepEqual(probe, { state, elapsedMs: 5 });
  }
});

Deno.test("runProbe - what it has begun and not waited for ends with it", async () => {
  const asks: ((signal: AbortSignal) => Promise<string>)[] = [
    () => Promise.resolve("x"),
    () => Promise.reject(new ProbeEnd("none")),
  ];
  for (const ask of asks) {
    let own: AbortSignal | undefined;
    await runProbe((signal) => {
      own = signal;
      return ask(signal);
    }, options());
    assert.equal(own?.aborted, true);
  }
});

Deno.test("runProbe - one that listens to nothing ends with its time", async () => {
  const probe = await runProbe(never, options({ timeoutMs: 1 }));
  assert.deepEqual(probe, { state: "timed_out", elapsedMs: 5 });
});

Deno.test("runProbe - Stop ends it at once, and tells it", async () => {
  const controller = new AbortController();
  const { signal } = controller;
  let own: AbortSignal | undefined;
  const running = runProbe((given) => {
    own = given;
    return never();
  }, options({ signal }));
  controller.abort();
  assert.deepEqual(await running, { state: "stopped", elapsedMs: 5 });
  assert.equal(own?.aborted, true);
});

Deno.test("runProbe - does not run when it was stopped before", async () => {
  const probe = await runProbe(never, options({ signal: AbortSignal.abort() }));
  assert.deepEqual(probe, { state: "stopped", elapsedMs: 5 });
});

Deno.test("runProbe - says when the server has had enough", async () => {
  const waits: number[] = [];
  const probe = await runProbe(
    () => Promise.reject(new ProbeEnd("stopped", 17)),
    options({ onLimited: (seconds) => waits.push(seconds) }),
  );
  assert.deepEqual(probe, { state: "stopped", elapsedMs: 5 });
  assert.deepEqual(waits, [17]);
});
