import { deepEqual, equal } from "node:assert/strict";
import fc from "fast-check";
import { AddressRanges } from "../../../lib/net/address_ranges.ts";
import { formatCidr, parseCidr } from "../../../lib/net/cidr.ts";
import { addressLike, cidr } from "./arbitraries.ts";

function content({ v4, v6 }: AddressRanges): number[][] {
  return [v4, v6].flatMap(({ starts, ends, count, width }) => [
    [...starts.slice(0, count * width)],
    [...ends.slice(0, count * width)],
  ]);
}

Deno.test("addV4, addV6 - keep each family's ranges", () => {
  const ranges = new AddressRanges();
  ranges.addV4(1, 0xffffffff);
  ranges.addV6([1, 2, 3, 4], [5, 6, 7, 8]);
  deepEqual(content(ranges), [[1], [0xffffffff], [1, 2, 3, 4], [5, 6, 7, 8]]);
});

Deno.test("addCidr - from the first to the last address", () => {
  const ranges = new AddressRanges();
  ranges.addCidr(parseCidr("192.0.2.0/24")!);
  ranges.addCidr(parseCidr("2001:db8::/32")!);
  const all = 0xffffffff;
  deepEqual(content(ranges), [
    [0xc0000200],
    [0xc00002ff],
    [0x20010db8, 0, 0, 0],
    [0x20010db8, all, all, all],
  ]);
});

Deno.test("addText - adds what parseCidr and addCidr add", () => {
  const text = fc.oneof(
    cidr.map(formatCidr),
    fc.tuple(addressLike, fc.constantFrom("", "/", "/8", "/99", "/200", "/08"))
      .map((parts) => parts.join("")),
  );
  fc.assert(
    fc.property(text, (text) => {
      const parsed = parseCidr(text);
      const expected = new AddressRanges();
      if (parsed) expected.addCidr(parsed);
      const ranges = new AddressRanges();
      equal(ranges.addText(text), parsed !== null);
      deepEqual(content(ranges), content(expected));
    }),
    { numRuns: 1000 },
  );
});
