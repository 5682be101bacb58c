import assert from "node:assert/strict";
import fc from "fast-check";
import { coveredBy } from "../../../../lib/data/feeds/covered_by.ts";
import {
  type Cidr,
  contains,
  lastAddress,
  parseCidr,
} from "../../../../lib/net/cidr.ts";
import { cidr } from "../../net/arbitraries.ts";

function block(text: string): Cidr {
  const parsed = parseCidr(text);
  assert(parsed, text);
  return parsed;
}

Deno.test("coveredBy - tells blocks that lie wholly in the others, taken together", () => {
  const isCovered = coveredBy(
    ["224.0.0.0/4", "240.0.0.0/4", "10.0.0.0/8", "fc00::/7"].map(block),
  );
  for (const text of ["224.0.0.0/3", "10.1.0.0/16", "10.0.0.0/8", "fd00::/8"]) {
    assert.equal(isCovered(block(text)), true, text);
  }
  for (
    const text of [
      "0.0.0.0/0",
      "192.0.0.0/2",
      "8.0.0.0/7",
      "11.0.0.0/8",
      "::/0",
      "f800::/5",
      "::10.0.0.0/104",
    ]
  ) assert.equal(isCovered(block(text)), false, text);
});

Deno.test("coveredBy - nothing covers no block", () => {
  assert.equal(coveredBy([])(block("10.0.0.0/8")), false);
});

Deno.test("coveredBy - a block around covers, and one that misses an end does not", () => {
  fc.assert(
    fc.property(cidr, cidr, (one, other) => {
      const lies = contains(one, other.address) &&
        contains(one, lastAddress(other));
      assert.equal(coveredBy([one])(other), lies);
    }),
  );
});
