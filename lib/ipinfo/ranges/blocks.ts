import { formatIpv4 } from "../../net/ip_text.ts";
import { lastAddressV4, widestPrefixV4 } from "../../net/prefix.ts";
import type { RangeList } from "../../net/ranges.ts";

/** Most blocks in one array. More would make a firewall read very long lines. */
const BATCH = 256;

/**
 * The fewest blocks that make up ascending ranges with gaps between them, as text,
 * in batches: yielding single blocks would take as long as computing them.
 *
 * @param ranges two words per bound: 0 and the address, or the upper half of an
 * IPv6 address
 */
export function blocksOf(
  family: 4 | 6,
  ranges: RangeList,
): Generator<string[]> {
  return family === 4 ? blocks4(ranges) : blocks6(ranges);
}

function* blocks4({ starts, ends, count }: RangeList): Generator<string[]> {
  let batch: string[] = [];
  for (let at = 0; at < count * 2; at += 2) {
    const end = ends[at + 1];
    for (let start = starts[at + 1]; start <= end;) {
      const length = widestPrefixV4(start, end, start);
      batch.push(`${formatIpv4(start)}/${length}`);
      if (batch.length === BATCH) {
        yield batch;
        batch = [];
      }
      start = lastAddressV4(start, length) + 1;
    }
  }
  if (batch.length > 0) yield batch;
}

function* blocks6({ starts, ends, count }: RangeList): Generator<string[]> {
  let batch: string[] = [];
  for (let at = 0; at < count * 2; at += 2) {
    const end = [ends[at], ends[at + 1]] as const;
    let [high, low] = [starts[at], starts[at + 1]];
    for (;;) {
      const bits = widestBlock(high, low, end);
      batch.push(`${formatUpperHalf(high, low)}/${64 - bits}`);
      if (batch.length === BATCH) {
        yield batch;
        batch = [];
      }
      const [lastHigh, lastLow] = lastOf(high, low, bits);
      if (lastHigh === end[0] && lastLow === end[1]) break;
      high = lastLow === 0xffff_ffff ? lastHigh + 1 : lastHigh;
      low = (lastLow + 1) >>> 0;
    }
  }
  if (batch.length > 0) yield batch;
}

/**
 * Formats an IPv6 address whose lower half is 0, so that `::` replaces the zeros at
 * its end (RFC 5952).
 */
function formatUpperHalf(high: number, low: number): string {
  if (low !== 0) return `${hex(high)}:${shortened(low)}`;
  return high === 0 ? "::" : shortened(high);
}

/** Two groups, or one if the other is 0. */
function shortened(word: number): string {
  const last = word & 0xffff;
  return last === 0 ? `${(word >>> 16).toString(16)}::` : `${hex(word)}::`;
}

/** Two groups. */
function hex(word: number): string {
  return `${(word >>> 16).toString(16)}:${(word & 0xffff).toString(16)}`;
}

/**
 * The size of the largest block that begins with a /64 and ends within the range,
 * as the binary logarithm of its number of /64s.
 */
function widestBlock(
  high: number,
  low: number,
  end: readonly [number, number],
): number {
  let bits = low !== 0 ? trailingZeros(low) : 32 + trailingZeros(high);
  for (; bits > 0; bits--) {
    const [lastHigh, lastLow] = lastOf(high, low, bits);
    if (lastHigh < end[0] || lastHigh === end[0] && lastLow <= end[1]) break;
  }
  return bits;
}

function lastOf(high: number, low: number, bits: number): [number, number] {
  return [
    bits > 32 ? lastAddressV4(high, 64 - bits) : high,
    lastAddressV4(low, Math.max(0, 32 - bits)),
  ];
}

/** 32 for 0. */
function trailingZeros(word: number): number {
  return word === 0 ? 32 : 31 - Math.clz32(word & -word);
}
