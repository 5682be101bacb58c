import { Buffer } from "node:buffer";
import { KIND_CODES, reversed, type SearchKind, toOctets } from "./edge.ts";

/** Where a name must contain the keyword: at its start, anywhere, at its end. */
export type Match = "left" | "middle" | "right";

/** A search. The keyword is normalized, see `normalizeName`. */
export interface Pattern {
  readonly kind: SearchKind;
  readonly match: Match;
  readonly keyword: string;
}

/**
 * The sort key of the last row of a page: name and id (left), reversed name and
 * value (right), id (middle).
 */
export interface Position {
  readonly name: Uint8Array;
  readonly value: Uint8Array;
  readonly id: number;
}

/** A cursor that does not belong to this search. */
export class InvalidCursorError extends Error {
  override readonly name = "InvalidCursorError";
}

const MATCH_CODES: Readonly<Record<Match, number>> = {
  left: 0,
  middle: 1,
  right: 2,
};

/** Formats a position as base64url of the search's tag, the id, the length of the name, the name and the value. */
export function formatCursor(pattern: Pattern, position: Position): string {
  const head = Buffer.alloc(HEAD_OCTETS);
  head[0] = searchTag(pattern);
  head.writeBigUInt64BE(BigInt(position.id), 1);
  head.writeUInt16BE(position.name.length, 9);
  return Buffer.concat([head, position.name, position.value])
    .toString("base64url");
}

/**
 * Parses a cursor, which a client can have altered.
 *
 * @throws {InvalidCursorError} it is malformed, or belongs to another search
 */
export function parseCursor(pattern: Pattern, text: string): Position {
  const octets = Buffer.from(text, "base64url");
  if (octets.length < HEAD_OCTETS || octets.toString("base64url") !== text) {
    throw new InvalidCursorError("The cursor is malformed.");
  }
  const id = Number(octets.readBigUInt64BE(1));
  const nameEnd = HEAD_OCTETS + octets.readUInt16BE(9);
  const name = octets.subarray(HEAD_OCTETS, nameEnd);
  const value = octets.subarray(nameEnd);
  if (
    octets[0] !== searchTag(pattern) || nameEnd > octets.length ||
    !Number.isSafeInteger(id) || !matchesPattern(pattern, { id, name, value })
  ) {
    throw new InvalidCursorError("The cursor belongs to another search.");
  }
  return { id, name: Uint8Array.from(name), value: Uint8Array.from(value) };
}

/** Tag, id, length of the name. */
const HEAD_OCTETS = 1 + 8 + 2;

function searchTag({ kind, match }: Pattern): number {
  return KIND_CODES[kind] << 4 | MATCH_CODES[match];
}

/** Whether a position has the parts that the match uses, and its name matches the keyword. */
function matchesPattern({ match, keyword }: Pattern, at: Position): boolean {
  if (match === "middle") return at.name.length + at.value.length === 0;
  const begins = (prefix: Buffer) =>
    prefix.equals(at.name.subarray(0, prefix.length));
  return match === "left"
    ? at.value.length === 0 && begins(toOctets(keyword))
    : at.id === 0 && begins(reversed(toOctets(keyword)));
}
