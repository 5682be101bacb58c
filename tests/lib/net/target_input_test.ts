import assert from "node:assert/strict";
import fc from "fast-check";
import { closestTarget, hostOfInput } from "../../../lib/net/target_input.ts";
import { parseWhoisTarget } from "../../../lib/whois/whois_target.ts";
import { forAll } from "../../support/for_all.ts";
import samples from "./target_input.json" with { type: "json" };

const HOSTS = samples.hosts as [typed: string, host: string][];

for (const [typed, host] of HOSTS) {
  Deno.test(`hostOfInput - ${JSON.stringify(typed)}`, () =>
    assert.equal(hostOfInput(typed), host));
}

Deno.test("hostOfInput - leaves what has no host in it, but for spaces around it", () =>
  forAll([fc.string()], (text) => {
    fc.pre(!/:|\[|@|\./.test(text));
    assert.equal(hostOfInput(text), text.trim());
  }));

const MEANT: [typed: string, target: string | null][] = [
  ["example,com", "example.com"],
  ["8,8.8,8", "8.8.8.8"],
  ["8.8.8.8.", "8.8.8.8"],
  ["example .com", "example.com"],
  ["example..com", "example.com"],
  [".example.com,", "example.com"],
  ["http//example.com", "example.com"],
  ["http:/example.com/a", "example.com"],
  ["https:example.com", "example.com"],
  ["https;//www.example.com", "www.example.com"],
  ["examplecom", "example.com"],
  ["example-org", "example-org.com"],
  ["Example", "example.com"],
  ["008.008.008.010", "8.8.8.10"],
  ["192.0.2.0\\24", "192.0.2.0/24"],
  ["localhost", null],
  ["AS99999999999", null],
  ["300.1.1.1", null],
  ["<b>x</b>", null],
  ["", null],
  ["example.com", null],
  ["8.8.8.8", null],
  ["a,".repeat(200), null],
  [`${"a,".repeat(123)}example`, `${"a.".repeat(123)}example`],
];

for (const [typed, target] of MEANT) {
  Deno.test(`closestTarget - ${JSON.stringify(typed.slice(0, 40))}`, () =>
    assert.equal(closestTarget(typed), target));
}

Deno.test("closestTarget - is a target that is accepted, or null, for any text", () => {
  const near = fc.stringMatching(/^[a-z0-9.,: \/\\@\[\]-]{0,60}$/);
  const text = fc.oneof(fc.string({ unit: "grapheme" }), near);
  forAll([text], (typed) => {
    const target = closestTarget(typed);
    if (target !== null) assert.doesNotThrow(() => parseWhoisTarget(target));
  }, { numRuns: 2000 });
});
