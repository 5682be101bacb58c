import type { Buffer } from "node:buffer";
import { parseIp } from "../../net/ip_address.ts";
import {
  type Edge,
  type IndexRow,
  KIND_CODES,
  kindOfCode,
  type SeenEdges,
  type StoredKind,
} from "./edge.ts";
import { ipKey, ipText } from "./ip_key.ts";
import { octetsOf, reversed, storedName, textOf } from "./stored_name.ts";

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
    storedEdge("cname", text, octetsOf(alias), seenMs),
    storedEdge("alias", alias, octetsOf(text), seenMs),
  ];
}

function storedEdge(
  kind: StoredKind,
  text: string,
  value: Buffer,
  seenMs: number,
): StoredEdge {
  const name = octetsOf(text);
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
  const kind = kindOfCode(record.kind);
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
