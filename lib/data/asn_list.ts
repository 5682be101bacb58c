import { parseKept } from "./kept_text.ts";

/** Autonomous systems that somebody has put on a list. */
export interface AsnList {
  /** Name of the feed. */
  readonly name: string;
  readonly asns: ReadonlySet<number>;
  /** Milliseconds since the epoch; null where the list does not say. */
  readonly builtAt: number | null;
}

/**
 * Reads a kept list of AS numbers.
 *
 * @throws {Error} where the file is damaged
 */
export function parseAsnList(text: string): AsnList {
  const { name, builtAt, lines } = parseKept("asns", text);
  const asns = new Set<number>();
  for (const line of lines) {
    const asn = parseAsn(line);
    if (asn === null) {
      throw new Error(`Cannot load the asns: "${line}" is none`);
    }
    asns.add(asn);
  }
  return { name, asns, builtAt };
}

/** Reads `15169` or `AS15169`; null for anything else, and for 0, which is no network (RFC 7607). */
export function parseAsn(text: string): number | null {
  const match = /^(?:AS)?([1-9]\d{0,9})$/i.exec(text);
  if (!match) return null;
  const asn = Number(match[1]);
  return asn <= 0xffff_ffff ? asn : null;
}
