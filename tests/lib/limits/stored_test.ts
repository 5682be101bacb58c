import assert from "node:assert/strict";
import fc from "fast-check";
import {
  lastKeyPart,
  parseBan,
  parseStrikes,
  takeNewest,
} from "../../../lib/limits/stored.ts";
import { parseCounter } from "../../../lib/limits/counters.ts";

Deno.test("parseCounter - null for anything but a counter", () => {
  assert.deepEqual(parseCounter({ startMs: 1, count: 0 }), {
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
  ) assert.equal(parseCounter(odd), null);
});

Deno.test("parseStrikes - leaves out malformed strikes", () => {
  const strike = { bucket: "text" as const, startMs: 5 };
  const odd = [null, 1, {}, { bucket: "soup", startMs: 5 }, { bucket: "text" }];
  assert.deepEqual(parseStrikes([strike, ...odd, strike]), [strike, strike]);
  for (const value of [null, undefined, {}, "text", 7]) {
    assert.deepEqual(parseStrikes(value), []);
  }
});

Deno.test("parseBan - null for anything but a ban", () => {
  const ban = { sinceMs: 1, untilMs: 2 };
  assert.deepEqual(parseBan(ban), ban);
  for (
    const odd of [null, 3, [], { sinceMs: 1 }, { sinceMs: 1, untilMs: "2" }]
  ) assert.equal(parseBan(odd), null);
});

Deno.test("lastKeyPart - null for keys of another length", () => {
  assert.equal(lastKeyPart(["a", "b", "1.2.3.4"], 3), "1.2.3.4");
  assert.equal(lastKeyPart(["a", "b", "1.2.3.4", "x"], 3), null);
  assert.equal(lastKeyPart(["a", "b", 5], 3), null);
  assert.equal(lastKeyPart(["a"], 3), null);
});

Deno.test("parseCounter, parseStrikes, parseBan - never throw", () => {
  fc.assert(fc.property(fc.anything(), (value) => {
    parseCounter(value);
    parseStrikes(value);
    parseBan(value);
  }));
});

async function* stream(times: readonly number[]) {
  for (const time of times) yield await Promise.resolve(time);
}

Deno.test("takeNewest - the newest records in ascending order", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 50 })),
      fc.integer({ min: 1, max: 10 }),
      async (times, max) => {
        assert.deepEqual(
          await takeNewest(stream(times), max, (time) => time),
          times.toSorted((a, b) => a - b).slice(-max),
        );
      },
    ),
  ));
