import assert from "node:assert/strict";
import {
  checkedTraits,
  type Checks,
  checksFor,
  createChecks,
  scoreText,
  traitText,
} from "../../../../lib/ipinfo/risk/checks.ts";
import type { Trait } from "../../../../lib/ipinfo/view/evidence_detail.ts";
import { cidr } from "../../../support/address.ts";
import { denied, stated } from "../../../support/evidence.ts";
import { profileOf } from "../../../support/profile.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";

const prefixes = prefixesOf("192.0.2.0/24", "2001:db8::/32");
const asns = new Set<number>();
const download = { at: 5_000, isDated: false };

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
      { name: "x4bnet-vpn", prefixes, builtAt: 2_000, download },
      { name: "tor-exits", prefixes: only6, builtAt: 4_000 },
      { name: "nobody-knows", prefixes, builtAt: 1 },
    ],
    asnLists: [{ name: "bgptools-vpn", asns, builtAt: 1_000 }],
  })(0);
  const families = [4, 6];
  assert.deepEqual(relay, [{ kind: "relay", builtAt: 3_000, families }]);
  assert.deepEqual(vpn, [
    { kind: "vpn", builtAt: 2_000, families, download },
    { kind: "vpn", builtAt: 1_000, families: null },
  ]);
  assert.deepEqual(tor, [{ kind: "tor", builtAt: 4_000, families: [6] }]);
  assert.equal(abuser, undefined);
});

Deno.test("createChecks - a table of classes counts once for each of its traits", () => {
  const checks = createChecks({
    prefixLists: [],
    asnLists: [],
    classes: { name: "", builtAt: 5, download, classOf: () => undefined },
  })(0);
  const [, ...others] = checks.mobile!;
  assert.deepEqual(others, [
    { kind: "mobile", builtAt: 5, download, families: null },
  ]);
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
  for (const now of [11, 12 - 1 / day]) assert.equal(checks(now * day), first);
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

const UNREPORTED = { code: "abuse-unreported", params: {} } as const;

Deno.test("checksFor - has the lists that could have the address, and services without reports about it", () => {
  const list = (...families: (4 | 6)[]) => ({ builtAt: 1, families });
  const checks = { vpn: [list(6), list(4, 6)], tor: [list(6)] };
  const evidence = [
    stated("a", "abuser", -20, UNREPORTED, 7),
    stated("b", "proxy", -80, denied("database", "proxy")),
    stated("c", "hosting", 0, UNREPORTED),
  ];
  assert.deepEqual(checksFor(profileOf("8.8.8.8", {}, { evidence }), checks), {
    vpn: [list(4, 6)],
    abuser: [{ builtAt: 7, families: null }],
  });
});

Deno.test("traitText - is no only if a source denies each of the traits", () => {
  const evidence = [
    stated("a", "abuser", -20, UNREPORTED),
    stated("b", "proxy", -80, denied("database", "proxy")),
  ];
  const textOf = traitText({ evidence }, (trait) => trait !== "tor");
  assert.equal(textOf(true, "tor"), "yes");
  assert.equal(textOf(false, "proxy"), "no");
  assert.equal(textOf(false, "proxy", "vpn"), "not listed");
  assert.equal(textOf(false, "abuser"), "not listed");
  assert.equal(textOf(false, "proxy", "tor"), "not checked");
});

Deno.test("scoreText - is the least without a check for each trait, and nothing if that is 0", () => {
  const textOf = (score: number, ...unchecked: Trait[]) =>
    scoreText(
      score,
      (trait) => !unchecked.includes(trait),
      (score, isLeast) => `${isLeast ? "at least " : ""}${score}`,
    );
  assert.deepEqual([textOf(0), textOf(0, "tor")], ["0", null]);
  assert.deepEqual([textOf(5), textOf(5, "tor")], ["5", "at least 5"]);
});
