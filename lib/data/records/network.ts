import type { Facts } from "../facts.ts";

/** What a record says of the network, in whatever shape it does. */
export interface Network {
  readonly asn?: number;
  /** Who runs the autonomous system. */
  readonly asnOrg?: string;
  readonly isp?: string;
  readonly org?: string;
}

/** Adds the network; whoever announces the block is the best guess at who runs the line and who uses it. */
export function addNetwork(
  facts: Partial<Facts>,
  { asn, asnOrg, isp = asnOrg, org = asnOrg }: Network,
): void {
  if (asn) facts.asn = asn;
  if (asnOrg) facts.asnOrg = asnOrg;
  if (isp) facts.isp = isp;
  if (org) facts.org = org;
}
