import {
  type Cidr,
  cidrContains,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../../net/cidr.ts";
import { AddressRanges } from "../../net/ranges.ts";
import { encodePrefixes } from "../stored_lists.ts";
import type { Compiled } from "./feed.ts";

/**
 * Counts the rows of a file. Fewer than one in a hundred may be invalid, and fewer
 * than half of them may have been there before: some publishers list a block once for
 * each of its services.
 */
export class RowCounter {
  valid = 0;
  invalid = 0;
  /** Of the valid ones. */
  repeated = 0;

  /** Counts a row, and returns whether it is valid. */
  add<Row>(row: Row | null | undefined | false): row is Row {
    const isValid = row !== null && row !== undefined && row !== false;
    if (isValid) this.valid++;
    else this.invalid++;
    return isValid;
  }

  /** @throws {Error} if there are no rows, or too many are invalid or repeated */
  check(): void {
    const { valid, invalid, repeated } = this;
    if (repeated * 2 >= valid && repeated > 0) {
      throw new Error(`${repeated} of ${valid} entries are repeated`);
    }
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
  readonly parse: (source: string) => Promise<ParsedList>;
  /** Whether to ignore a block because it is not on the public internet. */
  readonly isBogon: (cidr: Cidr) => boolean;
  /** Whether the list has private space on purpose, as one of what nobody may send from. */
  readonly hasPrivate?: boolean;
}

/**
 * Shortest prefix length accepted. Nobody controls a larger block, and a poisoned
 * list must not mark the whole internet.
 */
const MIN_PREFIX_LENGTH = { 4: 8, 6: 16 };

/** Private, shared, loopback and link-local space (RFC 1918, 4193, 4291, 6598, 1122 and 3927). */
const PRIVATE = [
  ...["10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16"],
  ...["172.16.0.0/12", "192.168.0.0/16", "::1/128", "fc00::/7", "fe80::/10"],
].map((text) => parseCidr(text)!);

/**
 * Every network has its own private space, so no publisher knows anything about it:
 * a file with an entry about it is not what it should be. Other reserved blocks are
 * only ignored.
 *
 * @throws {Error} if the block is in private space
 */
export function checkNotPrivate({ address, prefixLength }: Cidr): void {
  const isPrivate = PRIVATE.some((block) =>
    prefixLength >= block.prefixLength && cidrContains(block, address)
  );
  if (isPrivate) {
    const text = formatCidr({ address, prefixLength });
    throw new Error(`it lists ${text}, which is private space`);
  }
}

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
 * @throws {Error} if an entry is implausibly large or private, or too many entries are not CIDRs or repeated
 */
export async function compilePrefixes(
  { parse, isBogon, hasPrivate }: PrefixFileOptions,
  source: string,
  target: string,
): Promise<Compiled> {
  const { entries, builtAt } = await parse(source);
  const count = new RowCounter();
  const distinct = new Set<string>();
  const ranges = new AddressRanges();
  for (const text of entries) {
    const parsed = parseCidr(text);
    if (!count.add(parsed)) continue;
    const cidr = unmapIpv4Cidr(parsed);
    if (!hasPrivate) checkNotPrivate(cidr);
    if (isBogon(cidr)) continue;
    checkBlockSize(cidr);
    const entry = formatCidr(cidr);
    if (distinct.has(entry)) {
      count.repeated++;
      continue;
    }
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
