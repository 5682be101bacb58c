import type { IpAddress } from "../net/ip_address.ts";
import { Buffer } from "node:buffer";
import { Reader, type Response } from "maxmind";
import { BoundedMap } from "../core/cache.ts";

/** What a MaxMind DB says of its search tree. */
export interface TreeShape {
  readonly nodeCount: number;
  /** Bits of a record: 24, 28 or 32. A node is two records. */
  readonly recordSize: number;
  readonly ipVersion: 4 | 6;
}

/**
 * The search tree at the head of a MaxMind DB file (format 2.0).
 *
 * The library's own walk begins with text; here the address is a number
 * already, and finding which record it has costs a quarter.
 */
export class MmdbTree {
  readonly #bytes: Uint8Array;
  readonly #shape: TreeShape;
  readonly #nodeBytes: number;
  /** The node behind the upper 16 bits of an IPv4 address: half of the walk, done once. */
  readonly #halfway4 = new Uint32Array(0x10000);

  constructor(bytes: Uint8Array, shape: TreeShape) {
    this.#bytes = bytes;
    this.#shape = shape;
    this.#nodeBytes = shape.recordSize / 4;
    // In a tree of IP version 6, IPv4 lies below ::/96.
    let root = 0;
    const zeros = shape.ipVersion === 4 ? 0 : 3;
    for (let i = 0; i < zeros; i++) root = this.#descend(root, 0, 32);
    for (let upper = 0; upper < 0x10000; upper++) {
      this.#halfway4[upper] = this.#descend(root, upper << 16, 16);
    }
  }

  /** A number that stands for the record of an address; addresses with the same record have the same. 0 where there is none. */
  find(ip: IpAddress): number {
    let node = 0;
    if (ip.family === 4) {
      node = this.#descend(this.#halfway4[ip.value >>> 16], ip.value << 16, 16);
    } else {
      for (const word of ip.words) node = this.#descend(node, word, 32);
    }
    return node > this.#shape.nodeCount ? node : 0;
  }

  /** Follows the upper `bits` of `word`, at most as far as the tree goes. */
  #descend(node: number, word: number, bits: number): number {
    const { nodeCount, recordSize } = this.#shape;
    const bytes = this.#bytes;
    for (let i = 0; i < bits && node < nodeCount; i++) {
      const right = word >>> 31 - i & 1;
      const at = node * this.#nodeBytes;
      if (recordSize === 28) {
        const low = at + right * 4;
        const middle = bytes[at + 3];
        node = (right ? middle & 15 : middle >>> 4) << 24 |
          bytes[low] << 16 | bytes[low + 1] << 8 | bytes[low + 2];
      } else if (recordSize === 24) {
        const low = at + right * 3;
        node = bytes[low] << 16 | bytes[low + 1] << 8 | bytes[low + 2];
      } else {
        const low = at + right * 4;
        node = (bytes[low] << 24 | bytes[low + 1] << 16 |
          bytes[low + 2] << 8 | bytes[low + 3]) >>> 0;
      }
    }
    return node;
  }
}

/** Decoded strings and records kept in a generation; most records share their strings. */
const MAX_KEPT = 8_192;

/** One MaxMind DB file, held in the bytes it was opened with. */
export class MmdbFile {
  readonly type: string;
  readonly ipVersion: 4 | 6;
  /** Of the search tree: how much it holds. */
  readonly nodeCount: number;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly #reader: Reader<Response>;
  readonly #tree: MmdbTree;

  private constructor(bytes: Uint8Array<ArrayBuffer>) {
    const { buffer, byteOffset, byteLength } = bytes;
    this.#reader = new Reader(Buffer.from(buffer, byteOffset, byteLength), {
      cache: new BoundedMap(MAX_KEPT),
    });
    const { metadata } = this.#reader;
    const cannot = (why: string) => new Error(`Cannot open the MMDB: ${why}`);
    const { nodeCount, recordSize, ipVersion } = metadata;
    if (metadata.binaryFormatMajorVersion !== 2) {
      throw cannot(`format ${metadata.binaryFormatMajorVersion} is not 2`);
    }
    if (ipVersion !== 4 && ipVersion !== 6) {
      throw cannot(`IP version ${ipVersion} is neither 4 nor 6`);
    }
    if (!(nodeCount > 0) || metadata.searchTreeSize >= byteLength) {
      throw cannot(`a tree of ${nodeCount} nodes in ${byteLength} bytes`);
    }
    this.builtAt = metadata.buildEpoch.getTime();
    if (!(this.builtAt > 0)) throw cannot("it has no build time");
    this.type = String(metadata.databaseType);
    this.ipVersion = ipVersion;
    this.nodeCount = nodeCount;
    this.#tree = new MmdbTree(bytes, { nodeCount, recordSize, ipVersion });
  }

  /**
   * Opens a file without copying it: the bytes must not change afterwards.
   *
   * @throws {Error} when its metadata is missing or does not fit
   */
  static open(bytes: Uint8Array<ArrayBuffer>): MmdbFile {
    return new MmdbFile(bytes);
  }

  /** Whether addresses of the family may be looked up: in a file of IP version 4 an IPv6 address would find nonsense. */
  serves(family: 4 | 6): boolean {
    return family === 4 || this.ipVersion === 6;
  }

  /**
   * A number that stands for the record of an address, 0 when there is none.
   *
   * @throws {Error} for a family that is not served
   */
  recordId(ip: IpAddress): number {
    if (!this.serves(ip.family)) {
      throw new Error(`Cannot look up ${ip.text} in an IPv4 database`);
    }
    return this.#tree.find(ip);
  }

  /**
   * The record of an address, null when there is none.
   *
   * @throws {Error} for a family that is not served, and where the file is damaged
   */
  record(ip: IpAddress): unknown {
    const id = this.recordId(ip);
    // The reader's own way there begins with the address as text and walks the
    // tree once more; the version is pinned, and tests hold one against the other.
    return id === 0 ? null : this.#reader["resolveDataPointer"](id);
  }
}
