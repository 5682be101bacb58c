import assert from "node:assert/strict";
import fc from "fast-check";
import { formatCidr, lastAddress } from "../../../lib/net/cidr.ts";
import { ipv4FromValue, parseIp } from "../../../lib/net/ip_address.ts";
import { cidrsOfRange } from "../../../lib/registry/cidrs_of_range.ts";

function blocks(start: string, end: string): string[] {
  return cidrsOfRange(parseIp(start)!, parseIp(end)!).map(formatCidr);
}

Deno.test("cidrsOfRange - one block, or the fewest", () => {
  assert.deepEqual(blocks("0.0.0.0", "255.255.255.255"), ["0.0.0.0/0"]);
  assert.deepEqual(blocks("192.0.2.7", "192.0.2.7"), ["192.0.2.7/32"]);
  assert.deepEqual(blocks("192.0.2.1", "192.0.2.4"), [
    "192.0.2.1/32",
    "192.0.2.2/31",
    "192.0.2.4/32",
  ]);
  assert.deepEqual(
    blocks("2001:db8::ffff:ffff", "2001:db8::1:0:1"),
    [
      "2001:db8::ffff:ffff/128",
      "2001:db8:0:0:0:1::/127",
    ].map((text) =>
      formatCidr({
        address: parseIp(text.split("/")[0])!,
        prefixLength: Number(text.split("/")[1]),
      })
    ),
  );
});

Deno.test("cidrsOfRange - what is no range has none", () => {
  assert.deepEqual(blocks("192.0.2.7", "192.0.2.6"), []);
  assert.deepEqual(blocks("192.0.2.7", "2001:db8::"), []);
});

Deno.test("cidrsOfRange - blocks follow each other from start to end", () => {
  const value = fc.integer({ min: 0, max: 0xffffffff });
  fc.assert(fc.property(value, value, (a, b) => {
    const [start, end] = [Math.min(a, b), Math.max(a, b)];
    const cidrs = cidrsOfRange(ipv4FromValue(start), ipv4FromValue(end));
    let next = start;
    for (const cidr of cidrs) {
      const last = lastAddress(cidr);
      assert(cidr.address.family === 4 && last.family === 4);
      assert.equal(cidr.address.value, next);
      next = last.value + 1;
    }
    assert.equal(next, end + 1);
    assert(cidrs.length <= 62);
  }));
});
