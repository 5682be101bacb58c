import assert from "node:assert/strict";
import {
  IPV6_ALLOCATION_RIRS,
  IPV6_ALLOCATIONS,
} from "../../../lib/profile/ipv6_allocations.ts";

Deno.test("IPV6_ALLOCATIONS - are the blocks of IPV6_ALLOCATION_RIRS", () => {
  assert.deepEqual(
    IPV6_ALLOCATIONS,
    IPV6_ALLOCATION_RIRS.map(([cidr]) => cidr),
  );
});

Deno.test("IPV6_ALLOCATION_RIRS - have as many blocks of each registry as it was given", () => {
  const counts: Record<string, number> = {};
  for (const [, rir] of IPV6_ALLOCATION_RIRS) {
    counts[rir] = (counts[rir] ?? 0) + 1;
  }
  assert.deepEqual(counts, {
    APNIC: 9,
    ARIN: 7,
    RIPE: 14,
    LACNIC: 2,
    AFRINIC: 2,
  });
});
