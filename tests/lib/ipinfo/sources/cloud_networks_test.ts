import assert from "node:assert/strict";
import { openBundledAsnTable } from "../../../../lib/data/bundled.ts";
import { CLOUD_NETWORKS } from "../../../../lib/ipinfo/sources/cloud_networks.ts";
import { PREFIX_LISTS } from "../../../../lib/ipinfo/risk/feed_evidence.ts";
import { bundledData } from "../../../support/bundled_data.ts";

Deno.test("CLOUD_NETWORKS - names each system as the ASN table does", async () => {
  const table = await openBundledAsnTable(bundledData);
  const names = new Map<number, Set<string>>();
  for (const { asn, org } of table.organisations()) {
    names.set(asn, (names.get(asn) ?? new Set()).add(org));
  }
  for (const { asn, org } of CLOUD_NETWORKS.values()) {
    assert(names.get(asn)?.has(org), `AS${asn} ${org}`);
  }
});

Deno.test("CLOUD_NETWORKS - has every list of a cloud", () => {
  const clouds = Object.entries(PREFIX_LISTS)
    .filter(([, { detail }]) => detail.code === "cloud-range")
    .map(([name]) => name);
  assert.deepEqual([...CLOUD_NETWORKS.keys()].sort(), clouds.sort());
});
