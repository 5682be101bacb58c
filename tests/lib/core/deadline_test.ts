import assert from "node:assert/strict";
import {
  isTimeout,
  StallTimer,
  withDeadline,
} from "../../../lib/core/deadline.ts";

const never = () => new Promise<never>(() => {});

Deno.test("withDeadline - resolves with the result of the work, or rejects with its error", async () => {
  assert.equal(await withDeadline(60_000, () => Promise.resolve(5)), 5);
  const error = new RangeError("no");
  const failing = withDeadline(60_000, () => Promise.reject(error));
  await assert.rejects(failing, error);
});

Deno.test("withDeadline - times out work that ignores its signal, and drops a rejection after that", async () => {
  let seen: AbortSignal | undefined;
  const running = withDeadline(1, (limited) => {
    seen = limited;
    return never();
  });
  const timeout = { name: "TimeoutError", message: "no response within 1 ms" };
  await assert.rejects(running, timeout);
  assert.equal(seen?.aborted, true);
  assert.equal(seen?.reason.name, "TimeoutError");
  const { promise, reject } = Promise.withResolvers<never>();
  const late = withDeadline(1, () => promise);
  await assert.rejects(late, { name: "TimeoutError" });
  reject(new Error("unheard"));
  await new Promise((resolve) => setTimeout(resolve, 1));
});

Deno.test("withDeadline - aborts with the outer signal and its reason, and does not start work if it is aborted", async () => {
  const controller = new AbortController();
  const reason = new Error("gone");
  let seen: AbortSignal | undefined;
  const running = withDeadline(60_000, (limited) => {
    seen = limited;
    return never();
  }, controller.signal);
  controller.abort(reason);
  await assert.rejects(running, reason);
  assert.equal(seen?.reason, reason);
  let began = false;
  const work = () => {
    began = true;
    return Promise.resolve();
  };
  const aborted = AbortSignal.abort(reason);
  await assert.rejects(withDeadline(60_000, work, aborted), reason);
  assert.equal(began, false);
});

Deno.test("StallTimer - adds up pauses, ends once, and gains nothing from a clock that is set back", async () => {
  let [nowMs, stalls] = [0, 0];
  const stalled = Promise.withResolvers<void>();
  const onStall = () => {
    stalls++;
    stalled.resolve();
  };
  const timer = new StallTimer({
    timeoutMs: 60_000,
    now: () => nowMs,
    onStall,
  });
  for (const pausedMs of [30_000, -90_000, 29_999, 5]) {
    timer.start();
    nowMs += pausedMs;
    timer.stop();
  }
  assert.equal(stalls, 0);
  timer.start();
  await stalled.promise;
  timer.stop();
  timer.start();
  await new Promise((resolve) => setTimeout(resolve, 5));
  assert.equal(stalls, 1);
});

Deno.test("isTimeout - true for a time limit's error alone", () => {
  const errors = [
    ...["TimeoutError", "AbortError"].map((name) => new DOMException("", name)),
    Object.assign(new Error(), { name: "TimeoutError" }),
  ];
  assert.deepEqual(errors.map(isTimeout), [true, false, false]);
});
