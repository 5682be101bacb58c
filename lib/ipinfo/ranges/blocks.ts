import { formatIpv4, formatIpv6 } from "../../net/ip_text.ts";
import { lastAddressV4, widestPrefixV4 } from "../../net/prefix.ts";
import type { RangeList } from "../../net/ranges.ts";

/**
 * The fewest blocks that make up ascending ranges with gaps between them, as text.
 *
 * @param ranges two words per bound: 0 and the address, or the upper half of an IPv6 address
 */
export function blocksOf(
  family: 4 | 6,
  ranges: RangeList,
): Generator<string> {
  return family === 4 ? blocks4(ranges) : blocks6(ranges);
}

function* blocks4({ starts, ends, count }: RangeList): Generator<string> {
  for (let at = 0; at < count * 2; at += 2) {
    const end = ends[at + 1];
    for (let start = starts[at + 1]; start <= end;) {
      const length = widestPrefixV4(start, end, start);
      yield `${formatIpv4(start)}/${length}`;
      start = lastAddressV4(start, length) + 1;
    }
  }
}

function* blocks6({ starts, ends, count }: RangeList): Generator<string> {
  for (let at = 0; at < count * 2; at += 2) {
    const end = [ends[at], ends[at + 1]] as const;
    let [high, low] = [starts[at], starts[at + 1]];
    for (;;) {
      const bits = widestBlock(high, low, end);
      yield `${formatIpv6([high, low, 0, 0])}/${64 - bits}`;
      const [lastHigh, lastLow] = lastOf(high, low, bits);
      if (lastHigh === end[0] && lastLow === end[1]) break;
      high = lastLow === 0xffff_ffff ? lastHigh + 1 : lastHigh;
      low = (lastLow + 1) >>> 0;
    }
  }
}

/** Of the block that begins with a /64 and ends within the range: the logarithm of its number of /64s. */
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
