import type { AutonomousSystem } from "../../data/networks/asn_table.ts";

/**
 * The autonomous system of each cloud whose address list is a feed, by the name
 * of the feed. For addresses on the list that the ASN table does not have, for
 * example because they were first announced after it was built. A cloud with
 * several systems has the one that announces most of its list.
 */
export const CLOUD_NETWORKS: ReadonlyMap<string, AutonomousSystem> = new Map([
  ["aws", { asn: 16509, org: "Amazon.com, Inc." }],
  ["azure", { asn: 8075, org: "Microsoft Corporation" }],
  ["cloudflare-v4", { asn: 13335, org: "Cloudflare, Inc." }],
  ["cloudflare-v6", { asn: 13335, org: "Cloudflare, Inc." }],
  ["google-cloud", { asn: 396982, org: "Google LLC" }],
]);
