import { Runs, type RunSource, sourceOf } from "../../data/columns/runs.ts";
import { IPV6_ALLOCATIONS, isLocatable } from "../../net/allocations.ts";
import { type Cidr, lastAddress, parseCidr } from "../../net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../net/ip_address.ts";
import { isBogon, SPECIAL_BLOCKS } from "../../net/special_blocks.ts";

/** Runs of 1 where addresses are public, 0 elsewhere. */
export function publicRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => !isBogon(ip));
}

/** Runs of 1 where addresses can have a location, 0 elsewhere. */
export function locatableRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => !isBogon(ip) && isLocatable(ip));
}

/** An address in the middle of the first block: in IPv6, a /64. */
function addressAt(family: 4 | 6, high: number, low: number): IpAddress {
  return family === 4
    ? ipv4FromValue(low)
    : ipv6FromWords([high, low, 0x8000_0000, 0x8000_0000]);
}

/** Both properties change only where a block begins, or after its end. */
function runsWhere(
  family: 4 | 6,
  holds: (ip: IpAddress) => boolean,
): RunSource {
  const runs = new Runs();
  for (const [high, low] of boundsOf(family)) {
    runs.add(high, low, holds(addressAt(family, high, low)) ? 1 : 0);
  }
  return sourceOf(runs);
}

type Start = readonly [high: number, low: number];

const LAST = 0xffff_ffff;

/** The starts of the registries' blocks and the addresses after them, in ascending order. */
function boundsOf(family: 4 | 6): Start[] {
  const texts = [...SPECIAL_BLOCKS.map(([cidr]) => cidr), ...IPV6_ALLOCATIONS];
  const starts: Start[] = [[0, 0]];
  for (const text of texts) {
    const cidr = parseCidr(text)!;
    // Those that split a /64 are all in blocks that are not allocated.
    if (cidr.address.family !== family || cidr.prefixLength > 64) continue;
    const { start, after } = blockBounds(cidr);
    starts.push(start);
    if (after) starts.push(after);
  }
  return starts.sort((a, b) => a[0] - b[0] || a[1] - b[1]);
}

/** The starts of the runs of a block and of what follows it, which is null after the last address. */
export function blockBounds(
  cidr: Cidr,
): { readonly start: Start; readonly after: Start | null } {
  return { start: startOf(cidr.address), after: startAfter(cidr) };
}

function startOf(ip: IpAddress): Start {
  return ip.family === 4 ? [0, ip.value] : [ip.words[0], ip.words[1]];
}

/** Null after the last address. */
function startAfter(cidr: Cidr): Start | null {
  const [high, low] = startOf(lastAddress(cidr));
  if (low < LAST) return [high, low + 1];
  const isLast = cidr.address.family === 4 || high === LAST;
  return isLast ? null : [high + 1, 0];
}
