import assert from "node:assert/strict";
import fc from "fast-check";
import { newest } from "../../../lib/limits/newest.ts";

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
