import type {
  AsnTable,
  AutonomousSystem,
} from "../../data/networks/asn_table.ts";
import { BoundedMap } from "../../core/cache.ts";
import { enclosingCidr, formatCidr } from "../../net/cidr.ts";
import type { IpAddress, Ipv6Address } from "../../net/ip_address.ts";
import { blockLengthV6 } from "../../net/prefix.ts";
import {
  type Facts,
  type Findings,
  type LocalSource,
  NO_FINDINGS,
} from "../profile.ts";

/** Shortest prefix length of a route, by address family. Wider blocks are not real routes. */
export const WIDEST_ROUTE = { 4: 8, 6: 16 } as const;

/** Ranges per generation. Bounded because strangers choose the addresses. */
const MAX_CACHED = 16_384;

/**
 * The autonomous system that announces an address, and from it the operator.
 *
 * The table merges neighbouring announcements of one system, and a range cut by
 * another system's announcement is in pieces. So only a range that is exactly
 * one block counts as a route.
 */
export class AsnSource implements LocalSource {
  readonly name = "asn-table";
  readonly kind = "open";
  readonly #table: AsnTable;
  /** By row. The findings of an IPv4 range take less time to create than to find here. */
  readonly #ranges6 = new BoundedMap<number, Findings>(MAX_CACHED);

  constructor(table: AsnTable) {
    this.#table = table;
  }

  lookup(ip: IpAddress): Findings {
    const row = this.#table.findRow(ip);
    if (row < 0) return NO_FINDINGS;
    if (ip.family === 6) return this.#lookup6(row, ip);
    const length = this.#table.blockLength4(row, ip.value);
    return { facts: factsOf(this.#table.systemAt(row), ip, length) };
  }

  #lookup6(row: number, ip: Ipv6Address): Findings {
    const known = this.#ranges6.get(row);
    if (known) return known;
    const range = this.#table.range(row);
    if (range.family !== 6) return NO_FINDINGS;
    const length = blockLengthV6(range.start, range.end);
    const findings = { facts: factsOf(range, ip, length) };
    this.#ranges6.set(row, findings);
    return findings;
  }
}

/** @param length the prefix length of the range; -1 if it is not one block */
function factsOf(
  { asn, org }: AutonomousSystem,
  ip: IpAddress,
  length: number,
): Partial<Facts> {
  // The announcing AS is the best guess for the ISP.
  const facts: Partial<Facts> = org
    ? { asn, asnOrg: org, isp: org, org }
    : { asn };
  if (length >= WIDEST_ROUTE[ip.family]) {
    facts.route = formatCidr(enclosingCidr(ip, length));
  }
  return facts;
}
