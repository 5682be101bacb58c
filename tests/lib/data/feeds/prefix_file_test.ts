import assert from "node:assert/strict";
import {
  compilePrefixes,
  RowCounter,
} from "../../../../lib/data/feeds/prefix_file.ts";
import fc from "fast-check";
import { parsePlainList } from "../../../../lib/data/feeds/prefix_formats.ts";
import {
  loadPrefixes,
  PREFIX_COLUMNS,
} from "../../../../lib/data/stored_lists.ts";
import { readColumnFile } from "../../../../lib/data/columns/column_file.ts";
import {
  type Cidr,
  cidrContains,
  formatCidr,
} from "../../../../lib/net/cidr.ts";
import { unmapIpv4 } from "../../../../lib/net/ip_address.ts";
import { cidr, ip } from "../../net/arbitraries.ts";
import { assertFails, blocksOf, compiled, testHostile } from "./downloads.ts";
import { forAllAsync } from "../../../support/for_all.ts";

const check = (good: number, bad: number, repeated = 0) => () => {
  const count = new RowCounter();
  count.valid = good;
  count.invalid = bad;
  count.repeated = repeated;
  count.check();
};

Deno.test("RowCounter.check - accepts fewer than one invalid row in a hundred", () => {
  assert.doesNotThrow(check(1, 0));
  assert.doesNotThrow(check(100, 1));
  assert.doesNotThrow(check(991, 9));
  assert.throws(check(99, 1), /^Error: 1 of 100 entries are invalid$/);
  assert.throws(check(0, 7), /^Error: 7 of 7 entries are invalid$/);
  assert.doesNotThrow(check(5, 0, 2));
  assert.throws(check(4, 0, 2), /^Error: 2 of 4 entries are repeated$/);
  assert.throws(check(0, 0), /^Error: it has no entries$/);
});

const compileWith =
  (isBogon = (_: Cidr) => false, hasPrivate = false) =>
  (source: string, target: string) => {
    const form = { parse: parsePlainList, isBogon, hasPrivate };
    return compilePrefixes(form, source, target);
  };
const compile = compileWith();

Deno.test("compilePrefixes - writes what distinct entries contain", async () => {
  const { entries, builtAt, stored } = await compiled(
    compile,
    "192.0.2.77/24\n198.51.100.1/32\n198.51.100.1\n2001:DB8:0::/32\n::ffff:203.0.113.0/120\n2001:db8::1\n",
  );
  assert.deepEqual(blocksOf(loadPrefixes(stored)), [
    "192.0.2.0-192.0.2.255",
    "198.51.100.1",
    "203.0.113.0-203.0.113.255",
    "2001:db8::-2001:db8:ffff:ffff:ffff:ffff:ffff:ffff",
  ]);
  assert.deepEqual({ entries, builtAt }, { entries: 5, builtAt: null });
});

Deno.test("compilePrefixes - stores the build time of the list", async () => {
  const { builtAt, stored } = await compiled(
    compile,
    "# Source File Date: Fri Nov 20 09:31:19 UTC 2026\n192.0.2.1\n",
  );
  assert.equal(builtAt, Date.UTC(2026, 10, 20, 9, 31, 19));
  assert.equal(readColumnFile(stored, PREFIX_COLUMNS).builtAt, builtAt);
  assert.deepEqual(blocksOf(loadPrefixes(stored)), ["192.0.2.1"]);
});

Deno.test("compilePrefixes - rejects a list with an IPv4 prefix wider than /8, or IPv6 wider than /16", async () => {
  const list = "1.0.0.0/8\n2001::/16\n";
  assert.equal((await compiled(compile, list)).entries, 2);
  const wide = ["2.0.0.0/7", "0.0.0.0/0", "2000::/15", "::/0", "::ffff:0:0/96"];
  for (const text of wide) {
    const canonical = text === "::ffff:0:0/96" ? "0.0.0.0/0" : text;
    const message = `it lists ${canonical}, an implausibly large block`;
    await assertFails(compile, list + text, message);
  }
});

Deno.test("compilePrefixes - drops bogons of any size", async () => {
  const bogons = new Set(["198.18.0.0/15", "224.0.0.0/3"]);
  const drop = compileWith((cidr) => bogons.has(formatCidr(cidr)));
  const list = "198.18.0.0/15\n192.0.2.1\n224.0.0.0/3\n";
  const { stored } = await compiled(drop, list);
  assert.deepEqual(blocksOf(loadPrefixes(stored)), ["192.0.2.1"]);
  await assertFails(drop, "198.18.0.0/15\n", "it lists no public addresses");
});

Deno.test("compilePrefixes - skips fewer than one invalid entry in a hundred", async () => {
  const list = Array.from({ length: 100 }, (_, i) => `192.0.2.${i}\n`).join("");
  const one = list + "192.0.2.256\n";
  assert.equal((await compiled(compile, one)).entries, 100);
  await assertFails(compile, one + "x\n", "2 of 102 entries are invalid");
});

testHostile("compilePrefixes", compile);

Deno.test("compilePrefixes - loadPrefixes reads its output", async () => {
  // IPv4-mapped blocks are stored as IPv4.
  const narrow = cidr.filter(({ address, prefixLength }) =>
    prefixLength >= (address.family === 4 ? 8 : 104) &&
    unmapIpv4(address) === address
  );
  await forAllAsync([
    fc.array(narrow, { minLength: 1, maxLength: 20 }),
    fc.array(ip),
  ], async (cidrs, others) => {
    const list = [...new Set(cidrs.map(formatCidr))].join("\n");
    const { stored } = await compiled(compileWith(undefined, true), list);
    const prefixes = loadPrefixes(stored);
    for (const { address } of cidrs) assert(prefixes.has(address));
    for (const address of others) {
      const isListed = cidrs.some((of) => cidrContains(of, address));
      assert.equal(prefixes.has(address), isListed);
    }
  }, { numRuns: 60 });
});
