import {
  type Cidr,
  formatCidr,
  parseCidr,
  unmapIpv4Cidr,
} from "../../net/cidr.ts";
import { formatStoredText } from "../stored_text.ts";
import type { Compiled } from "./feed.ts";

/** Counts the rows of a file, of which a few may be unreadable: under one in a hundred. */
export class RowCount {
  good = 0;
  bad = 0;

  /** @throws {Error} where there are none, or too many were unreadable */
  check(): void {
    const { good, bad } = this;
    if (good + bad === 0) throw new Error("it has no entries");
    if (bad * 100 >= good + bad) {
      throw new Error(`${bad} of its ${good + bad} entries cannot be read`);
    }
  }
}

/** What a parser finds in a list: the text of each entry, and when the list was made. */
export interface ListText {
  readonly entries: Iterable<string>;
  readonly builtAt: number | null;
}

export interface PrefixFileOptions {
  readonly name: string;
  /** Reads the downloaded file. */
  readonly parse: (source: string) => Promise<ListText>;
  /** Blocks that have no place on the internet, and so none on a list. */
  readonly isBogon: (cidr: Cidr) => boolean;
}

/**
 * The shortest prefix that is believed. Nobody answers for the behaviour of
 * more at a time: a poisoned list must not mark the whole internet.
 */
const SHORTEST = { 4: 8, 6: 16 };

/** Lists of other kinds would be better off as ranges. */
const MAX_ENTRIES = 2_000_000;

/**
 * Writes a list in the one form that `parsePrefixList` reads, each entry once.
 *
 * @throws {Error} where an entry is too wide to be true, and where too many are no CIDRs
 */
export async function compilePrefixes(
  { name, parse, isBogon }: PrefixFileOptions,
  source: string,
  target: string,
): Promise<Compiled> {
  const { entries, builtAt } = await parse(source);
  const count = new RowCount();
  const kept = new Set<string>();
  for (const text of entries) {
    const parsed = parseCidr(text);
    if (!parsed) {
      count.bad++;
      continue;
    }
    count.good++;
    const cidr = unmapIpv4Cidr(parsed);
    if (isBogon(cidr)) continue;
    if (cidr.prefixLength < SHORTEST[cidr.address.family]) {
      throw new Error(`it lists ${formatCidr(cidr)}, too wide to be true`);
    }
    kept.add(lineOf(cidr));
    if (kept.size > MAX_ENTRIES) {
      throw new Error(`it has over ${MAX_ENTRIES} entries`);
    }
  }
  count.check();
  if (kept.size === 0) throw new Error("it lists no public addresses");
  await Deno.writeTextFile(
    target,
    formatStoredText("prefixes", { name, builtAt, lines: [...kept] }),
  );
  return { entries: kept.size, builtAt };
}

function lineOf(cidr: Cidr): string {
  const { address, prefixLength } = cidr;
  return prefixLength === (address.family === 4 ? 32 : 128)
    ? address.text
    : formatCidr(cidr);
}
