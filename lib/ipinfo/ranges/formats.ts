import { blocksOf } from "./blocks.ts";
import type { FamilyRanges } from "./range_lists.ts";

export const RANGE_FORMATS = ["text", "json", "nft", "ipset", "nginx"] as const;

export type RangeFormat = typeof RANGE_FORMATS[number];

/** The subject of a list. */
export type RangeSubject =
  | { readonly country: string }
  | { readonly asn: number };

/** An ipset refuses elements beyond its size, which can't change. */
const IPSET_SIZE = 1_048_576;

const FAMILIES = [4, 6] as const;

/** A list as text, in parts of some lines. */
export function textOf(
  subject: RangeSubject,
  ranges: FamilyRanges,
  format: RangeFormat,
): Iterable<string> {
  switch (format) {
    case "text":
      return lines(allBlocks(ranges), "", "\n");
    case "nginx":
      return lines(allBlocks(ranges), "", " 1;\n");
    case "json":
      return jsonText(subject, ranges);
    case "nft":
      return nftText(subject, ranges);
    case "ipset":
      return ipsetText(subject, ranges);
  }
}

function* allBlocks(ranges: FamilyRanges): Iterable<string[]> {
  for (const family of FAMILIES) {
    const list = ranges[family];
    if (list) yield* blocksOf(family, list);
  }
}

/** A line for each block, between two texts. */
function* lines(
  batches: Iterable<string[]>,
  before: string,
  after: string,
): Iterable<string> {
  for (const blocks of batches) {
    yield `${before}${blocks.join(after + before)}${after}`;
  }
}

function* jsonText(
  subject: RangeSubject,
  ranges: FamilyRanges,
): Iterable<string> {
  yield `${JSON.stringify(subject).slice(0, -1)},"prefixes":[`;
  let separator = "\n";
  for (const blocks of allBlocks(ranges)) {
    yield `${separator}"${blocks.join('",\n"')}"`;
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
function* nftText(
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
    for (const blocks of blocksOf(family, list)) {
      yield `add element ${set} { ${blocks.join(", ")} }\n`;
    }
  }
}

/** A file that fills new sets and swaps them for the old ones. */
function* ipsetText(
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
    yield* lines(blocksOf(family, list), `add ${next} `, "\n");
    yield `swap ${next} ${name}\n`;
    yield `destroy ${next}\n`;
  }
}
