import { Blocks, MAX_BLOCK_BYTES } from "./blocks.ts";
import type { RangeList } from "../../net/ranges.ts";
import type { FamilyRanges } from "./range_lists.ts";
import type { ListText } from "../../http/list_response.ts";
import { createHash } from "node:crypto";
import { AppError } from "../../core/errors.ts";

export const RANGE_FORMATS = ["text", "json", "nft", "ipset", "nginx"] as const;

type RangeFormat = typeof RANGE_FORMATS[number];

type RangeSubject =
  | { readonly country: string }
  | { readonly asn: number };

/** An ipset refuses elements beyond its size, which can't change. */
const IPSET_SIZE = 1_048_576;

const FAMILIES = [4, 6] as const;

/** Most blocks in a group. More would make a firewall read very long lines. */
const MAX_GROUP = 256;

/** Part of a millisecond of work. */
const CHUNK_BYTES = 64 * 1024;

/** The text around the blocks of a family, which are written in groups. */
interface FamilyLayout {
  /** Before the first group. */
  readonly head?: string;
  /** Before each group. */
  readonly open: string;
  /** Between the blocks of a group. */
  readonly between: string;
  /** After each group. */
  readonly close: string;
  /** After the last group. */
  readonly tail?: string;
}

interface Layout {
  readonly head?: string;
  /** Between two groups. */
  readonly separator?: string;
  readonly tail?: string;
  family(family: 4 | 6): FamilyLayout;
}

function* textOf(
  subject: RangeSubject,
  ranges: FamilyRanges,
  format: RangeFormat,
): Generator<Uint8Array<ArrayBuffer>> {
  const layout = layoutOf(subject, format);
  const writer = new ChunkWriter();
  writer.text(layout.head);
  let separator: string | undefined;
  for (const family of FAMILIES) {
    const list = ranges[family];
    if (!list) continue;
    const { head, open, between, close, tail } = layout.family(family);
    const betweenBytes = encoder.encode(between);
    const blocks = new Blocks(family, list);
    writer.text(head);
    for (let hasNext = blocks.next(); hasNext;) {
      writer.text(separator);
      separator = layout.separator;
      writer.text(open);
      hasNext = writer.group(blocks, betweenBytes);
      writer.text(close);
      if (writer.isFull) yield writer.take();
    }
    writer.text(tail);
  }
  writer.text(layout.tail);
  if (!writer.isEmpty) yield writer.take();
}

function layoutOf(subject: RangeSubject, format: RangeFormat): Layout {
  switch (format) {
    case "text":
      return { family: () => lines("", "\n") };
    case "nginx":
      return { family: () => lines("", " 1;\n") };
    case "json":
      return {
        head: `${JSON.stringify(subject).slice(0, -1)},"prefixes":[`,
        separator: ",",
        tail: "\n]}\n",
        family: () => ({ open: '\n"', between: '",\n"', close: '"' }),
      };
    case "nft":
      return {
        head: "add table inet porthole\n",
        family: (family) => nftLayout(setName(subject, family), family),
      };
    case "ipset":
      return {
        family: (family) => ipsetLayout(setName(subject, family), family),
      };
  }
}

function lines(before: string, after: string): FamilyLayout {
  return { open: before, between: after + before, close: after };
}

/** The name of a set: `country_de_4`, `as15169_6`. */
function setName(subject: RangeSubject, family: 4 | 6): string {
  const name = "country" in subject
    ? `country_${subject.country.toLowerCase()}`
    : `as${subject.asn}`;
  return `${name}_${family}`;
}

/** A script that replaces the set in one transaction. */
function nftLayout(name: string, family: 4 | 6): FamilyLayout {
  const set = `inet porthole ${name}`;
  return {
    head:
      `add set ${set} { type ipv${family}_addr; flags interval; }\nflush set ${set}\n`,
    open: `add element ${set} { `,
    between: ", ",
    close: " }\n",
  };
}

/** A file that fills a new set and swaps it for the old one. */
function ipsetLayout(name: string, family: 4 | 6): FamilyLayout {
  const inet = family === 6 ? "inet6" : "inet";
  const type = `hash:net family ${inet} maxelem ${IPSET_SIZE} -exist`;
  const next = `${name}_new`;
  return {
    ...lines(`add ${next} `, "\n"),
    head: `create ${name} ${type}\ncreate ${next} ${type}\nflush ${next}\n`,
    tail: `swap ${next} ${name}\ndestroy ${next}\n`,
  };
}

const encoder = new TextEncoder();

/**
 * The most that is written to a chunk at once: a group, and the text around it.
 * The longest name of a set is `as4294967295_6`.
 */
const MAX_STEP_BYTES = MAX_GROUP * (MAX_BLOCK_BYTES + 24) + 1024;

/** Writes text into chunks of bytes: joining strings would take several times as long. */
class ChunkWriter {
  #bytes = new Uint8Array(CHUNK_BYTES);
  #length = 0;

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Whether the chunk must be taken before the next group. */
  get isFull(): boolean {
    return this.#length + MAX_STEP_BYTES > CHUNK_BYTES;
  }

  take(): Uint8Array<ArrayBuffer> {
    const chunk = this.#bytes.subarray(0, this.#length);
    this.#bytes = new Uint8Array(CHUNK_BYTES);
    this.#length = 0;
    return chunk;
  }

  text(text = ""): void {
    const rest = this.#bytes.subarray(this.#length);
    this.#length += encoder.encodeInto(text, rest).written;
  }

  /** Writes a group of blocks, from the current one. Returns whether there are more. */
  group(blocks: Blocks, between: Uint8Array): boolean {
    const bytes = this.#bytes;
    let length = blocks.write(bytes, this.#length);
    let hasNext = blocks.next();
    for (let i = 1; hasNext && i < MAX_GROUP; i++) {
      for (let j = 0; j < between.length; j++) bytes[length++] = between[j];
      length = blocks.write(bytes, length);
      hasNext = blocks.next();
    }
    this.#length = length;
    return hasNext;
  }
}

/** A list of blocks in a format. @throws {AppError} 404 if no address is known */
export function rangeText(
  subject: RangeSubject,
  ranges: FamilyRanges,
  format: RangeFormat,
): ListText {
  if (!ranges[4]?.count && !ranges[6]?.count) {
    throw new AppError(404, "NOT_FOUND", { reason: "ranges_unknown" });
  }
  return {
    type: format === "json" ? "application/json" : "text/plain",
    etag: etagOf(subject, ranges, format),
    chunks: () => textOf(subject, ranges, format),
  };
}

/** A strong entity tag: the same ranges in the same format are the same bytes. */
function etagOf(
  subject: RangeSubject,
  ranges: FamilyRanges,
  format: RangeFormat,
): string {
  const hash = createHash("sha256").update(JSON.stringify([subject, format]));
  for (const family of [4, 6] as const) {
    hash.update(`${family} `).update(digestOf(ranges[family]));
  }
  return `"${hash.digest("base64url")}"`;
}

/** Digests of lists, which several clients can read at once: hashing a long one takes milliseconds. */
const digests = new WeakMap<RangeList, string>();

function digestOf(list: RangeList | null): string {
  if (!list) return "";
  let digest = digests.get(list);
  if (digest === undefined) {
    const { count, starts, ends } = list;
    digest = createHash("sha256")
      .update(starts.subarray(0, count * 2))
      .update(ends.subarray(0, count * 2))
      .digest("base64url");
    digests.set(list, digest);
  }
  return digest;
}
