import { BoundedMap } from "../core/cache.ts";
import { fieldsOf } from "./records/fields.ts";
import type { Bytes } from "./paged_bytes.ts";
import { unshared } from "./shared_files.ts";

/** Values of one record. DB-IP's have fewer than 100; the limit ends cycles of pointers. */
const MAX_VALUES = 1_000;
const MAX_DEPTH = 16;
/** Values behind pointers that are kept per cache generation: most records share their texts. */
const MAX_KEPT = 8_192;

/** The control byte of an empty text. Texts of up to three bytes are no longer than a pointer, so records contain them. */
const SHORT_TEXT = 0x40;

/** Added to pointers of one to four bytes. */
const POINTER_OFFSETS = [0, 2_048, 526_336, 0];

/** Decodes the values of a MaxMind DB file (format 2.0), which need not be in memory. */
export class MmdbValues {
  readonly #kept = new BoundedMap<number, unknown>(MAX_KEPT);
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  readonly #float = new DataView(new ArrayBuffer(8));
  #at = 0;
  #left = 0;
  readonly #shortTexts = new BoundedMap<number, number>(MAX_KEPT);

  /** @param base the offset that pointers are relative to */
  constructor(private readonly bytes: Bytes, private readonly base: number) {}

  /**
   * The value at an offset from the base.
   *
   * @throws {Error} if the file is damaged
   */
  decode(offset: number): unknown {
    this.#at = this.base + offset;
    this.#left = MAX_VALUES;
    return this.#value(0);
  }

  /**
   * Writes where the keys and the values of a map are, by turns, and returns how many
   * words that are; 0 for another value, and if there is no room.
   *
   * @throws {Error} if the file is damaged
   */
  membersOf(offset: number, into: Uint32Array): number {
    this.#at = this.base + offset;
    this.#left = MAX_VALUES;
    const control = this.#byte();
    const size = control >>> 5 === 7 ? 2 * this.#size(control & 31) : 0;
    if (size > into.length) return 0;
    for (let i = 0; i < size; i++) into[i] = this.#target();
    return size;
  }

  /** The value at a place that `membersOf` has written. @throws {Error} as `decode` */
  valueAt(place: number): unknown {
    return this.decode(place - this.base);
  }

