import assert from "node:assert/strict";
import { IANA_IPV4_BLOCKS } from "../../../lib/profile/iana_ipv4_blocks.ts";

const octets = IANA_IPV4_BLOCKS.map(([rir, blocks]) => ({
  rir,
  octets: blocks.split(" ").flatMap((block) => {
    const [first, last = first] = block.split("-").map(Number);
    return Array.from({ length: last - first + 1 }, (_, i) => first + i);
  }),
}));

Deno.test("IANA_IPV4_BLOCKS - name each registry once, with as many blocks as it has", () => {
  assert.deepEqual(
    octets.map(({ rir, octets }) => [rir, octets.length]),
    [["ARIN", 111], ["RIPE", 43], ["APNIC", 51], ["LACNIC", 10], [
      "AFRINIC",
      6,
    ]],
  );
});

Deno.test("IANA_IPV4_BLOCKS - hold all but local, private, loopback and multicast blocks, each once, ascending", () => {
  for (const { octets: held } of octets) {
    assert.deepEqual(held, held.toSorted((a, b) => a - b));
  }
  const kept = [0, 10, 127];
  const unicast = Array.from({ length: 224 }, (_, i) => i)
    .filter((octet) => !kept.includes(octet));
  assert.deepEqual(
    octets.flatMap(({ octets }) => octets).toSorted((a, b) => a - b),
    unicast,
  );
});
