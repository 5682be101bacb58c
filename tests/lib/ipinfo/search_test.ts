import assert from "node:assert/strict";
import fc from "fast-check";
import { hostOfPasted } from "../../../lib/ipinfo/search.ts";

const CASES: [typed: string, host: string][] = [
  [" 8.8.8.8 ", "8.8.8.8"],
  ["https://example.org/a?b#c", "example.org"],
  ["http://user:pass@example.org:8080", "example.org"],
  ["http://[2001:db8::1]:80/", "2001:db8::1"],
  ["[2001:db8::1]", "2001:db8::1"],
  ["192.0.2.0/24", "192.0.2.0/24"],
  ["as15169", "as15169"],
  ["", ""],
];

for (const [typed, host] of CASES) {
  Deno.test(`hostOfPasted - ${JSON.stringify(typed)}`, () => {
    assert.equal(hostOfPasted(typed), host);
  });
}

Deno.test("hostOfPasted - leaves what is no URL, but for blanks around it", () => {
  fc.assert(fc.property(fc.string(), (text) => {
    fc.pre(!text.includes("://") && !text.includes("["));
    assert.equal(hostOfPasted(text), text.trim());
  }));
});
