import assert from "node:assert/strict";
import { createChecks } from "../../../../lib/ipinfo/risk/checks.ts";
import { AddressRanges } from "../../../../lib/net/ranges.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";

const prefixes = new PrefixSet(new AddressRanges());
const asns = new Set<number>();

Deno.test("createChecks - without lists, only the traits of the curated networks", () => {
  const checks = createChecks({ prefixLists: [], asnLists: [] })(0);
  assert.deepEqual(Object.keys(checks).toSorted(), [
    "commercial",
    "hosting",
    "mobile",
    "residential",
    "satellite",
  ]);
  assert.equal(checks.vpn, undefined);
});

Deno.test("createChecks - counts the lists of a trait, and returns the oldest day", () => {
  const { vpn, tor, relay, abuser } = createChecks({
    placeLists: [{
      name: "icloud-relay",
      places: { recordId: () => 0 },
      builtAt: 3_000,
    }],
    prefixLists: [
      { name: "x4bnet-vpn", prefixes, builtAt: 2_000 },
      { name: "tor-exits", prefixes, builtAt: null },
      { name: "nobody-knows", prefixes, builtAt: 1 },
    ],
    asnLists: [{ name: "bgptools-vpn", asns, builtAt: 1_000 }],
  })(0);
  assert.deepEqual(relay, { lists: 1, builtAt: 3_000 });
  assert.deepEqual(vpn, { lists: 2, builtAt: 1_000 });
  assert.deepEqual(tor, { lists: 1, builtAt: null });
  assert.equal(abuser, undefined);
});

Deno.test("createChecks - a table of classes counts once for each of its traits", () => {
  const checks = createChecks({
    prefixLists: [],
    asnLists: [],
    classes: { builtAt: 5, classOf: () => undefined },
  })(0);
  assert.equal(checks.mobile?.lists, 2);
  assert.equal(checks.mobile?.builtAt, 5);
});

Deno.test("createChecks - a list tells nothing once its entries are worth nothing", () => {
  const day = 86_400_000;
  const checks = createChecks({
    prefixLists: [
      { name: "tor-exits", prefixes, builtAt: 10 * day },
      { name: "tor-exit-addresses", prefixes, builtAt: 11 * day },
      { name: "firehol-proxies", prefixes, builtAt: 10 * day },
      { name: "x4bnet-vpn", prefixes, builtAt: 10 * day },
    ],
    asnLists: [],
  });
  const first = checks(11 * day);
  assert.deepEqual(first.tor, { lists: 2, builtAt: 10 * day });
  // The page cache compares objects.
  assert.equal(checks(12 * day - 1), first);
  assert.deepEqual(checks(12 * day).tor, { lists: 1, builtAt: 11 * day });
  assert.equal(checks(13 * day).tor, undefined);
  assert.equal(checks(40 * day - 1).proxy?.lists, 1);
  assert.equal(checks(40 * day).proxy, undefined);
  assert.equal(checks(9_000 * day).vpn?.lists, 1);
  // The clock was set back.
  assert.deepEqual(checks(11 * day).tor, { lists: 2, builtAt: 10 * day });
});
