import type { IpAddress } from "../../net/ip_address.ts";
import type { Ipv6Words } from "../../net/ip_text.ts";
import { compareWords } from "../../net/prefix.ts";
import { Runs, type RunSource } from "../columns/runs.ts";
import { unshared } from "../shared_files.ts";

const HEADER_BYTES = 256;
/** A cell of the vector index: start and end of the entries whose addresses begin with its two bytes. */
const CELL_BYTES = 8;
const CELLS = 0x10000;
const ENTRIES_AT = HEADER_BYTES + CELLS * CELL_BYTES;
/** An entry: first address, last address, length of the payload, pointer to it. */
const ENTRY_BYTES = { 4: 14, 6: 38 } as const;
const MAX_LENGTH = 0x10000;
/** Entries in one step, which takes about a millisecond even if each has another payload. */
const ENTRIES_PER_STEP = 256;

/**
 * An ip2region file of structure 2 or 3 in memory.
 *
 * The publisher's reader is asynchronous, and returns data beyond the end of a
 * truncated file.
 */
export class XdbFile {
  /** 2 or 3: the structure of the file, and usually the layout of its payloads. */
  readonly structure: number;
  readonly family: 4 | 6;
  readonly builtAt: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #entryBytes: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });

  /**
   * Copies nothing: do not change the bytes afterwards.
   *
   * @throws {Error} if it is not an xdb file, is truncated or has no entries
   */
  constructor(bytes: Uint8Array) {
    const { buffer, byteOffset, byteLength } = bytes;
    if (byteLength < ENTRIES_AT) throw cannot(`it has ${byteLength} bytes`);
    this.#bytes = bytes;
    this.#view = new DataView(buffer, byteOffset, byteLength);
    this.structure = this.#view.getUint16(0, true);
    if (this.structure !== 2 && this.structure !== 3) {
      throw cannot(`structure ${this.structure} is neither 2 nor 3`);
    }
    // Structure 2 predates IPv6 and leaves the field empty.
    const family = this.structure === 2 ? 4 : this.#view.getUint16(16, true);
    if (family !== 4 && family !== 6) {
      throw cannot(`IP version ${family} is neither 4 nor 6`);
    }
    this.family = family;
    this.builtAt = this.#view.getUint32(4, true) * 1000;
    this.#entryBytes = ENTRY_BYTES[family];
    this.#checkCells();
  }

  /** The id of an address's payload; 0 if it has none. */
  find(ip: IpAddress): number {
    if (ip.family !== this.family) return 0;
    const cell = ip.family === 4 ? ip.value >>> 16 : ip.words[0] >>> 16;
    const { first, count } = this.#entriesIn(cell);
    let low = 0;
    let high = count - 1;
    while (low <= high) {
      const middle = low + high >>> 1;
      const entry = first + middle * this.#entryBytes;
      const order = ip.family === 4
        ? this.#compareV4(entry, ip.value)
        : this.#compareV6(entry, ip.words);
      if (order === 0) return this.#payloadId(entry);
      if (order < 0) high = middle - 1;
      else low = middle + 1;
    }
    return 0;
  }

