import assert from "node:assert/strict";
import { FairFlights } from "../../../lib/core/fair_flights.ts";
import { SemaphoreFullError } from "../../../lib/core/semaphore.ts";
import { clientAt } from "../../support/caller.ts";

const { signal } = new AbortController();
const [one, two] = ["192.0.2.1", "192.0.2.2"].map((address) => ({
  client: clientAt(address),
  signal,
}));
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
  assert.equal(flights.size, 1);
  await assert.rejects(run("b", two), SemaphoreFullError);
  ends.get("a")!.resolve("done");
  assert.deepEqual(await Promise.all([first, second]), [
    "done by 192.0.2.1",
    "done by 192.0.2.1",
  ]);
  assert.equal(flights.size, 0);
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
  assert.deepEqual(await Promise.all(all), [
    "a by 192.0.2.1",
    "b by 192.0.2.1",
    "c again by 192.0.2.1",
  ]);
});

Deno.test("FairFlights - a caller that waited joins work started meanwhile, and releases its permit", async () => {
  const { flights, ends, run } = flightsOf({ permits: 2, maxWaiting: 4 });
  const held = [run("a", one), run("x", two)];
  const waiting = [run("b", one), run("b", two)];
  ends.get("a")!.resolve("a");
  ends.get("x")!.resolve("x");
  await Promise.all(held);
  await turn();
  assert.equal(flights.size, 1);
  const next = run("c", two);
  assert.equal(flights.size, 2);
  ends.get("b")!.resolve("b");
  ends.get("c")!.resolve("c");
  assert.deepEqual(await Promise.all([...waiting, next]), [
    "b by 192.0.2.1",
    "b by 192.0.2.1",
    "c by 192.0.2.2",
  ]);
});

Deno.test("FairFlights - the permit is released after all callers have left", async () => {
  const flights = new FairFlights<string>({ permits: 1, maxWaiting: 0 });
  const leaving = new AbortController();
  const reason = new Error("gone");
  const abandoned = flights.run(
    "a",
    { client: one.client, signal: leaving.signal },
    ({ signal }) =>
      new Promise((_, reject) =>
        signal.addEventListener("abort", () => reject(signal.reason))
      ),
    patient,
  );
  leaving.abort(reason);
  await assert.rejects(abandoned, reason);
  await turn();
  const next = await flights.run("b", two, () => Promise.resolve("b"), patient);
  assert.equal(next, "b");
  await assert.rejects(
    flights.run(
      "c",
      { client: one.client, signal: leaving.signal },
      () => Promise.resolve("c"),
      patient,
    ),
    reason,
  );
});

function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}
