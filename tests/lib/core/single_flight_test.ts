import assert from "node:assert/strict";
import { SingleFlight } from "../../../lib/core/single_flight.ts";

/** Work that the test resolves. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  return {
    signals,
    resolve,
    reject,
    run(signal: AbortSignal) {
      signals.push(signal);
      return promise;
    },
  };
}

const calm = () => new AbortController().signal;

Deno.test("SingleFlight - concurrent calls with one key share the work", async () => {
  const flights = new SingleFlight<string>();
  const { signals, resolve, run } = work();
  const calls = [1, 2, 3].map(() => flights.run("a", run, calm()));
  assert.equal(flights.size, 1);
  assert.equal(flights.has("a"), true);
  assert.equal(flights.has("b"), false);
  resolve("done");
  assert.deepEqual(await Promise.all(calls), ["done", "done", "done"]);
  assert.equal(signals.length, 1);
  assert.equal(flights.size, 0);
  assert.equal(flights.has("a"), false);
});

Deno.test("SingleFlight - different keys run separately", async () => {
  const flights = new SingleFlight<string>();
  const one = flights.run("a", () => Promise.resolve("1"), calm());
  const two = flights.run("b", () => Promise.resolve("2"), calm());
  assert.deepEqual(await Promise.all([one, two]), ["1", "2"]);
});

Deno.test("SingleFlight - an error reaches every caller and is not cached", async () => {
  const flights = new SingleFlight<string>();
  const { reject, run } = work();
  const calls = [1, 2].map(() => flights.run("a", run, calm()));
  reject(new Error("broken"));
  for (const call of calls) await assert.rejects(call, /broken/);
  assert.equal(
    await flights.run("a", () => Promise.resolve("again"), calm()),
    "again",
  );
});

Deno.test("SingleFlight - one caller's abort does not affect the others", async () => {
  const flights = new SingleFlight<string>();
  const { signals, resolve, run } = work();
  const leaving = new AbortController();
  const first = flights.run("a", run, leaving.signal);
  const second = flights.run("a", run, calm());
  const reason = new Error("gone");
  leaving.abort(reason);
  await assert.rejects(first, reason);
  assert.equal(signals[0].aborted, false);
  resolve("done");
  assert.equal(await second, "done");
});

Deno.test("SingleFlight - the last caller's abort aborts the work, and the next call starts again", async () => {
  const flights = new SingleFlight<string>();
  const { signals, reject, run } = work();
  const controllers = [new AbortController(), new AbortController()];
  const calls = controllers.map(({ signal }) => flights.run("a", run, signal));
  controllers[0].abort(new Error("first"));
  controllers[1].abort(new Error("second"));
  await assert.rejects(calls[0], /first/);
  await assert.rejects(calls[1], /second/);
  assert.equal(signals[0].aborted, true);
  assert.equal(flights.size, 0);
  const next = flights.run("a", () => Promise.resolve("new"), calm());
  reject(new Error("late"));
  assert.equal(await next, "new");
});

Deno.test("SingleFlight - an aborted signal starts nothing", async () => {
  const flights = new SingleFlight<string>();
  const { signals, run } = work();
  const reason = new Error("gone");
  await assert.rejects(
    flights.run("a", run, AbortSignal.abort(reason)),
    reason,
  );
  assert.equal(signals.length, 0);
  assert.equal(flights.size, 0);
});
