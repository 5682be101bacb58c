/** Addresses to evaluate, drawn so that every run draws the same. */
import { enclosingCidr, parseCidr } from "../../lib/net/cidr.ts";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
} from "../../lib/net/ip_address.ts";
import { isLocatable } from "../../lib/net/allocations.ts";
import { isBogon } from "../../lib/net/special_blocks.ts";

/** A generator of numbers from 0 to below 1 (mulberry32). */
export function seededRandom(seed: number): () => number {
  return () => {
    seed = seed + 0x6d2b79f5 | 0;
    let t = Math.imul(seed ^ seed >>> 15, 1 | seed);
    t = t + Math.imul(t ^ t >>> 7, 61 | t) ^ t;
    return ((t ^ t >>> 14) >>> 0) / 2 ** 32;
  };
}

/** An IPv6 address counts by its /48, whose upper 48 bits a double holds exactly. */
export function keyOf(ip: IpAddress): number {
  return ip.family === 4
    ? ip.value
    : ip.words[0] * 0x10000 + (ip.words[1] >>> 16);
}

/** The address with a key: of an IPv6 /48, its first host. */
export function addressOf(family: 4 | 6, key: number): IpAddress {
  return family === 4 ? ipv4FromValue(key) : ipv6FromWords([
    Math.floor(key / 0x10000),
    key % 0x10000 * 0x10000,
    0,
    1,
  ]);
}

/** Inclusive ranges of keys with a value each, from which keys are drawn evenly. */
export class KeyRanges<Value> {
  readonly #starts: number[] = [];
  readonly #ends: number[] = [];
  readonly #values: Value[] = [];
  /** Number of keys up to and including each range. */
  readonly #totals: number[] = [];

  get total(): number {
    return this.#totals.at(-1) ?? 0;
  }

  add(start: number, end: number, value: Value): void {
    this.#totals.push(this.total + end - start + 1);
    this.#starts.push(start);
    this.#ends.push(end);
    this.#values.push(value);
  }

  draw(random: () => number): { key: number; value: Value } {
    const nth = Math.floor(random() * this.total);
    const at = firstAbove(this.#totals, nth);
    const before = at === 0 ? 0 : this.#totals[at - 1];
    return { key: this.#starts[at] + nth - before, value: this.#values[at] };
  }

  /** The value of the range that contains a key. The ranges must be ascending. */
  at(key: number): Value | undefined {
    const at = firstAbove(this.#starts, key) - 1;
    return at >= 0 && key <= this.#ends[at] ? this.#values[at] : undefined;
  }
}

/** The index of the first of ascending values that is above a limit. */
function firstAbove(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (values[middle] <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Reads a CSV file of an ip-location-db package with numeric bounds.
 *
 * @param valueOf of the fields after the bounds; undefined leaves the row out
 */
export async function readRanges<Value>(
  path: URL,
  family: 4 | 6,
  valueOf: (fields: readonly string[]) => Value | undefined,
): Promise<KeyRanges<Value>> {
  const ranges = new KeyRanges<Value>();
  const keyOfText = (text: string) =>
    family === 4 ? Number(text) : Number(BigInt(text) >> 80n);
  for (const line of (await Deno.readTextFile(path)).split("\n")) {
    const [start, end, ...fields] = line.trim().split(",");
    const value = fields.length === 0 ? undefined : valueOf(fields);
    if (value !== undefined) {
      ranges.add(keyOfText(start), keyOfText(end), value);
    }
  }
  return ranges;
}

/** Draws addresses that are somewhere: neither reserved nor of 6to4 and the like. */
export function drawAddresses(
  ranges: KeyRanges<unknown>,
  { family, count, random }: {
    family: 4 | 6;
    count: number;
    random: () => number;
  },
): IpAddress[] {
  const drawn: IpAddress[] = [];
  while (drawn.length < count) {
    const ip = addressOf(family, ranges.draw(random).key);
    if (!isBogon(ip) && isLocatable(ip)) drawn.push(ip);
  }
  return drawn;
}

/** A block, and what its network says of it. */
export interface Block<Value> {
  readonly cidr: string;
  readonly value: Value;
}

/** The blocks of one family as ranges. An IPv6 block narrower than a /48 counts as one. */
export function blockRanges<Value>(
  blocks: readonly Block<Value>[],
  family: 4 | 6,
): KeyRanges<Block<Value>> {
  const ranges = new KeyRanges<Block<Value>>();
  for (const block of blocks) {
    const cidr = parseCidr(block.cidr);
    if (cidr?.address.family !== family) continue;
    const start = keyOf(cidr.address);
    const bits = (family === 4 ? 32 : 48) - cidr.prefixLength;
    ranges.add(start, start + 2 ** Math.max(0, bits) - 1, block);
  }
  return ranges;
}

/** Draws an address of a block. Of a block narrower than a /48, it is the first one. */
export function drawFromBlock<Value>(
  ranges: KeyRanges<Block<Value>>,
  family: 4 | 6,
  random: () => number,
): { ip: IpAddress; value: Value } {
  const { key, value: { cidr, value } } = ranges.draw(random);
  const block = parseCidr(cidr);
  const isNarrow = family === 6 && block !== null && block.prefixLength > 48;
  return { ip: isNarrow ? block.address : addressOf(family, key), value };
}

/** The value of the narrowest block that contains an address and has one. */
export function countryOfBlocks(
  blocks: readonly Block<string | undefined>[],
): (ip: IpAddress) => string | undefined {
  const byLength = new Map<number, Map<string, string>>();
  for (const { cidr: text, value } of blocks) {
    const cidr = parseCidr(text);
    if (!cidr || value === undefined) continue;
    const { address, prefixLength } = cidr;
    byLength.getOrInsertComputed(prefixLength, () => new Map())
      .set(address.text, value);
  }
  const lengths = [...byLength.keys()].sort((a, b) => b - a);
  return (ip) => {
    for (const length of lengths) {
      if (ip.family === 4 && length > 32) continue;
      const { text } = enclosingCidr(ip, length).address;
      const value = byLength.get(length)!.get(text);
      if (value !== undefined) return value;
    }
  };
}
