import assert from "node:assert/strict";
import {
  checkedTraits,
  type Checks,
  createChecks,
} from "../../../../lib/ipinfo/risk/checks.ts";
import type { Trait } from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { cidr } from "../../../support/address.ts";
import { profileOf } from "../../../support/profile.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";

const prefixes = prefixesOf("192.0.2.0/24", "2001:db8::/32");
const asns = new Set<number>();

function prefixesOf(...cidrs: string[]) {
  return PrefixSet.from(cidrs.map(cidr));
}

/** When the lists of a trait were made. */
function days(lists: Checks[Trait] = []) {
  return lists.map(({ builtAt }) => builtAt);
}

Deno.test("createChecks - without lists, only the traits of the curated networks", () => {
  const checks = createChecks({ prefixLists: [], asnLists: [] })(0);
  const kinds = "commercial hosting mobile residential satellite";
  assert.equal(Object.keys(checks).toSorted().join(" "), kinds);
  assert.equal(checks.vpn, undefined);
});

Deno.test("createChecks - returns the lists of a trait, with their families", () => {
  const places = { recordId: () => 0 };
  const only6 = prefixesOf("2001:db8::/32");
  const { vpn, tor, relay, abuser } = createChecks({
    placeLists: [{ name: "icloud-relay", places, builtAt: 3_000 }],
    prefixLists: [
      { name: "x4bnet-vpn", prefixes, builtAt: 2_000 },
      { name: "tor-exits", prefixes: only6, builtAt: 4_000 },
      { name: "nobody-knows", prefixes, builtAt: 1 },
    ],
    asnLists: [{ name: "bgptools-vpn", asns, builtAt: 1_000 }],
  })(0);
  const families = [4, 6];
  assert.deepEqual(relay, [{ kind: "relay", builtAt: 3_000, families }]);
  assert.deepEqual(vpn, [
    { kind: "vpn", builtAt: 2_000, families },
    { kind: "vpn", builtAt: 1_000, families: null },
  ]);
  assert.deepEqual(tor, [{ kind: "tor", builtAt: 4_000, families: [6] }]);
  assert.equal(abuser, undefined);
});

Deno.test("createChecks - a table of classes counts once for each of its traits", () => {
  const checks = createChecks({
    prefixLists: [],
    asnLists: [],
    classes: { name: "bgptools-asns", builtAt: 5, classOf: () => undefined },
  })(0);
  const [, second, ...others] = days(checks.mobile);
  assert.deepEqual([second, others], [5, []]);
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
  assert.deepEqual(days(first.tor), [10 * day, 11 * day]);
  // The page cache compares objects.
  assert.equal(checks(12 * day - 1), first);
  assert.deepEqual(days(checks(12 * day).tor), [11 * day]);
  assert.equal(checks(13 * day).tor, undefined);
  assert.equal(checks(40 * day - 1).proxy?.length, 1);
  assert.equal(checks(40 * day).proxy, undefined);
  assert.equal(checks(9_000 * day).vpn?.length, 1);
  // The clock was set back.
  assert.deepEqual(days(checks(11 * day).tor), [10 * day, 11 * day]);
});

Deno.test("checkedTraits - counts only lists that could have the address", () => {
  const only4 = prefixesOf("192.0.2.1/32");
  const checks = createChecks({
    prefixLists: [
      { name: "x4bnet-datacenter", prefixes, builtAt: 0 },
      { name: "firehol-proxies", prefixes: only4, builtAt: 0 },
    ],
    asnLists: [{ name: "bgptools-vpn", asns, builtAt: 0 }],
  })(0);
  const bySystem = ["hosting", "mobile", "satellite", "vpn"] as const;
  const traits = [...bySystem, "tor", "proxy"] as const;
  const checked = (...args: Parameters<typeof profileOf>) =>
    traits.filter(checkedTraits(profileOf(...args), checks));
  assert.deepEqual(checked("8.8.8.8", { asn: 15169 }), [...bySystem, "proxy"]);
  // The list of proxies has IPv4 addresses only.
  assert.deepEqual(checked("2001:4860::1", { asn: 15169 }), bySystem);
  assert.deepEqual(checked("64:ff9b::808:808"), ["hosting"]);
  const tor = checked("8.8.8.8", {}, { traits: ["tor"] });
  assert.deepEqual(tor, ["hosting", "tor", "proxy"]);
  assert.deepEqual(checked("10.0.0.1", {}, { isBogon: true }), []);
});
