import { Blocks } from "../../lib/ipinfo/ranges/blocks.ts";
import type { RangeList } from "../../lib/net/ranges.ts";
import assert from "node:assert/strict";
import { type Cidr, parseCidr } from "../../lib/net/cidr.ts";
import { type IpAddress, parseIp } from "../../lib/net/ip_address.ts";

/** An address that a test writes as text. */
export function ip(text: string): IpAddress {
  const parsed = parseIp(text);
  assert(parsed, text);
  return parsed;
}

/** A block that a test writes as text. */
export function cidr(text: string): Cidr {
  const parsed = parseCidr(text);
  assert(parsed, text);
  return parsed;
}

/** The fewest blocks that make up ranges of two words, as text. */
export function blocksOf(family: 4 | 6, ranges: RangeList): string[] {
  const blocks = new Blocks(family, ranges);
  const texts: string[] = [];
  while (blocks.next()) texts.push(blocks.text);
  return texts;
}
