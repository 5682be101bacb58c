import assert from "node:assert/strict";
import { fill } from "../../../../lib/shared/texts/fill.ts";

Deno.test("fill - puts values into slots, and leaves what has none", () => {
  assert.equal(fill("from {a} to {b}", { a: 1, b: "{a}" }), "from 1 to {a}");
  assert.equal(fill("{a}{a} {c} {}", { a: "$&" }), "$&$& {c} {}");
  assert.equal(fill("{constructor}", {}), "{constructor}");
});
