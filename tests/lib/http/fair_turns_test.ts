import assert from "node:assert/strict";
import { FairTurns } from "../../../lib/http/fair_turns.ts";
import { clientAt } from "../../support/caller.ts";

/** Turns whose clock and timers a test controls. */
function controlled(maxPerNetwork?: number) {
  const clock = { ms: 0 };
  const timers: (() => void)[] = [];
  const turns = new FairTurns({
    maxPerNetwork,
    elapsed: () => clock.ms,
    later: (callback) => timers.push(callback),
  });
  /** Serves sockets, and then fires the timers that are due. */
  async function nextTurn() {
    for (const fire of timers.splice(0)) fire();
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  /** As many requests as arrive before the clock is read. */
  const arrive = (count: number) =>
    Array.from({ length: count }, () => turns.isLate());
  return { turns, clock, timers, nextTurn, arrive };
}

Deno.test("FairTurns.isLate - requests are late once timers have waited for more than 5 ms, until one has fired", async () => {
  const { clock, arrive, nextTurn, timers } = controlled();
  assert.deepEqual(arrive(100), Array(100).fill(false));
  assert.equal(timers.length, 1);
  clock.ms = 5;
  assert.deepEqual(arrive(1), [false]);
  clock.ms = 5.1;
  assert.deepEqual(arrive(2), [true, true]);
  await nextTurn();
  assert.deepEqual(arrive(20), Array(20).fill(false));
});

Deno.test("FairTurns.isLate - a few requests cost neither a timer nor the reading of a clock", () => {
  const { turns, timers } = controlled();
  for (let i = 0; i < 15; i++) assert.equal(turns.isLate(), false);
  assert.equal(timers.length, 0);
});

Deno.test("FairTurns.wait - networks take turns, and every later request waits behind them", async () => {
  const { turns, clock, nextTurn, timers } = controlled();
  const handled: string[] = [];
  const wait = (address: string) =>
    turns.wait(clientAt(address))!.then(() => {
      handled.push(address);
      clock.ms += 2;
    });
  // A provider with many addresses is one network.
  for (let i = 1; i <= 5; i++) wait(`198.51.${i}.1`);
  assert.equal(turns.isLate(), true);
  wait("192.0.2.1");
  assert.equal(timers.length, 1);
  assert.deepEqual(handled, []);
  await nextTurn();
  assert.deepEqual(handled, ["198.51.1.1", "192.0.2.1"]);
  assert.equal(turns.isLate(), true);
  wait("203.0.113.1");
  await nextTurn();
  assert.deepEqual(handled.slice(2), ["198.51.2.1", "203.0.113.1"]);
  await nextTurn();
  await nextTurn();
  assert.deepEqual(handled.slice(4), [
    "198.51.3.1",
    "198.51.4.1",
    "198.51.5.1",
  ]);
  assert.equal(timers.length, 0);
  assert.equal(turns.isLate(), false);
});

Deno.test("FairTurns.wait - null for a network with too many that wait, until one of them has had its turn", async () => {
  const { turns, clock, nextTurn } = controlled(3);
  const handle = () => void (clock.ms += 4);
  const wait = (address: string) => turns.wait(clientAt(address));
  for (let i = 1; i <= 3; i++) wait(`198.51.100.${i}`)!.then(handle);
  assert.equal(wait("198.51.100.9"), null);
  assert.equal(wait("198.51.9.9"), null);
  wait("2001:db8:1::/48")!.then(handle);
  await nextTurn();
  assert.notEqual(wait("198.51.100.9"), null);
  assert.equal(wait("198.51.100.10"), null);
});
