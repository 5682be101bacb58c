import assert from "node:assert/strict";
import fc from "fast-check";
import {
  MAX_BOUNDS_BYTES,
  writeBounds,
} from "../../../../lib/ipinfo/ranges/blocks.ts";
import {
  formatIpv4,
  formatIpv6,
  type Ipv6Words,
} from "../../../../lib/net/ip_text.ts";
import { forAll } from "../../../support/for_all.ts";

const LAST = 0xffff_ffff;

Deno.test("writeBounds - writes addresses as formatIpv4 and formatIpv6 do", () => {
  /** Often zeros, or the least of a number of digits. */
  const group = fc.oneof(
    fc.constantFrom(0, 0, 0x10, 0x100, 0x1000),
    fc.nat(0xffff),
  );
  const word = fc.tuple(group, group).map(([high, low]) =>
    (high << 16 | low) >>> 0
  );
  const bound = fc.tuple(word, word);
  const textOf = (
    family: 4 | 6,
    ...bounds: [[number, number], [number, number]]
  ) => {
    const bytes = new Uint8Array(MAX_BOUNDS_BYTES + 1);
    const end = writeBounds(bytes, 1, family, ...bounds);
    return new TextDecoder().decode(bytes.subarray(1, end));
  };
  forAll([bound, bound], (start, end) => {
    const first: Ipv6Words = [...start, 0, 0];
    const last: Ipv6Words = [...end, LAST, LAST];
    const bounds6 = `${formatIpv6(first)},${formatIpv6(last)}`;
    assert.equal(textOf(6, start, end), bounds6);
    const bounds4 = `${formatIpv4(start[1])},${formatIpv4(end[1])}`;
    assert.equal(textOf(4, start, end), bounds4);
  }, { numRuns: 2000 });
});
