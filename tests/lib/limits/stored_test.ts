import assert from "node:assert/strict";
import fc from "fast-check";
import {
  lastKeyPart,
  parseBan,
  parseStrikes,
  takeFairly,
} from "../../../lib/limits/stored.ts";
import { parseCounter } from "../../../lib/limits/counters.ts";
import { forAll, forAllAsync } from "../../support/for_all.ts";

Deno.test("parseCounter - null for anything but a counter", () => {
  assert.deepEqual(parseCounter({ startMs: 1, count: 0 }), {
    startMs: 1,
    count: 0,
  });
  const malformed = [
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
  ];
  for (const odd of malformed) assert.equal(parseCounter(odd), null);
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
  const malformed = [null, 3, [], { sinceMs: 1 }, { sinceMs: 1, untilMs: "2" }];
  for (const odd of malformed) assert.equal(parseBan(odd), null);
});

Deno.test("lastKeyPart - null for keys of another length", () => {
  assert.equal(lastKeyPart(["a", "b", "1.2.3.4"], 3), "1.2.3.4");
  assert.equal(lastKeyPart(["a", "b", "1.2.3.4", "x"], 3), null);
  assert.equal(lastKeyPart(["a", "b", 5], 3), null);
  assert.equal(lastKeyPart(["a"], 3), null);
});

Deno.test("parseCounter, parseStrikes, parseBan - never throw", () =>
  forAll([fc.anything()], (value) => {
    parseCounter(value);
    parseStrikes(value);
    parseBan(value);
  }));

async function* stream<T>(records: readonly T[]) {
  for (const record of records) yield await Promise.resolve(record);
}

Deno.test("takeFairly - the newest records in ascending order, if each has its own network", () =>
  forAllAsync([
    fc.array(fc.integer({ min: 0, max: 50 })),
    fc.integer({ min: 1, max: 10 }),
  ], async (times, max) => {
    const records = times.map((time, i) => ({ time, network: String(i) }));
    const taken = await takeFairly(stream(records), {
      max,
      timeMs: ({ time }) => time,
      networkOf: ({ network }) => network,
    });
    assert.deepEqual(
      taken.map(({ time }) => time),
      times.toSorted((a, b) => a - b).slice(-max),
    );
  }));

Deno.test("takeFairly - many records of one network displace no other", async () => {
  const records = [
    ...Array.from({ length: 10 }, (_, i) => ({ time: i, network: `few ${i}` })),
    ...Array.from({ length: 500 }, () => ({ time: 99, network: "many" })),
  ];
  const taken = await takeFairly(stream(records), {
    max: 32,
    timeMs: ({ time }) => time,
    networkOf: ({ network }) => network,
  });
  assert.deepEqual(
    taken.slice(0, 10).map(({ network }) => network),
    records.slice(0, 10).map(({ network }) => network),
  );
  assert.equal(taken.length <= 32, true);
});
