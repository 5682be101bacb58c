import { AddressRanges } from "../net/address_ranges.ts";
import { PrefixSet } from "../net/prefix_set.ts";
import { parseKept } from "./kept_text.ts";

/** Addresses that somebody has put on a list. */
export interface PrefixList {
  /** Name of the feed. */
  readonly name: string;
  readonly prefixes: PrefixSet;
  /** Milliseconds since the epoch; null where the list does not say. */
  readonly builtAt: number | null;
}

/**
 * Reads a kept list of addresses and CIDRs.
 *
 * @throws {Error} where the file is damaged
 */
export function parsePrefixList(text: string): PrefixList {
  const { name, builtAt, lines } = parseKept("prefixes", text);
  const ranges = new AddressRanges();
  for (const line of lines) {
    if (!ranges.addText(line)) {
      throw new Error(`Cannot load the prefixes: "${line}" is none`);
    }
  }
  return { name, prefixes: new PrefixSet(ranges), builtAt };
}
