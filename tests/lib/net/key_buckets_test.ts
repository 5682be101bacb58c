import { equal, ok } from "node:assert/strict";
import fc from "fast-check";
import { KeyBuckets } from "../../../lib/net/key_buckets.ts";
import { word } from "./arbitraries.ts";

Deno.test("KeyBuckets - no keys, nothing to search", () => {
  const buckets = new KeyBuckets(new Uint32Array());
  for (const key of [0, 1, 0xffffffff]) {
    equal(buckets.of(key), 0);
    equal(buckets.begin(0), 0);
    equal(buckets.begin(1), 0);
  }
});

Deno.test("KeyBuckets - evenly spread keys lie one in each bucket", () => {
  const buckets = new KeyBuckets(Uint32Array.of(10, 20, 30, 40));
  const found = [0, 10, 19, 20, 30, 40, 41, 0xffffffff].map((key) =>
    buckets.of(key)
  );
  equal(found.join(), "0,0,1,1,2,3,3,3");
  equal([0, 1, 2, 3, 4].map((i) => buckets.begin(i)).join(), "0,1,2,3,4");
});

Deno.test("KeyBuckets - keys before a bucket are smaller, keys behind it greater", () => {
  const key = fc.oneof(word, fc.nat(50), fc.integer({ min: 0, max: 2 ** 52 }));
  fc.assert(
    fc.property(fc.array(key), key, (unsorted, sought) => {
      const keys = Float64Array.from(unsorted).sort();
      const buckets = new KeyBuckets(keys);
      const bucket = buckets.of(sought);
      const begin = buckets.begin(bucket);
      const end = buckets.begin(bucket + 1);
      ok(keys.subarray(0, begin).every((key) => key < sought));
      ok(keys.subarray(end).every((key) => key > sought));
    }),
    { numRuns: 1000 },
  );
});
