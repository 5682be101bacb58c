import type { AsnRange, AsnTable } from "../../data/asn_table.ts";
import { BoundedMap } from "../../data/bounded_map.ts";
import { cidrOf, formatCidr } from "../../net/cidr.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import {
  compareWords,
  lastV4,
  lastV6,
  networkV4,
  networkV6,
  widestPrefixV4,
  widestPrefixV6,
} from "../../net/prefix.ts";
import {
  type Facts,
  type Findings,
  type LocalSource,
  NOTHING,
} from "../profile.ts";
import { WIDEST_ROUTE } from "./widest_route.ts";

/** Ranges in a generation. Bounded because strangers choose the addresses. */
const MAX_KEPT = 16_384;

/** The autonomous system that announces an address, and from it the route and the operator. */
export class AsnSource implements LocalSource {
  readonly name = "asn-table";
  readonly kind = "open";
  readonly #table: AsnTable;
  /** Facts of the ranges that are one block, and so the same for every address in them. */
  readonly #whole = new BoundedMap<number, Findings>(MAX_KEPT);

  constructor(table: AsnTable) {
    this.#table = table;
  }

  lookup(ip: IpAddress): Findings {
    const row = this.#table.rowOf(ip);
    if (row < 0) return NOTHING;
    const known = this.#whole.get(row);
    if (known) return known;
    const range = this.#table.range(row);
    const length = prefixLength(range, ip);
    const findings = { facts: factsOf(range, ip, length) };
    if (isWhole(range, length)) this.#whole.set(row, findings);
    return findings;
  }
}

function factsOf(
  { asn, org }: AsnRange,
  ip: IpAddress,
  length: number,
): Partial<Facts> {
  const facts: Partial<Facts> = { asn };
  if (org) {
    facts.asnOrg = org;
    // Whoever announces the block is the best guess at who runs the line.
    facts.isp = org;
    facts.org = org;
  }
  if (length >= WIDEST_ROUTE[ip.family]) {
    facts.route = formatCidr(cidrOf(ip, length));
  }
  return facts;
}

/** The length of the largest block that holds `ip` and lies in the range. */
function prefixLength(range: AsnRange, ip: IpAddress): number {
  if (range.family === 4) {
    return ip.family === 4
      ? widestPrefixV4(range.start, range.end, ip.value)
      : -1;
  }
  return ip.family === 6
    ? widestPrefixV6(range.start, range.end, ip.words)
    : -1;
}

/** Whether a range is one block of that length. */
function isWhole(range: AsnRange, length: number): boolean {
  if (range.family === 4) {
    const { start, end } = range;
    return networkV4(start, length) === start && lastV4(start, length) === end;
  }
  const { start, end } = range;
  return compareWords(networkV6(start, length), start) === 0 &&
    compareWords(lastV6(start, length), end) === 0;
}