  /** Where the next value is, which is passed over; for equal short texts, where one of them is. */
  #target(): number {
    const at = this.#at;
    const control = this.#byte();
    if (control >>> 5 === 1) return this.#pointer(control);
    const length = control - SHORT_TEXT;
    if (length >= 0 && length <= 3) {
      const key = length * 2 ** 24 + this.#integer(length);
      const known = this.#shortTexts.get(key);
      if (known === undefined) this.#shortTexts.set(key, at);
      return known ?? at;
    }
    this.#at = at;
    this.#value(1);
    return at;
  }

  #value(depth: number): unknown {
    if (depth > MAX_DEPTH || --this.#left < 0) {
      throw new Error("a record is too large");
    }
    const control = this.#byte();
    let type = control >>> 5;
    if (type === 1) return this.#pointed(control, depth);
    if (type === 0) type = this.#byte() + 7;
    const size = this.#size(control & 31);
    switch (type) {
      case 2:
        return this.#text(size);
      case 3:
        return this.#number(size, 8);
      case 4:
        return this.#take(size).slice();
      case 5:
      case 6:
      case 9:
      case 10:
        return this.#integer(size);
      case 7:
        return this.#map(size, depth);
      case 8:
        // Negative numbers have all four bytes.
        return size === 4 ? this.#integer(size) | 0 : this.#integer(size);
      case 11:
        return this.#array(size, depth);
      case 14:
        return size !== 0;
      case 15:
        return this.#number(size, 4);
    }
    throw new Error(`unknown type ${type}`);
  }

  /** Where a pointer points to. */
  #pointer(control: number): number {
    const length = control >>> 3 & 3;
    const upper = length === 3 ? 0 : (control & 7) << 8 * (length + 1);
    return this.base + upper + this.#integer(length + 1) +
      POINTER_OFFSETS[length];
  }

  #pointed(control: number, depth: number): unknown {
    const target = this.#pointer(control);
    const kept = this.#kept.get(target);
    if (kept !== undefined) return kept;
    const next = this.#at;
    this.#at = target;
    const value = this.#value(depth + 1);
    this.#kept.set(target, value);
    this.#at = next;
    return value;
  }

  #size(short: number): number {
    if (short < 29) return short;
    const base = [29, 285, 65_821][short - 29];
    return base + this.#integer(short - 28);
  }

  #map(size: number, depth: number): Record<string, unknown> {
    const map: Record<string, unknown> = {};
    for (let i = 0; i < size; i++) {
      const key = this.#value(depth + 1);
      if (typeof key !== "string") throw new Error("a key is not text");
      const value = this.#value(depth + 1);
      if (key !== "__proto__") map[key] = value;
    }
    return map;
  }

  #array(size: number, depth: number): unknown[] {
    const values: unknown[] = [];
    for (let i = 0; i < size; i++) values.push(this.#value(depth + 1));
    return values;
  }

  #text(size: number): string {
    const bytes = this.#take(size);
    if (size > 64) return this.#decoder.decode(unshared(bytes));
    // Calling the decoder for millions of short texts would take longer.
    let text = "";
    for (let i = 0; i < size; i++) {
      if (bytes[i] > 0x7f) return this.#decoder.decode(unshared(bytes));
      text += String.fromCharCode(bytes[i]);
    }
    return text;
  }

  #number(size: number, expected: 4 | 8): number {
    if (size !== expected) throw new Error(`a number of ${size} bytes`);
    for (let i = 0; i < size; i += 4) {
      this.#float.setUint32(i, this.bytes.word(this.#at));
      this.#at += 4;
    }
    return size === 4 ? this.#float.getFloat32(0) : this.#float.getFloat64(0);
  }

  /** Inexact beyond 2^53. */
  #integer(size: number): number {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + this.#byte();
    return value;
  }

  #byte(): number {
    return this.bytes.at(this.#at++);
  }

  #take(size: number): Uint8Array {
    const start = this.#at;
    this.#at += size;
    return this.bytes.slice(start, this.#at);
  }
}

const MARKER = "\xab\xcd\xefMaxMind.com";
const MAX_METADATA = 128 << 10;

/**
 * Reads the metadata at the end of a file, which can come from any source.
 *
 * @returns the `recordSize` in bits: a node is two records
 * @throws {Error} if it is missing or invalid, or contradicts the size of the file
 */
export function readMetadata(bytes: Bytes) {
  const cannot = (why: string) => new Error(`Cannot open the MMDB: ${why}`);
  const from = Math.max(0, bytes.size - MAX_METADATA);
  const at = Array.from(
    bytes.slice(from, bytes.size),
    (byte) => String.fromCharCode(byte),
  ).join("").lastIndexOf(MARKER);
  if (at < 0) throw new Error("it is not a MaxMind DB file");
  const fields = fieldsOf(
    new MmdbValues(bytes, from + at + MARKER.length).decode(0),
  );
  const format = fields.binary_format_major_version;
  const { ip_version: ipVersion, record_size: recordSize } = fields;
  const nodeCount = Number(fields.node_count);
  if (format !== 2) throw cannot(`format ${format} is not 2`);
  if (ipVersion !== 4 && ipVersion !== 6) {
    throw cannot(`IP version ${ipVersion} is neither 4 nor 6`);
  }
  if (recordSize !== 24 && recordSize !== 28 && recordSize !== 32) {
    throw cannot(`its record size is ${recordSize}`);
  }
  const treeBytes = nodeCount * recordSize / 4;
  if (!(nodeCount > 0) || treeBytes >= bytes.size) {
    throw cannot(`a tree of ${nodeCount} nodes in ${bytes.size} bytes`);
  }
  const builtAt = Number(fields.build_epoch) * 1_000;
  if (!(builtAt > 0)) throw cannot("it has no build time");
  const type = String(fields.database_type);
  const sizes = { nodeCount, recordSize, treeBytes } as const;
  return { type, ipVersion, builtAt, ...sizes } as const;
}
