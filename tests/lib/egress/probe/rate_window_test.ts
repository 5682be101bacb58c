import assert from "node:assert/strict";
import { RateWindow } from "../../../../lib/egress/probe/rate_window.ts";

function windowOf(limit: number, maxClients?: number) {
  const clock = { nowMs: 10_000 };
  const rate = new RateWindow({ limit, maxClients, now: () => clock.nowMs });
  return { clock, rate };
}

Deno.test("RateWindow.take - counts what is over the limit, by client", () => {
  const { rate } = windowOf(2);
  const taken = ["a", "a", "a", "b", "a"].map((client) => rate.take(client));
  assert.deepEqual(taken, [0, 0, 1, 0, 2]);
});

Deno.test("RateWindow.take - starts a new window after a second, and if the clock was set back", () => {
  const { clock, rate } = windowOf(1);
  assert.equal(rate.take("a"), 0);
  clock.nowMs += 999;
  assert.equal(rate.take("a"), 1);
  clock.nowMs += 1;
  assert.equal(rate.take("a"), 0);
  assert.equal(rate.take("a"), 1);
  clock.nowMs -= 1;
  assert.equal(rate.take("a"), 0);
});

Deno.test("RateWindow.take - counts new clients together if the table is full", () => {
  const { rate } = windowOf(2, 3);
  for (const client of ["a", "b", "c"]) assert.equal(rate.take(client), 0);
  const others = ["d", "e", "f", "g"].map((client) => rate.take(client));
  assert.deepEqual(others, [0, 0, 1, 2]);
  assert.equal(rate.take("a"), 0);
  assert.equal(rate.take("a"), 1);
  assert.equal(rate.size, 4);
});

Deno.test("RateWindow.take - uses no more memory in a flood", () => {
  const { rate } = windowOf(5, 100);
  let passed = 0;
  for (let i = 0; i < 10_000; i++) passed += rate.take(`${i}`) === 0 ? 1 : 0;
  assert.equal(rate.size, 101);
  assert.equal(passed, 105);
});
