import assert from "node:assert/strict";
import { RandomNumbers } from "../../../lib/dns/random_numbers.ts";

Deno.test("RandomNumbers - gives each number of a block once, and draws a new one then", () => {
  let drawn = 0;
  const numbers = new RandomNumbers((block) => {
    for (let i = 0; i < block.length; i++) block[i] = drawn++;
  });
  const given = Array.from({ length: 3000 }, () => numbers.next());
  assert.deepEqual(given, Array.from({ length: 3000 }, (_, i) => i));
});
