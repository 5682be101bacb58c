import { Buffer } from "node:buffer";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromView,
  parseIp,
} from "../../net/ip_address.ts";

/** The type of record that links two names, or a name and an address: PTR, CNAME, or A and AAAA. */
export type EdgeKind = "ptr" | "cname" | "address";

/** A record that a lookup has seen. */
export interface Edge {
  readonly kind: EdgeKind;
  /** The host name; for a CNAME, the canonical name. */
  readonly name: string;
  /** The address; for a CNAME, the alias. */
  readonly value: string;
}

/**
 * Kind of a stored row. A CNAME is stored twice, so that both of its names can be
 * searched: as `cname` under the canonical name, and as `alias` under the alias,
 * with the canonical name as value.
 */
type StoredKind = EdgeKind | "alias";

/** A row of the index: the name in lower case, addresses in canonical form. */
export interface IndexRow extends Omit<Edge, "kind"> {
  readonly kind: StoredKind;
  readonly firstSeenMs: number;
  readonly lastSeenMs: number;
}

/** Kinds that can be searched by name. */
export const SEARCH_KINDS = ["ptr", "cname", "alias"] as const;

export type SearchKind = typeof SEARCH_KINDS[number];

/** Edges that were seen at the same time. */
export interface SeenEdges {
  readonly seenMs: number;
  readonly edges: readonly Edge[];
}

const KINDS = ["ptr", "cname", "address", "alias"] as const;

/** Codes of the kinds in the file. */
export const KIND_CODES = Object.fromEntries(
  KINDS.map((kind, code) => [kind, code]),
) as Readonly<Record<StoredKind, number>>;

export function kindFromCode(code: number): StoredKind {
  return KINDS[code];
}

/** Encodes an address as octets: the family, then the address in network byte order. They sort like the addresses, IPv4 first. */
export function ipKey(ip: IpAddress): Buffer {
  if (ip.family === 4) {
    const key = Buffer.allocUnsafe(5);
    key[0] = 4;
    key.writeUInt32BE(ip.value, 1);
    return key;
  }
  const key = Buffer.allocUnsafe(17);
  key[0] = 6;
  ip.words.forEach((word, i) => key.writeUInt32BE(word, 1 + 4 * i));
  return key;
}

/** Decodes a key of {@link ipKey} to the text of the address. */
export function ipText(key: Uint8Array): string {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  const ip = key[0] === 4
    ? ipv4FromValue(view.getUint32(1))
    : ipv6FromView(view, 1);
  return ip.text;
}

/** Longest text of a name: 255 octets, each escaped as `\DDD` (RFC 1035 section 5.1). */
const MAX_NAME_OCTETS = 1_024;

/**
 * Normalizes a name or keyword for storage and comparison: ASCII letters become
 * lower case, and everything else stays.
 *
 * @returns null if it is empty or too long for a name
 */
export function normalizeName(text: string): string | null {
  if (text === "" || Buffer.byteLength(text) > MAX_NAME_OCTETS) return null;
  // Without the pattern toLowerCase would change non-ASCII letters, whose case DNS distinguishes.
  return text.toWellFormed()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Encodes a normalized name as UTF-8 for SQLite.
 *
 * The octets sort like the characters (RFC 3629 section 1), and may include NUL,
 * which SQLite does not support in text.
 */
export function toOctets(name: string): Buffer {
  return Buffer.from(name);
}

/** A reversed copy: a common ending becomes a common prefix. */
export function reversed(octets: Uint8Array): Buffer {
  return Buffer.from(octets).reverse();
}

/** The upper bound of all octets with a prefix: 0xFF never occurs in UTF-8. */
export function prefixEnd(octets: Uint8Array): Buffer {
  return Buffer.concat([octets, Buffer.of(0xff)]);
}

/** Decodes octets of the file to text. */
export function toText(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
    .toString();
}

/** An edge, encoded for writing. */
export interface StoredEdge {
  readonly kindCode: number;
  readonly text: string;
  readonly name: Buffer;
  readonly reversedName: Buffer;
  readonly value: Buffer;
  readonly seenMs: number;
  /** Sorts like the code of the kind and the reversed name. */
  readonly sortKey: string;
}

/** A row of the table `edge`, as SQLite returns it. */
export interface EdgeRecord {
  readonly id: number;
  readonly kind: number;
  readonly reversed_name: Uint8Array;
  readonly value: Uint8Array;
  readonly first_seen_ms: number;
  readonly last_seen_ms: number;
}

/**
 * Encodes edges and sorts them by reversed name, which is the order of the table.
 * Leaves out those with an invalid name or address.
 */
export function toStoredEdges(seen: readonly SeenEdges[]): StoredEdge[] {
  const stored: StoredEdge[] = [];
  for (const { seenMs, edges } of seen) {
    for (const edge of edges) addForms(stored, edge, seenMs);
  }
  return stored.sort((a, b) =>
    a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0
  );
}

/** Adds the rows of an edge: a CNAME has one for each name. */
function addForms(stored: StoredEdge[], edge: Edge, seenMs: number): void {
  const text = normalizeName(edge.name);
  if (text === null) return;
  if (edge.kind !== "cname") {
    const ip = parseIp(edge.value);
    if (ip) stored.push(storedEdge(edge.kind, text, ipKey(ip), seenMs));
    return;
  }
  const alias = normalizeName(edge.value);
  if (alias === null) return;
  stored.push(
    storedEdge("cname", text, toOctets(alias), seenMs),
    storedEdge("alias", alias, toOctets(text), seenMs),
  );
}

function storedEdge(
  kind: StoredKind,
  text: string,
  value: Buffer,
  seenMs: number,
): StoredEdge {
  const name = toOctets(text);
  const kindCode = KIND_CODES[kind];
  const reversedName = reversed(name);
  return {
    kindCode,
    text,
    name,
    reversedName,
    value,
    seenMs,
    // Latin-1 text sorts like the octets, and faster.
    sortKey: kindCode + reversedName.toString("latin1"),
  };
}

/** Decodes a row of the table. */
export function toIndexRow(record: EdgeRecord): IndexRow {
  const kind = kindFromCode(record.kind);
  return {
    kind,
    name: toText(reversed(record.reversed_name)),
    value: kind === "cname" || kind === "alias"
      ? toText(record.value)
      : ipText(record.value),
    firstSeenMs: record.first_seen_ms,
    lastSeenMs: record.last_seen_ms,
  };
}
