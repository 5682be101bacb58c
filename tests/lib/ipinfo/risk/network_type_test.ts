import assert from "node:assert/strict";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import {
  networkRows,
  publicDnsRows,
} from "../../../../lib/facts/network_facts.ts";
import {
  type NetworkClass,
  networkTypeOf,
} from "../../../../lib/ipinfo/risk/network_type.ts";
import { bundledData } from "../../../support/bundled_data.ts";
import samples from "./network_type.json" with { type: "json" };

const bytes = await Deno.readFile(new URL("asn.bin", bundledData));
const table = AsnTable.load(bytes);

const listed = networkRows().map(({ cells: { asns, ...cells }, at }) => ({
  ...cells,
  asns: asns.split(" ").map(Number),
  at,
}));

Deno.test("networks.csv, public_dns.csv - every number belongs to the holder on its line", () => {
  const holders = new Map<number, string>();
  for (const { asn, org } of table.organizations()) holders.set(asn, org);
  const rows = [...networkRows(), ...publicDnsRows()];
  for (const { cells: { holder, asns }, at } of rows) {
    for (const asn of asns.split(" ").map(Number)) {
      const org = holders.get(asn)?.toLowerCase() ?? "";
      const what = `${at}: AS${asn} is not ${holder} but ${org}`;
      assert(org.includes(holder.toLowerCase()), what);
    }
  }
});

Deno.test("networkTypeOf - the class of every number in networks.csv", () => {
  for (const { asns, at, ...row } of listed) {
    const isIpv6 = row.class === "access-ipv6";
    for (const asn of asns) {
      assert.deepEqual(
        networkTypeOf(asn, "", isIpv6 ? 6 : 4),
        { networkClass: isIpv6 ? "access" : row.class, basis: "list" },
        `${at}: AS${asn}`,
      );
      // Those listed for IPv6 alone are carriers for IPv4.
      if (!isIpv6) continue;
      assert.equal(networkTypeOf(asn, "")?.networkClass, "carrier", at);
    }
  }
});

Deno.test("networks.csv - include networks that other lists miss", () => {
  const hosts = [
    ...[14544, 14789, 15395, 19318, 35106, 36183, 46844, 55960],
    ...[132892, 135630, 137409, 200517, 202623],
  ];
  for (const asn of hosts) {
    const listed = { networkClass: "hosting", basis: "list" };
    assert.deepEqual(networkTypeOf(asn, ""), listed, `AS${asn}`);
  }
  const asns = [174, 1299, 2914, 3257, 3356, 3549, 3561, 6453, 6461, 6762];
  for (const asn of asns) {
    assert.equal(networkTypeOf(asn, "")?.networkClass, "carrier", `AS${asn}`);
  }
});

Deno.test("networks.csv - mend what a name alone gets wrong", () => {
  const classes = {
    ...{ 2497: "carrier", 33842: "carrier", 37088: "carrier" },
    ...{ 216419: "carrier", 23910: "education", 24499: "mobile" },
    ...{ 45960: "mobile", 59588: "mobile" },
  };
  for (const [asn, networkClass] of Object.entries(classes)) {
    const type = networkTypeOf(Number(asn), "");
    assert.equal(type?.networkClass, networkClass, asn);
  }
});

/** The share of announced IPv4 addresses, or of IPv6 /48s, that have a class. */
async function classifiedShare(family: 4 | 6): Promise<number> {
  const csv = `@ip-location-db/asn/asn-ipv${family}-num.csv`;
  const ranges = await Deno.readTextFile(new URL(import.meta.resolve(csv)));
  const keyOf = (text: string) =>
    family === 4 ? Number(text) : Number(BigInt(text) >> 80n);
  let announced = 0;
  let classified = 0;
  for (const range of ranges.split("\n")) {
    const [start, end, asn, ...org] = range.split(",");
    // 6to4 is larger than all other announcements, and has no lines.
    if (!asn || family === 6 && keyOf(start) === SIX_TO_FOUR) continue;
    const count = keyOf(end) - keyOf(start) + 1;
    announced += count;
    if (networkTypeOf(Number(asn), org.join(","), family)) classified += count;
  }
  assert(announced > 3e9, `${announced}`);
  return classified / announced;
}

/** 2002::/16, by its first /48. */
const SIX_TO_FOUR = 0x2002_0000_0000;

Deno.test("networkTypeOf - classifies 94 % of the announced IPv4 addresses, and 69 % of the IPv6 /48s", async () => {
  const shares = [await classifiedShare(4), await classifiedShare(6)];
  assert(shares[0] >= 0.94, `${shares[0]}`);
  assert(shares[1] >= 0.69, `${shares[1]}`);
});

// Others count NAP Info and SITA as satellite networks.
type Case = [number, org: string, NetworkClass | null, ("list" | "name")?];
const cases = samples.networks as Case[];
for (const [asn, org, networkClass, basis = "name"] of cases) {
  const by = networkClass ? ` by ${basis}` : "";
  Deno.test(`networkTypeOf - AS${asn} "${org}" is ${networkClass}${by}`, () => {
    const expected = networkClass && { networkClass, basis };
    assert.deepEqual(networkTypeOf(asn, org), expected);
  });
}
