import { parseIp } from "../../lib/net/ip_address.ts";

/** Writes small ip2region files (xdb, structure 2 or 3) for tests. */

export interface XdbOptions {
  structure?: number;
  family?: 4 | 6;
  /** Seconds since the epoch. */
  createdAt?: number;
}

/** The first and the last address of a range, and its payload. */
export type XdbRange = readonly [start: string, end: string, payload: string];

const HEADER_BYTES = 256;
const CELLS = 0x10000;

interface Entry {
  cell: number;
  start: bigint;
  end: bigint;
  payload: string;
}

/** Writes a file; the ranges must be in order and must not overlap. */
export function writeXdb(
  ranges: readonly XdbRange[],
  { structure = 3, family = 4, createdAt = 1_780_000_000 }: XdbOptions = {},
): Uint8Array<ArrayBuffer> {
  const addressBytes = family === 4 ? 4 : 16;
  const entryBytes = 2 * addressBytes + 6;
  const entries = ranges.flatMap((range) => split(range, addressBytes));
  const payloadsAt = HEADER_BYTES + CELLS * 8;
  const pointers = new Map<string, { at: number; bytes: Uint8Array }>();
  let at = payloadsAt;
  for (const { payload } of entries) {
    if (pointers.has(payload)) continue;
    const bytes = new TextEncoder().encode(payload);
    pointers.set(payload, { at, bytes });
    at += bytes.length;
  }
  const entriesAt = at;
  const file = new Uint8Array(entriesAt + entries.length * entryBytes);
  const view = new DataView(file.buffer);
  view.setUint16(0, structure, true);
  view.setUint16(2, 1, true);
  view.setUint32(4, createdAt, true);
  view.setUint32(8, entriesAt, true);
  view.setUint32(12, file.length - entryBytes, true);
  if (structure === 3) {
    view.setUint16(16, family, true);
    view.setUint16(18, 4, true);
  }
  for (const { at, bytes } of pointers.values()) file.set(bytes, at);
  entries.forEach(({ cell, start, end, payload }, i) => {
    const at = entriesAt + i * entryBytes;
    file.set(addressOf(start, addressBytes), at);
    file.set(addressOf(end, addressBytes), at + addressBytes);
    const { at: pointer, bytes } = pointers.get(payload)!;
    view.setUint16(at + 2 * addressBytes, bytes.length, true);
    view.setUint32(at + 2 * addressBytes + 2, pointer, true);
    const cellAt = HEADER_BYTES + cell * 8;
    if (view.getUint32(cellAt, true) === 0) view.setUint32(cellAt, at, true);
    view.setUint32(cellAt + 4, at + entryBytes, true);
  });
  return file;
}

/** An entry lies in one cell: its addresses share their first two bytes. */
function split([from, to, payload]: XdbRange, bytes: number): Entry[] {
  const shift = BigInt(bytes * 8 - 16);
  const entries: Entry[] = [];
  const last = numberOf(to);
  for (let start = numberOf(from); start <= last;) {
    const cell = start >> shift;
    const cellEnd = (cell + 1n << shift) - 1n;
    const end = cellEnd < last ? cellEnd : last;
    entries.push({ cell: Number(cell), start, end, payload });
    start = end + 1n;
  }
  return entries;
}

function numberOf(text: string): bigint {
  const ip = parseIp(text);
  if (!ip) throw new Error(`${text} is no address`);
  return ip.family === 4
    ? BigInt(ip.value)
    : ip.words.reduce((sum, word) => sum << 32n | BigInt(word), 0n);
}

/** IPv4 in little endian, IPv6 in big endian. */
function addressOf(value: bigint, length: number): Uint8Array {
  const bytes = Uint8Array.from(
    { length },
    (_, i) => Number(value >> BigInt(8 * i) & 255n),
  );
  return length === 4 ? bytes : bytes.reverse();
}
