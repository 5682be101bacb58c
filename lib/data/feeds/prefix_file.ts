import {
  type Cidr,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../../net/cidr.ts";
import { AddressRanges } from "../../net/ranges.ts";
import { encodePrefixes } from "../stored_lists.ts";
import type { Compiled } from "./feed.ts";

/** Counts the rows of a file. Fewer than one in a hundred may be invalid. */
export class RowCounter {
  valid = 0;
  invalid = 0;

  /** @throws {Error} if there are no rows, or too many are invalid */
  check(): void {
    const { valid, invalid } = this;
    if (valid + invalid === 0) throw new Error("it has no entries");
    if (invalid * 100 >= valid + invalid) {
      throw new Error(`${invalid} of ${valid + invalid} entries are invalid`);
    }
  }
}

/** A parsed list: the text of each entry, and the build time in milliseconds since the epoch, null if the list does not state it. */
export interface ParsedList {
  readonly entries: Iterable<string>;
  readonly builtAt: number | null;
}

interface PrefixFileOptions {
  /** Parses the file at a path. */
  readonly parse: (source: string) => Promise<ParsedList>;
  /** Whether to ignore a block because it is not on the public internet. */
  readonly isBogon: (cidr: Cidr) => boolean;
}

/**
 * Shortest prefix length accepted. Nobody controls a larger block, and a poisoned
 * list must not mark the whole internet.
 */
const MIN_PREFIX_LENGTH = { 4: 8, 6: 16 };

/** @throws {Error} if the block is implausibly large */
export function checkBlockSize(cidr: Cidr): void {
  if (cidr.prefixLength < MIN_PREFIX_LENGTH[cidr.address.family]) {
    throw new Error(`it lists ${formatCidr(cidr)}, an implausibly large block`);
  }
}

/** Larger lists would need a more compact format. */
const MAX_ENTRIES = 2_000_000;

/**
 * Writes the distinct entries of a list in the format that `loadPrefixes` reads.
 *
 * @throws {Error} if an entry is implausibly large, or too many entries are not CIDRs
 */
export async function compilePrefixes(
  { parse, isBogon }: PrefixFileOptions,
  source: string,
  target: string,
): Promise<Compiled> {
  const { entries, builtAt } = await parse(source);
  const count = new RowCounter();
  const distinct = new Set<string>();
  const ranges = new AddressRanges();
  for (const text of entries) {
    const parsed = parseCidr(text);
    if (!parsed) {
      count.invalid++;
      continue;
    }
    count.valid++;
    const cidr = unmapIpv4Cidr(parsed);
    if (isBogon(cidr)) continue;
    checkBlockSize(cidr);
    const entry = formatCidr(cidr);
    if (distinct.has(entry)) continue;
    distinct.add(entry);
    ranges.addCidr(cidr);
    if (distinct.size > MAX_ENTRIES) {
      throw new Error(`it has over ${MAX_ENTRIES} entries`);
    }
  }
  count.check();
  if (distinct.size === 0) throw new Error("it lists no public addresses");
  await Deno.writeFile(target, encodePrefixes(ranges, builtAt ?? 0));
  return { entries: distinct.size, builtAt };
}
