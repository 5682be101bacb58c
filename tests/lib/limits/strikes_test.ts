import assert from "node:assert/strict";
import fc from "fast-check";
import { mergeStrikes, type Strike } from "../../../lib/limits/strikes.ts";

const options = { nowMs: 3_600_000, periodMs: 3_600_000, windowMs: 60_000 };

Deno.test("mergeStrikes - counts a window once however many processes saw it", () => {
  assert.deepEqual(
    mergeStrikes(
      [{ bucket: "text", startMs: 100_000 }],
      [{ bucket: "text", startMs: 100_400 }, {
        bucket: "geoip",
        startMs: 100_000,
      }],
      options,
    ),
    [{ bucket: "text", startMs: 100_000 }, {
      bucket: "geoip",
      startMs: 100_000,
    }],
  );
});

Deno.test("mergeStrikes - counts windows that follow each other at once", () => {
  const strikes: Strike[] = [
    { bucket: "text", startMs: 100_000 },
    { bucket: "text", startMs: 160_000 },
  ];
  assert.deepEqual(mergeStrikes(strikes, [], options), strikes);
});

Deno.test("mergeStrikes - forgets what lies a whole period back", () => {
  assert.deepEqual(
    mergeStrikes(
      [{ bucket: "text", startMs: 0 }],
      [{ bucket: "scan", startMs: 1 }],
      options,
    ),
    [{ bucket: "scan", startMs: 1 }],
  );
});

Deno.test("mergeStrikes - takes either order, and the same list again", () => {
  const strikes = fc.array(fc.record({
    bucket: fc.constantFrom<Strike["bucket"]>("text", "scan"),
    startMs: fc.integer({ min: 0, max: 40 }).map((n) => n * 60_000),
  }));
  fc.assert(fc.property(strikes, strikes, (a, b) => {
    const order = ({ bucket, startMs }: Strike) => `${startMs} ${bucket}`;
    const merged = mergeStrikes(a, b, options);
    assert.deepEqual(
      mergeStrikes(b, a, options).map(order).sort(),
      merged.map(order).sort(),
    );
    assert.deepEqual(mergeStrikes(merged, b, options), merged);
  }));
});
