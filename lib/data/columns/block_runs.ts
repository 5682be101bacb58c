import { Runs, type RunSource } from "./runs.ts";
import { type Rir, RIRS, SPECIAL_BLOCKS } from "../../facts/block_facts.ts";
import {
  IPV6_ALLOCATIONS,
  isLocatable,
  registryOfBlock,
} from "../../net/allocations.ts";
import { type Cidr, lastAddress, parseCidr } from "../../net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../net/ip_address.ts";
import type { PrefixSet } from "../../net/prefix_set.ts";
import { isBogon } from "../../net/special_blocks.ts";

/** Runs of 1 where addresses are public, 0 elsewhere. */
export function publicRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => !isBogon(ip));
}

/** Runs of 1 where addresses can have a location, 0 elsewhere. */
export function locatableRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => !isBogon(ip) && isLocatable(ip));
}

/** A registry as a number, from 1; 0 for none. */
export function registryNumber(rir: Rir | undefined): number {
  return rir === undefined ? 0 : RIRS.indexOf(rir) + 1;
}

/** Runs of the number of the registry to which IANA has given the addresses. */
export function registryRuns(family: 4 | 6): RunSource {
  return runsWhere(family, (ip) => registryNumber(registryOfBlock(ip)));
}

/** An address in the middle of the first block: in IPv6, a /64. */
export function addressAt(family: 4 | 6, high: number, low: number): IpAddress {
  return family === 4
    ? ipv4FromValue(low)
    : ipv6FromWords([high, low, 0x8000_0000, 0x8000_0000]);
}

/** Runs of a property that changes only where a block begins, or after its end. */
function runsWhere(
  family: 4 | 6,
  valueOf: (ip: IpAddress) => number | boolean,
): RunSource {
  const runs = new Runs();
  for (const [high, low] of boundsOf(family)) {
    runs.add(high, low, Number(valueOf(addressAt(family, high, low))));
  }
  return [runs];
}

type Start = readonly [high: number, low: number];

const LAST = 0xffff_ffff;

/** The starts of the registries' blocks and the addresses after them, in ascending order. */
function boundsOf(family: 4 | 6): Start[] {
  const texts = [...SPECIAL_BLOCKS.map(([cidr]) => cidr), ...IPV6_ALLOCATIONS];
  // IANA gives out IPv4 in blocks of /8.
  const starts: Start[] = family === 6
    ? [[0, 0]]
    : Array.from({ length: 256 }, (_, octet) => [0, (octet << 24) >>> 0]);
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
function blockBounds(
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

/** Blocks that do not overlap, and what they stand for. */
export function blockRuns(
  family: 4 | 6,
  blocks: readonly { readonly cidr: Cidr; readonly value: number }[],
): RunSource {
  const bounds = blocks
    .filter(({ cidr }) => cidr.address.family === family)
    .map(({ cidr, value }) => ({ ...blockBounds(cidr), value }))
    .sort((a, b) => a.start[0] - b.start[0] || a.start[1] - b.start[1]);
  const runs = new Runs();
  runs.add(0, 0, 0);
  for (const { start, after, value } of bounds) {
    runs.add(...start, value);
    if (after) runs.add(...after, 0);
  }
  return [runs];
}

/** Runs of 1 for the addresses of a set, whose IPv6 blocks are wider than a /64. */
export function setRuns(family: 4 | 6, set: PrefixSet): RunSource {
  const { starts, ends, count, width } = set.ranges(family);
  const runs = new Runs();
  runs.add(0, 0, 0);
  for (let at = 0; at < count * width; at += width) {
    const [high, low] = wordsOf(family, ends, at);
    runs.add(...wordsOf(family, starts, at), 1);
    if (low < LAST) runs.add(high, low + 1, 0);
    else if (family === 6) runs.add(high + 1, 0, 0);
  }
  return [runs];
}

function wordsOf(family: 4 | 6, words: Uint32Array, at: number): Start {
  return family === 4 ? [0, words[at]] : [words[at], words[at + 1]];
}
