import assert from "node:assert/strict";
import {
  checkedTraits,
  createChecks,
} from "../../../../lib/ipinfo/risk/checks.ts";
import { AddressRanges } from "../../../../lib/net/ranges.ts";
import { profileOf } from "../../../support/profile.ts";
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
  const byAddress = true;
  assert.deepEqual(relay, { lists: 1, builtAt: 3_000, byAddress });
  assert.deepEqual(vpn, { lists: 2, builtAt: 1_000, byAddress });
  assert.deepEqual(tor, { lists: 1, builtAt: null, byAddress });
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
  const byAddress = true;
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
  assert.deepEqual(first.tor, { lists: 2, builtAt: 10 * day, byAddress });
  // The page cache compares objects.
  assert.equal(checks(12 * day - 1), first);
  assert.deepEqual(checks(12 * day).tor, {
    lists: 1,
    builtAt: 11 * day,
    byAddress,
  });
  assert.equal(checks(13 * day).tor, undefined);
  assert.equal(checks(40 * day - 1).proxy?.lists, 1);
  assert.equal(checks(40 * day).proxy, undefined);
  assert.equal(checks(9_000 * day).vpn?.lists, 1);
  // The clock was set back.
  assert.deepEqual(checks(11 * day).tor, {
    lists: 2,
    builtAt: 10 * day,
    byAddress,
  });
});

Deno.test("checkedTraits - lists of systems check no address of an unknown one, and none checks a reserved one", () => {
  const checks = createChecks({
    prefixLists: [{ name: "x4bnet-datacenter", prefixes, builtAt: 0 }],
    asnLists: [{ name: "bgptools-vpn", asns, builtAt: 0 }],
  })(0);
  const traits = ["hosting", "mobile", "satellite", "vpn", "tor"] as const;
  const checked = (...args: Parameters<typeof profileOf>) =>
    traits.filter(checkedTraits(profileOf(...args), checks));
  assert.deepEqual(checked("8.8.8.8", { asn: 15169 }), traits.slice(0, 4));
  assert.deepEqual(checked("64:ff9b::808:808"), ["hosting"]);
  assert.deepEqual(
    checked("8.8.8.8", {}, { traits: ["tor"] }),
    ["hosting", "tor"],
  );
  assert.deepEqual(checked("10.0.0.1", {}, { isBogon: true }), []);
});
