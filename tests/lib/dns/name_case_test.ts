import assert from "node:assert/strict";
import {
  randomizeCase0x20,
  RandomNumbers,
  toLowerOctet,
} from "../../../lib/dns/name_case.ts";
import { nameToWire, readName } from "../../../lib/dns/wire_name.ts";

Deno.test("RandomNumbers - returns each number of a block once, then draws a new block", () => {
  let drawn = 0;
  const numbers = new RandomNumbers((block) => {
    for (let i = 0; i < block.length; i++) block[i] = drawn++;
  });
  const given = Array.from({ length: 3000 }, () => numbers.next());
  assert.deepEqual(given, Array.from({ length: 3000 }, (_, i) => i));
});

const constant = (value: number) =>
  new RandomNumbers((block) => block.fill(value));

function mixed(name: string, bits: number): string {
  const wire = nameToWire(name);
  assert(wire);
  randomizeCase0x20(wire, constant(bits));
  assert.equal(readName(wire, 0).text, name.toLowerCase());
  return new TextDecoder("latin1").decode(wire);
}

Deno.test("randomizeCase0x20 - uses one bit for each letter only", () => {
  assert.equal(mixed("a-1_b.cD", 0xffff), "\x05a-1_b\x02cd\0");
  assert.equal(mixed("a-1_b.cD", 0), "\x05A-1_B\x02CD\0");
  assert.equal(mixed("a-1_b.cD", 0b0101), "\x05a-1_B\x02cD\0");
});

Deno.test("randomizeCase0x20 - draws new bits after 16 letters", () => {
  const wire = nameToWire("abcdefghijklmnopqr");
  assert(wire);
  let draws = 0;
  randomizeCase0x20(
    wire,
    new RandomNumbers((block) => {
      draws++;
      block.fill(0);
      block[1] = 0b01;
    }),
  );
  assert.equal(
    new TextDecoder().decode(wire.subarray(1, -1)),
    "ABCDEFGHIJKLMNOPqR",
  );
  assert.equal(draws, 1);
});

Deno.test("toLowerOctet - changes only letters", () => {
  const all = Array.from({ length: 256 }, (_, octet) => octet);
  const changed = all.filter((octet) => toLowerOctet(octet) !== octet);
  assert.equal(String.fromCharCode(...changed), "ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  assert.equal(
    String.fromCharCode(...changed.map(toLowerOctet)),
    "abcdefghijklmnopqrstuvwxyz",
  );
});
