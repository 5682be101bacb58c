import { parseAsn as parseNumber } from "../net/target.ts";
import { PrefixSet } from "../net/prefix_set.ts";
import { type AddressRanges, RangeList } from "../net/ranges.ts";
import {
  type ColumnFormat,
  encodeColumnFile,
  readColumnFile,
} from "./columns/column_file.ts";
import { lastAtMost } from "./columns/range_rows.ts";

/** The header line of a stored text file. */
interface StoredTextHead {
  /** Name of the feed. */
  readonly name: string;
  /** Milliseconds since the epoch; null if the source does not state it. */
  readonly builtAt: number | null;
}

/** A stored text file: its header and one entry per line. */
interface StoredText extends StoredTextHead {
  readonly lines: readonly string[];
}

type Kind = "asns" | "asn-classes";

/** Version of the file format. */
export const STORED_TEXT_FORMAT = 1;

/** Formats one entry per line after a header: `# prefixes 1 tor-exits 1234 2026-11-21T00:00:00.000Z`. */
export function formatStoredText(
  kind: Kind,
  { name, builtAt, lines }: StoredText,
): string {
  const built = builtAt === null ? "-" : new Date(builtAt).toISOString();
  const head =
    `# ${kind} ${STORED_TEXT_FORMAT} ${name} ${lines.length} ${built}`;
  return [head, ...lines, ""].join("\n");
}

/**
 * Parses the output of {@link formatStoredText}.
 *
 * @throws {Error} if it has another kind or version, or is truncated
 */
export function parseStoredText(kind: Kind, text: string): StoredText {
  const cannot = (why: string) => new Error(`Cannot load the ${kind}: ${why}`);
  const lines = text.split("\n");
  const head = /^# (\S+) (\d+) (\S+) (\d+) (\S+)$/.exec(lines[0]);
  if (!head) throw cannot("the file has no header line");
  const [, actualKind, version, name, count, built] = head;
  if (actualKind !== kind) throw cannot(`the file contains ${actualKind}`);
  if (Number(version) !== STORED_TEXT_FORMAT) {
    throw cannot(`version ${version} is not ${STORED_TEXT_FORMAT}`);
  }
  // The first line is the header; the last element, after the final newline, is empty.
  const entryCount = lines.length - 2;
  if (entryCount !== Number(count) || lines.at(-1) !== "") {
    throw cannot(`the file is truncated: ${entryCount} of ${count} entries`);
  }
  const builtAt = built === "-" ? null : Date.parse(built);
  if (Number.isNaN(builtAt)) throw cannot(`${built} is not a date`);
  return { name, builtAt, lines: lines.slice(1, -1) };
}

/** A published list of addresses and blocks. */
export interface PrefixList {
  /** Name of the feed. */
  readonly name: string;
  readonly prefixes: PrefixSet;
  /** Milliseconds since the epoch; null if the list does not state it. */
  readonly builtAt: number | null;
}

/** Format of a list of prefixes: starts and ends of its ranges, one word each in IPv4, then four in IPv6. In version 1 it was text. */
export const PREFIX_COLUMNS: ColumnFormat = {
  name: "list of prefixes",
  magic: "PPFX",
  version: 2,
  columnCount: 4,
};

/** Encodes the file that {@link loadPrefixes} reads. @param builtAt milliseconds since the epoch */
export function encodePrefixes(
  ranges: AddressRanges,
  builtAt: number,
): Uint8Array<ArrayBuffer> {
  const columns = [ranges.v4.merged(), ranges.v6.merged()]
    .flatMap(({ starts, ends }) => [starts.slice(), ends.slice()]);
  return encodeColumnFile(PREFIX_COLUMNS, builtAt, columns);
}

/** Loads a list as views over its bytes. @throws {Error} if they are damaged */
export function loadPrefixes(bytes: Uint8Array): PrefixSet {
  const { columns } = readColumnFile(bytes, PREFIX_COLUMNS);
  return new PrefixSet({
    v4: RangeList.of(1, columns.words(), columns.words()),
    v6: RangeList.of(4, columns.words(), columns.words()),
  }, { areMerged: true });
}

/** A published list of autonomous systems. */
export interface AsnList {
  /** Name of the feed. */
  readonly name: string;
  readonly asns: ReadonlySet<number>;
  /** Milliseconds since the epoch; null if the list does not state it. */
  readonly builtAt: number | null;
}

/**
 * Parses a stored list of AS numbers, as `compileAsns` writes it.
 *
 * @throws {Error} if the text is damaged
 */
export function parseAsnList(text: string): AsnList {
  const { name, builtAt, lines } = parseStoredText("asns", text);
  const asns = new Set<number>();
  for (const line of lines) {
    const asn = parseAsn(line);
    if (asn === null) {
      throw new Error(`Cannot load the asns: "${line}" is not an AS number`);
    }
    asns.add(asn);
  }
  return { name, asns, builtAt };
}

/** As that of net; null for 0 as well, which is reserved (RFC 7607). */
export function parseAsn(text: string): number | null {
  return parseNumber(text) || null;
}

/** As many distinct classes as one byte can index. */
export const MAX_CLASSES = 256;

/** The class of each autonomous system, as the feed names it: "Eyeball", "Content". */
export class AsnClasses {
  /** Name of the feed. */
  readonly name: string;
  /** Milliseconds since the epoch; null if the feed does not state it. */
  readonly builtAt: number | null;
  readonly size: number;
  /** Ascending. */
  readonly #asns: Uint32Array;
  /** For each of `#asns`, the index of its class. */
  readonly #indexes: Uint8Array;
  readonly #classes: readonly string[];

  /**
   * Parses a stored list of lines `asn class`, ascending by number, as
   * `compileAsnClasses` writes it.
   *
   * @throws {Error} if the text is damaged
   */
  constructor(text: string) {
    const { name, builtAt, lines } = parseStoredText("asn-classes", text);
    this.name = name;
    this.builtAt = builtAt;
    this.size = lines.length;
    this.#asns = new Uint32Array(lines.length);
    this.#indexes = new Uint8Array(lines.length);
    const classes = new Map<string, number>();
    lines.forEach((line, row) => {
      const space = line.indexOf(" ");
      const asn = parseAsn(line.slice(0, space));
      if (space < 0 || asn === null || (row && asn <= this.#asns[row - 1])) {
        throw new Error(
          `Cannot load the asn-classes: "${line}" is malformed or out of order`,
        );
      }
      const word = line.slice(space + 1);
      const index = classes.getOrInsert(word, classes.size);
      if (index >= MAX_CLASSES) {
        throw new Error(
          `Cannot load the asn-classes: over ${MAX_CLASSES} classes`,
        );
      }
      this.#asns[row] = asn;
      this.#indexes[row] = index;
    });
    this.#classes = [...classes.keys()];
  }

  /** The class of an autonomous system; undefined if the feed does not list it. */
  classOf(asn: number): string | undefined {
    const row = lastAtMost(this.#asns, asn);
    return this.#asns[row] === asn
      ? this.#classes[this.#indexes[row]]
      : undefined;
  }
}
