import type {
  AsnRange,
  AsnTable,
  AutonomousSystem,
} from "../../data/asn_table.ts";
import { BoundedMap } from "../../core/cache.ts";
import { enclosingCidr, formatCidr } from "../../net/cidr.ts";
import type { IpAddress, Ipv6Address } from "../../net/ip_address.ts";
import {
  compareWords,
  lastAddressV6,
  networkAddressV6,
  widestPrefixV6,
} from "../../net/prefix.ts";
import {
  type Facts,
  type Findings,
  type LocalSource,
  NO_FINDINGS,
} from "../profile.ts";

/** Prefix lengths by address family: wider blocks are guesses, and nobody's route. */
export const WIDEST_ROUTE = { 4: 8, 6: 16 } as const;

/** Ranges in a generation. Bounded because strangers choose the addresses. */
const MAX_KEPT = 16_384;

/** The autonomous system that announces an address, and from it the route and the operator. */
export class AsnSource implements LocalSource {
  readonly name = "asn-table";
  readonly kind = "open";
  readonly #table: AsnTable;
  /** By row, of the IPv6 ranges that are one block, and so the same for every address in them. Those of IPv4 are sooner made than found. */
  readonly #ranges6 = new BoundedMap<number, Findings>(MAX_KEPT);

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
    const length = widestPrefixV6(range.start, range.end, ip.words);
    const findings = { facts: factsOf(range, ip, length) };
    if (isWhole(range, length)) this.#ranges6.set(row, findings);
    return findings;
  }
}

function factsOf(
  { asn, org }: AutonomousSystem,
  ip: IpAddress,
  length: number,
): Partial<Facts> {
  // Whoever announces the block is the best guess at who runs the line.
  const facts: Partial<Facts> = org
    ? { asn, asnOrg: org, isp: org, org }
    : { asn };
  if (length >= WIDEST_ROUTE[ip.family]) {
    facts.route = formatCidr(enclosingCidr(ip, length));
  }
  return facts;
}

/** Whether a range is one block of that length. */
function isWhole(
  { start, end }: AsnRange & { family: 6 },
  length: number,
): boolean {
  return compareWords(networkAddressV6(start, length), start) === 0 &&
    compareWords(lastAddressV6(start, length), end) === 0;
}
