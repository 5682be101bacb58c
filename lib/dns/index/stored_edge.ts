import type { Buffer } from "node:buffer";
import { parseIp } from "../../net/ip_address.ts";
import {
  type Edge,
  type IndexRow,
  KIND_CODES,
  kindOfCode,
  type SeenEdges,
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
      const edge = storedEdge(given, seenMs);
      // Texts of single octets compare like the octets, and faster.
      if (edge) {
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

function storedEdge(edge: Edge, seenMs: number): StoredEdge | null {
  const text = storedName(edge.name);
  const value = edge.kind === "cname"
    ? targetKey(edge.value)
    : addressKey(edge.value);
  if (text === null || value === null) return null;
  const name = octetsOf(text);
  return {
    kindCode: KIND_CODES[edge.kind],
    text,
    name,
    reversedName: reversed(name),
    value,
    seenMs,
  };
}

function targetKey(target: string): Buffer | null {
  const name = storedName(target);
  return name === null ? null : octetsOf(name);
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
    value: kind === "cname" ? textOf(record.value) : ipText(record.value),
    firstSeenMs: record.first_seen_ms,
    lastSeenMs: record.last_seen_ms,
  };
}
