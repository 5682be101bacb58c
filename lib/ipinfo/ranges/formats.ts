import { blocksOf } from "./blocks.ts";
import type { FamilyRanges } from "./range_lists.ts";

export const RANGE_FORMATS = ["text", "json", "nft", "ipset", "nginx"] as const;

export type RangeFormat = typeof RANGE_FORMATS[number];

/** What a list is about. */
export type RangeSubject =
  | { readonly country: string }
  | { readonly asn: number };

/** More would make a firewall read very long lines. */
const BLOCKS_PER_LINE = 256;
/** An ipset refuses elements beyond its size, which can't change. */
const IPSET_SIZE = 1_048_576;

const FAMILIES = [4, 6] as const;

/** The lines of a list, with line breaks. */
export function linesOf(
  subject: RangeSubject,
  ranges: FamilyRanges,
  format: RangeFormat,
): Iterable<string> {
  switch (format) {
    case "text":
      return mapped(allBlocks(ranges), (block) => `${block}\n`);
    case "nginx":
      return mapped(allBlocks(ranges), (block) => `${block} 1;\n`);
    case "json":
      return jsonLines(subject, ranges);
    case "nft":
      return nftLines(subject, ranges);
    case "ipset":
      return ipsetLines(subject, ranges);
  }
}

function* allBlocks(ranges: FamilyRanges): Iterable<string> {
  for (const family of FAMILIES) {
    const list = ranges[family];
    if (list) yield* blocksOf(family, list);
  }
}

function* mapped(
  blocks: Iterable<string>,
  line: (block: string) => string,
): Iterable<string> {
  for (const block of blocks) yield line(block);
}

function* jsonLines(
  subject: RangeSubject,
  ranges: FamilyRanges,
): Iterable<string> {
  yield `${JSON.stringify(subject).slice(0, -1)},"prefixes":[`;
  let separator = "\n";
  for (const block of allBlocks(ranges)) {
    yield `${separator}"${block}"`;
    separator = ",\n";
  }
  yield "\n]}\n";
}

/** The name of a set: `country_de_4`, `as15169_6`. */
function setName(subject: RangeSubject, family: 4 | 6): string {
  const name = "country" in subject
    ? `country_${subject.country.toLowerCase()}`
    : `as${subject.asn}`;
  return `${name}_${family}`;
}

/** A script that replaces the sets in one transaction. */
function* nftLines(
  subject: RangeSubject,
  ranges: FamilyRanges,
): Iterable<string> {
  yield "add table inet porthole\n";
  for (const family of FAMILIES) {
    const list = ranges[family];
    if (!list) continue;
    const set = `inet porthole ${setName(subject, family)}`;
    yield `add set ${set} { type ipv${family}_addr; flags interval; }\n`;
    yield `flush set ${set}\n`;
    for (const blocks of batches(blocksOf(family, list))) {
      yield `add element ${set} { ${blocks.join(", ")} }\n`;
    }
  }
}

/** A file that fills new sets and swaps them for the old ones. */
function* ipsetLines(
  subject: RangeSubject,
  ranges: FamilyRanges,
): Iterable<string> {
  for (const family of FAMILIES) {
    const list = ranges[family];
    if (!list) continue;
    const name = setName(subject, family);
    const type = `hash:net family inet${
      family === 6 ? "6" : ""
    } maxelem ${IPSET_SIZE} -exist`;
    const next = `${name}_new`;
    yield `create ${name} ${type}\n`;
    yield `create ${next} ${type}\n`;
    yield `flush ${next}\n`;
    for (const block of blocksOf(family, list)) yield `add ${next} ${block}\n`;
    yield `swap ${next} ${name}\n`;
    yield `destroy ${next}\n`;
  }
}

function* batches(blocks: Iterable<string>): Iterable<string[]> {
  let batch: string[] = [];
  for (const block of blocks) {
    batch.push(block);
    if (batch.length < BLOCKS_PER_LINE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
