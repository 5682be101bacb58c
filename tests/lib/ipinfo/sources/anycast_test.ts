import assert from "node:assert/strict";
import { parseCidr } from "../../../../lib/net/cidr.ts";
import { PrefixSet } from "../../../../lib/net/prefix_set.ts";
import { AnycastSource } from "../../../../lib/ipinfo/sources/anycast.ts";
import { bundledData, openBundled } from "../../../support/bundled_data.ts";
import { ip } from "../../../support/address.ts";

const { asn: table, countries } = await openBundled(bundledData, "country");
const census = {
  prefixes: PrefixSet.from(
    ["80.67.0.0/24", "203.0.113.0/24"].map((text) => parseCidr(text)!),
  ),
};

Deno.test("AnycastSource.lookup - the country of the operator, and the kind of service", () => {
  const source = new AnycastSource({ table, countries, census: [census] });
  const cases: [address: string, country?: string, anycast?: string][] = [
    ["9.9.9.9", "CH", "resolver"],
    ["198.41.0.4", "US", "root"],
    ["104.16.1.1", "US", "network"],
    // By the system that announces it.
    ["151.101.1.1", "US", "network"],
    // Measured: the country in which its system is registered, if it is announced.
    [
      "80.67.0.9",
      countries.ofAsn(table.lookup(ip("80.67.0.9"))!.asn),
      "network",
    ],
    ["203.0.113.9", undefined, "network"],
    ["80.67.1.9"],
    ["5.9.0.1"],
  ];
  for (const [address, country, anycast] of cases) {
    const found = source.lookup(ip(address));
    assert.deepEqual(
      [found.facts.countryCode, found.anycast],
      [country, anycast],
      address,
    );
    assert.equal(found.facts.city, undefined);
  }
  assert(cases[4][1]);
  const without = new AnycastSource({ table, countries, census: [] });
  assert.deepEqual(without.lookup(ip("80.67.0.9")).facts, {});
});
