import { Buffer } from "node:buffer";
import {
  type IpAddress,
  ipv4FromValue,
  ipv6FromWords,
  parseIp,
} from "../../net/ip_address.ts";
import {
  type Edge,
  type IndexRow,
  KIND_CODES,
  kindFromCode,
  type SeenEdges,
  type StoredKind,
} from "./edge.ts";

/** An address as octets that sort like the addresses do, IPv4 before IPv6: the family, then the address in network order. */
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

/** The text of the address a key was made of. */
export function ipText(key: Uint8Array): string {
  const view = new DataView(key.buffer, key.byteOffset, key.byteLength);
  if (key[0] === 4) return ipv4FromValue(view.getUint32(1)).text;
  return ipv6FromWords([
    view.getUint32(1),
    view.getUint32(5),
    view.getUint32(9),
    view.getUint32(13),
  ]).text;
}

/** A name of 255 octets takes at most this many where each is written `\DDD` (RFC 1035 section 5.1). */
const MAX_NAME_OCTETS = 1_024;

/**
 * A name or keyword as the index keeps and compares it: ASCII letters in lower
 * case, everything else as it is.
 *
 * @returns null where it is empty or too long to be a name
 */
export function storedName(text: string): string | null {
  // No character takes more than three octets for each of its code units.
  const mayBeLong = text.length * 3 > MAX_NAME_OCTETS;
  if (text === "" || mayBeLong && Buffer.byteLength(text) > MAX_NAME_OCTETS) {
    return null;
  }
  // toLowerCase alone would also change letters that DNS tells apart.
  return text.toWellFormed()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * A stored name as octets, the form in which SQLite holds it.
 *
 * Octets compare like the characters they encode (RFC 3629 section 1), and NUL
 * is one like any other, which SQLite's text does not promise.
 */
export function toOctets(name: string): Buffer {
  return Buffer.from(name);
}

/** The same octets from the last to the first: what ends alike begins alike. */
export function reversed(octets: Uint8Array): Buffer {
  const turned = Buffer.allocUnsafe(octets.length);
  for (let from = octets.length, to = 0; from > 0; to++) {
    turned[to] = octets[--from];
  }
  return turned;
}

/** What comes right behind everything that begins with these octets: 0xFF is in no UTF-8. */
export function prefixEnd(octets: Uint8Array): Buffer {
  return Buffer.concat([octets, Buffer.of(0xff)]);
}

/** The text that the octets of a file encode. */
export function textOf(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
    .toString();
}

/** An edge in the form in which it is written. */
export interface StoredEdge {
  readonly kindCode: number;
  readonly text: string;
  readonly name: Buffer;
  readonly reversedName: Buffer;
  readonly value: Buffer;
  readonly seenMs: number;
}

/** A row of the table `edge` as SQLite gives it. */
export interface EdgeRecord {
  readonly id: number;
  readonly kind: number;
  readonly reversed_name: Uint8Array;
  readonly value: Uint8Array;
  readonly first_seen_ms: number;
  readonly last_seen_ms: number;
}

/**
 * The edges in the order in which they are best written: what ends alike is
 * together. Those that no record can hold are left out.
 */
export function storedEdges(seen: readonly SeenEdges[]): StoredEdge[] {
  const stored: { edge: StoredEdge; sortKey: string }[] = [];
  for (const { seenMs, edges } of seen) {
    for (const given of edges) {
      // Texts of single octets compare like the octets, and faster.
      for (const edge of formsOf(given, seenMs)) {
        const sortKey = edge.kindCode + edge.reversedName.toString("latin1");
        stored.push({ edge, sortKey });
      }
    }
  }
  stored.sort((a, b) =>
    a.sortKey < b.sortKey ? -1 : a.sortKey > b.sortKey ? 1 : 0
  );
  return stored.map(({ edge }) => edge);
}

/** The rows of an edge: a CNAME has one for each of its names. */
function formsOf(edge: Edge, seenMs: number): StoredEdge[] {
  const text = storedName(edge.name);
  if (text === null) return [];
  if (edge.kind !== "cname") {
    const value = addressKey(edge.value);
    return value ? [storedEdge(edge.kind, text, value, seenMs)] : [];
  }
  const alias = storedName(edge.value);
  return alias === null ? [] : [
    storedEdge("cname", text, toOctets(alias), seenMs),
    storedEdge("alias", alias, toOctets(text), seenMs),
  ];
}

function storedEdge(
  kind: StoredKind,
  text: string,
  value: Buffer,
  seenMs: number,
): StoredEdge {
  const name = toOctets(text);
  return {
    kindCode: KIND_CODES[kind],
    text,
    name,
    reversedName: reversed(name),
    value,
    seenMs,
  };
}

function addressKey(text: string): Buffer | null {
  const ip = parseIp(text);
  return ip && ipKey(ip);
}

/** The row that callers see. */
export function indexRow(record: EdgeRecord): IndexRow {
  const kind = kindFromCode(record.kind);
  return {
    kind,
    name: textOf(reversed(record.reversed_name)),
    value: kind === "cname" || kind === "alias"
      ? textOf(record.value)
      : ipText(record.value),
    firstSeenMs: record.first_seen_ms,
    lastSeenMs: record.last_seen_ms,
  };
}
