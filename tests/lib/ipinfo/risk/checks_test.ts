import assert from "node:assert/strict";
import { checksOf } from "../../../../lib/ipinfo/risk/checks.ts";
import { AddressRanges } from "../../../../lib/net/ranges.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";

const prefixes = new PrefixSet(new AddressRanges());
const asns = new Set<number>();

Deno.test("checksOf - without lists, only what the curated networks tell of", () => {
  const checks = checksOf({ prefixLists: [], asnLists: [] });
  assert.deepEqual(Object.keys(checks).toSorted(), [
    "commercial",
    "hosting",
    "mobile",
    "residential",
    "satellite",
  ]);
  assert.equal(checks.vpn, undefined);
});

Deno.test("checksOf - counts the lists of a trait, and tells the oldest day", () => {
  const { vpn, tor, abuser } = checksOf({
    prefixLists: [
      { name: "x4bnet-vpn", prefixes, builtAt: 2_000 },
      { name: "tor-exits", prefixes, builtAt: null },
      { name: "nobody-knows", prefixes, builtAt: 1 },
    ],
    asnLists: [{ name: "bgptools-vpn", asns, builtAt: 1_000 }],
  });
  assert.deepEqual(vpn, { lists: 2, builtAt: 1_000 });
  assert.deepEqual(tor, { lists: 1, builtAt: null });
  assert.equal(abuser, undefined);
});

Deno.test("checksOf - a table of classes tells of each of its traits once", () => {
  const checks = checksOf({
    prefixLists: [],
    asnLists: [],
    classes: { builtAt: 5, classOf: () => undefined },
  });
  assert.equal(checks.mobile?.lists, 2);
  assert.equal(checks.mobile?.builtAt, 5);
});
