import assert from "node:assert/strict";
import fc from "fast-check";
import {
  asBan,
  asStrikes,
  clientOf,
  newest,
} from "../../../lib/limits/stored.ts";
import { asCounter } from "../../../lib/limits/counters.ts";

Deno.test("asCounter - takes a counter and nothing else", () => {
  assert.deepEqual(asCounter({ startMs: 1, count: 0 }), {
    startMs: 1,
    count: 0,
  });
  for (
    const odd of [
      null,
      undefined,
      5,
      "x",
      [],
      {},
      { startMs: 1 },
      { startMs: "1", count: 1 },
      { startMs: NaN, count: 1 },
      { startMs: 1, count: -1 },
      { startMs: 1, count: 0.5 },
      { startMs: 1, count: Infinity },
      { startMs: 1n, count: 1n },
    ]
  ) assert.equal(asCounter(odd), null);
});

Deno.test("asStrikes - takes the strikes of a list", () => {
  const strike = { bucket: "text" as const, startMs: 5 };
  const odd = [null, 1, {}, { bucket: "soup", startMs: 5 }, { bucket: "text" }];
  assert.deepEqual(asStrikes([strike, ...odd, strike]), [strike, strike]);
  for (const value of [null, undefined, {}, "text", 7]) {
    assert.deepEqual(asStrikes(value), []);
  }
});

Deno.test("asBan - takes a ban and nothing else", () => {
  const ban = { sinceMs: 1, untilMs: 2 };
  assert.deepEqual(asBan(ban), ban);
  for (
    const odd of [null, 3, [], { sinceMs: 1 }, { sinceMs: 1, untilMs: "2" }]
  ) assert.equal(asBan(odd), null);
});

Deno.test("clientOf - takes the client of a key of that length", () => {
  assert.equal(clientOf(["a", "b", "1.2.3.4"], 3), "1.2.3.4");
  assert.equal(clientOf(["a", "b", "1.2.3.4", "x"], 3), null);
  assert.equal(clientOf(["a", "b", 5], 3), null);
  assert.equal(clientOf(["a"], 3), null);
});

Deno.test("stored - any value is read without a fault", () => {
  fc.assert(fc.property(fc.anything(), (value) => {
    asCounter(value);
    asStrikes(value);
    asBan(value);
  }));
});

async function* stream(times: readonly number[]) {
  for (const time of times) yield await Promise.resolve(time);
}

Deno.test("newest - is the end of the sorted list", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 50 })),
      fc.integer({ min: 1, max: 10 }),
      async (times, max) => {
        assert.deepEqual(
          await newest(stream(times), max, (time) => time),
          times.toSorted((a, b) => a - b).slice(-max),
        );
      },
    ),
  ));