  /** The runs of the payloads, of IPv6 in whole /64s. @param numberAt the number of a payload, by its id */
  *runs(numberAt: (id: number) => number): RunSource {
    const runs = new Runs();
    const add = (start: bigint, number: number) =>
      runs.add(Number(start >> 32n), Number(start & 0xffff_ffffn), number);
    const cellBits = this.family === 4 ? 16n : 48n;
    const all = BigInt(CELLS) << cellBits;
    let next = 0n;
    let left = ENTRIES_PER_STEP;
    add(0n, 0);
    for (let cell = 0; cell < CELLS; cell++, left--) {
      if (left <= 0 && runs.count > 0) {
        yield runs;
        runs.count = 0;
        left = ENTRIES_PER_STEP;
      }
      const after = BigInt(cell + 1) << cellBits;
      const { first, count } = this.#entriesIn(cell);
      for (let i = 0; i < count; i++, left--) {
        const entry = first + i * this.#entryBytes;
        const [start, end] = this.#wholeBounds(entry);
        // One entry too many belongs to the next cell.
        if (start >= after) break;
        if (start > next) {
          add(next, 0);
          next = start;
        }
        if (end <= next) continue;
        add(next, numberAt(this.#payloadId(entry)));
        next = end < after ? end : after;
      }
    }
    if (next < all) add(next, 0);
    if (runs.count > 0) yield runs;
  }

  /**
   * The payload with an id from {@link find}.
   *
   * @throws {Error} if the file is damaged
   */
  payload(id: number): string {
    const length = id % MAX_LENGTH;
    const start = Math.floor(id / MAX_LENGTH);
    const end = start + length;
    if (end > this.#bytes.length) {
      throw new Error(`A payload ends at ${end}, beyond the end of the file`);
    }
    return this.#decoder.decode(unshared(this.#bytes.subarray(start, end)));
  }

  #entriesIn(cell: number): { first: number; count: number } {
    const at = HEADER_BYTES + cell * CELL_BYTES;
    const first = this.#view.getUint32(at, true);
    const end = this.#view.getUint32(at + 4, true);
    if (first === 0) return { first, count: 0 };
    // In some files the end is the last entry itself. Including one entry too
    // many is harmless: it is in order and covers other addresses.
    const room = Math.floor((this.#bytes.length - first) / this.#entryBytes);
    const last = Math.floor((end - first) / this.#entryBytes);
    return { first, count: Math.min(last + 1, room) };
  }

  /** The first whole address (IPv4) or /64 (IPv6) of an entry, and the one after its last. */
  #wholeBounds(entry: number): [start: bigint, end: bigint] {
    const view = this.#view;
    if (this.family === 4) {
      return [
        BigInt(view.getUint32(entry, true)),
        BigInt(view.getUint32(entry + 4, true)) + 1n,
      ];
    }
    const isSplit = view.getBigUint64(entry + 8) !== 0n;
    const isEndWhole = view.getBigUint64(entry + 24) === 0xffff_ffff_ffff_ffffn;
    return [
      view.getBigUint64(entry) + (isSplit ? 1n : 0n),
      view.getBigUint64(entry + 16) + (isEndWhole ? 1n : 0n),
    ];
  }

  /** Negative if the address comes before the entry, positive if after it. */
  #compareV4(entry: number, value: number): number {
    if (value < this.#view.getUint32(entry, true)) return -1;
    return value > this.#view.getUint32(entry + 4, true) ? 1 : 0;
  }

  #compareV6(entry: number, words: Ipv6Words): number {
    if (compareWords(words, this.#wordsAt(entry)) < 0) return -1;
    return compareWords(words, this.#wordsAt(entry + 16)) > 0 ? 1 : 0;
  }

  /** IPv6 is big-endian, unlike IPv4. */
  #wordsAt(at: number): Ipv6Words {
    const view = this.#view;
    return [
      view.getUint32(at),
      view.getUint32(at + 4),
      view.getUint32(at + 8),
      view.getUint32(at + 12),
    ];
  }

  /** 0 for an empty payload. */
  #payloadId(entry: number): number {
    const at = entry + this.#entryBytes - 6;
    const length = this.#view.getUint16(at, true);
    const pointer = this.#view.getUint32(at + 2, true);
    return length === 0 ? 0 : pointer * MAX_LENGTH + length;
  }

  /** Detects truncation: the entries are at the end of the file. */
  #checkCells(): void {
    let filled = 0;
    for (let cell = 0; cell < CELLS; cell++) {
      const at = HEADER_BYTES + cell * CELL_BYTES;
      const first = this.#view.getUint32(at, true);
      const end = this.#view.getUint32(at + 4, true);
      if (first === 0 && end === 0) continue;
      if (first < ENTRIES_AT || end < first || end > this.#bytes.length) {
        throw cannot(`entries from ${first} to ${end} do not fit`);
      }
      filled++;
    }
    if (filled === 0) throw cannot("it has no entries");
  }
}

function cannot(why: string): Error {
  return new Error(`Cannot open the xdb: ${why}`);
}
