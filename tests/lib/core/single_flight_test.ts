import assert from "node:assert/strict";
import { FairFlights, SingleFlight } from "../../../lib/core/single_flight.ts";
import { SemaphoreError } from "../../../lib/core/semaphore.ts";
import { clientAt } from "../../support/caller.ts";

/** Work that the test resolves. */
function work() {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const signals: AbortSignal[] = [];
  const run = (signal: AbortSignal) => (signals.push(signal), promise);
  return { signals, resolve, reject, run };
}

const calm = () => new AbortController().signal;

Deno.test("SingleFlight - concurrent calls with one key share the work", async () => {
  const flights = new SingleFlight<string>();
  const { signals, resolve, run } = work();
  const calls = [1, 2, 3].map(() => flights.run("a", run, calm()));
  assert.equal(flights.has("a"), true);
  assert.equal(flights.has("b"), false);
  resolve("done");
  assert.deepEqual(await Promise.all(calls), ["done", "done", "done"]);
  assert.equal(signals.length, 1);
  assert.equal(flights.has("a"), false);
});

Deno.test("SingleFlight - different keys run separately, and an error reaches every caller and is not cached", async () => {
  const flights = new SingleFlight<string>();
  const { reject, run } = work();
  const calls = [1, 2].map(() => flights.run("a", run, calm()));
  const other = flights.run("b", () => Promise.resolve("2"), calm());
  reject(new Error("broken"));
  for (const call of calls) await assert.rejects(call, /broken/);
  assert.equal(await other, "2");
  const again = flights.run("a", () => Promise.resolve("again"), calm());
  assert.equal(await again, "again");
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
  assert.equal(flights.has("a"), false);
  const next = flights.run("a", () => Promise.resolve("new"), calm());
  reject(new Error("late"));
  assert.equal(await next, "new");
});

Deno.test("SingleFlight - an aborted signal starts nothing", async () => {
  const flights = new SingleFlight<string>();
  const { signals, run } = work();
  const reason = new Error("gone");
  const aborted = flights.run("a", run, AbortSignal.abort(reason));
  await assert.rejects(aborted, reason);
  assert.equal(signals.length, 0);
  assert.equal(flights.has("a"), false);
});

const { signal } = new AbortController();
const [one, two] = ["192.0.2.1", "192.0.2.2"]
  .map((address) => ({ client: clientAt(address), signal }));
const patient = { timeoutMs: 10_000 };

/** Flights whose work the test resolves. */
function flightsOf(options: { permits: number; maxWaiting: number }) {
  const flights = new FairFlights<string>(options);
  const ends = new Map<string, PromiseWithResolvers<string>>();
  const run = (key: string, caller = one) =>
    flights.run(key, caller, ({ client }) => {
      const end = Promise.withResolvers<string>();
      ends.set(key, end);
      return end.promise.then((text) => `${text} by ${client.key}`);
    }, patient);
  return { flights, ends, run };
}

Deno.test("FairFlights - joining needs no permit, and the work runs for the caller that started it", async () => {
  const { flights, ends, run } = flightsOf({ permits: 1, maxWaiting: 0 });
  const first = run("a", one);
  const second = run("a", two);
  assert.equal(flights.permits.acquired, 1);
  await assert.rejects(run("b", two), SemaphoreError);
  ends.get("a")!.resolve("done");
  const text = "done by 192.0.2.1";
  assert.deepEqual(await Promise.all([first, second]), [text, text]);
  assert.equal(flights.permits.acquired, 0);
});

Deno.test("FairFlights - work waiting for its permit blocks no other caller", async () => {
  const { ends, run } = flightsOf({ permits: 4, maxWaiting: 4 });
  // The client gets two of four; its third waits.
  const all = [run("a", one), run("b", one), run("c", one)];
  assert.deepEqual([...ends.keys()], ["a", "b"]);
  const quiet = run("c", two);
  assert.deepEqual([...ends.keys()], ["a", "b", "c"]);
  ends.get("c")!.resolve("c");
  assert.equal(await quiet, "c by 192.0.2.2");
  ends.get("a")!.resolve("a");
  await all[0];
  await turn();
  // It got its permit only now, and starts new work.
  ends.get("c")!.resolve("c again");
  ends.get("b")!.resolve("b");
  const texts = ["a", "b", "c again"].map((text) => `${text} by 192.0.2.1`);
  assert.deepEqual(await Promise.all(all), texts);
});

Deno.test("FairFlights - a caller that waited joins work started meanwhile, and releases its permit", async () => {
  const { flights, ends, run } = flightsOf({ permits: 2, maxWaiting: 4 });
  const held = [run("a", one), run("x", two)];
  const waiting = [run("b", one), run("b", two)];
  ends.get("a")!.resolve("a");
  ends.get("x")!.resolve("x");
  await Promise.all(held);
  await turn();
  assert.equal(flights.permits.acquired, 1);
  const next = run("c", two);
  assert.equal(flights.permits.acquired, 2);
  ends.get("b")!.resolve("b");
  ends.get("c")!.resolve("c");
  const text = "b by 192.0.2.1";
  const texts = await Promise.all([...waiting, next]);
  assert.deepEqual(texts, [text, text, "c by 192.0.2.2"]);
});

Deno.test("FairFlights - the permit is released after all callers have left", async () => {
  const flights = new FairFlights<string>({ permits: 1, maxWaiting: 0 });
  const leaving = new AbortController();
  const reason = new Error("gone");
  const caller = { client: one.client, signal: leaving.signal };
  const untilAborted = ({ signal }: { signal: AbortSignal }) =>
    new Promise<string>((_, reject) =>
      signal.addEventListener("abort", () => reject(signal.reason))
    );
  const abandoned = flights.run("a", caller, untilAborted, patient);
  leaving.abort(reason);
  await assert.rejects(abandoned, reason);
  await turn();
  const next = await flights.run("b", two, () => Promise.resolve("b"), patient);
  assert.equal(next, "b");
  const late = flights.run("c", caller, () => Promise.resolve("c"), patient);
  await assert.rejects(late, reason);
});

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
