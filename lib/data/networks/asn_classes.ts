import { lastAtMost } from "../columns/range_rows.ts";
import { parseStoredText } from "../stored_text.ts";

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

/** Parses `15169` or `AS15169`; null for anything else, and for 0, which is reserved (RFC 7607). */
export function parseAsn(text: string): number | null {
  const match = /^(?:AS)?([1-9]\d{0,9})$/i.exec(text);
  if (!match) return null;
  const asn = Number(match[1]);
  return asn <= 0xffff_ffff ? asn : null;
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
      let index = classes.get(word);
      if (index === undefined) classes.set(word, index = classes.size);
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
