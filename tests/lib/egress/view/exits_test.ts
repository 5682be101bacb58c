import fc from "fast-check";
import assert from "node:assert/strict";
import { connectionKey } from "../../../../lib/egress/view/exits.ts";

Deno.test("connectionKey - is the whole IPv4 address, or the first half of an IPv6 address", () => {
  const cases: [ip: string, key: string][] = [
    ["5.9.1.2", "5.9.1.2"],
    ["2a01:4f8:1:2::3", "2a01:4f8:1:2"],
    ["2A01:4F8:1:2:a:b:c:d", "2a01:4f8:1:2"],
    ["2a01:4f8::3", "2a01:4f8:0:0"],
    ["2a01::1:2:3:4:5", "2a01:0:0:1"],
    ["::1", "0:0:0:0"],
    ["::", "0:0:0:0"],
    ["1::", "1:0:0:0"],
  ];
  for (const [ip, key] of cases) assert.equal(connectionKey(ip), key, ip);
});

Deno.test("connectionKey - ignores the second half", () => {
  const group = fc.integer({ min: 1, max: 0xffff })
    .map((value) => value.toString(16));
  const half = fc.tuple(group, group, group, group);
  fc.assert(fc.property(half, half, (head, tail) => {
    const key = head.join(":");
    assert.equal(connectionKey([...head, ...tail].join(":")), key);
    assert.equal(connectionKey(`${key}::${tail[0]}`), key);
  }));
});
