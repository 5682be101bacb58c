import type { IpAddress } from "../net/ip_address.ts";
import type { Ipv6Words } from "../net/ip_text.ts";
import { lastAddressV6 } from "../net/prefix.ts";
import type { Facts } from "./facts.ts";
import { checkMetadata, type MmdbMetadata } from "./mmdb_metadata.ts";
import { MmdbValues } from "./mmdb_values.ts";
import { type ByteSource, FileBytes, PagedBytes } from "./paged_bytes.ts";
import { fieldsOf } from "./records/fields.ts";
import { factsOfRecord } from "./records/geo_record.ts";

/** Receives the blocks of a search tree in ascending order. `id` is 0 without a record. */
export interface BlockVisitor {
  v4(start: number, end: number, id: number): void;
  v6(start: Ipv6Words, end: Ipv6Words, id: number): void;
}

const MARKER = "\xab\xcd\xefMaxMind.com";
const MAX_METADATA = 128 << 10;
/** Zeros between the tree and the data. */
const SEPARATOR_BYTES = 16;

/**
 * A MaxMind DB file (format 2.0) that is read once from beginning to end. Unlike
 * `MmdbFile` it is not in memory: some take 200 MB.
 */
export class MmdbScan {
  readonly type: string;
  readonly ipVersion: 4 | 6;
  readonly nodeCount: number;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly #recordSize: 24 | 28 | 32;
  /** Separate from the records, so that neither takes the other's memory. */
  readonly #tree: PagedBytes;
  readonly #values: MmdbValues;
  /** The node of ::/96. */
  readonly #root4: number;
  #nodesLeft = 0;

  /** @throws {Error} if the metadata is missing or contradicts the file */
  constructor(source: ByteSource) {
    this.#tree = new PagedBytes(source);
    const metadata = metadataOf(this.#tree);
    this.type = metadata.type;
    this.ipVersion = metadata.ipVersion;
    this.nodeCount = metadata.nodeCount;
    this.builtAt = metadata.builtAt;
    this.#recordSize = metadata.recordSize;
    this.#values = new MmdbValues(
      new PagedBytes(source),
      metadata.treeBytes + SEPARATOR_BYTES,
    );
    const zeros = this.ipVersion === 4 ? 0 : 96;
    this.#root4 = this.#descend(0, "0".repeat(zeros));
  }

  /**
   * Calls back with a file, which is closed afterwards.
   *
   * @throws {Error} if the file is not a database
   */
  static read<Result>(
    path: string | URL,
    use: (scan: MmdbScan) => Result,
  ): Result {
    using bytes = new FileBytes(path);
    return use(new MmdbScan(bytes));
  }

  /** Whether the file contains addresses of the family. */
  supports(family: 4 | 6): boolean {
    return family === 4 || this.ipVersion === 6;
  }

  /** The decoded record of an address; null if it has none. */
  record(ip: IpAddress): unknown {
    const words = ip.family === 4 ? [ip.value] : ip.words;
    const bits = words.map((word) => word.toString(2).padStart(32, "0"))
      .join("");
    const node = this.#descend(ip.family === 4 ? this.#root4 : 0, bits);
    return node > this.nodeCount ? this.#recordAt(node) : null;
  }

  /** The facts of the record with an id from `forEachBlock`. */
  factsOf(id: number): Partial<Facts> {
    return factsOfRecord(this.#recordAt(id));
  }

  /**
   * Visits every block of the tree. In an IPv6 tree, the blocks below ::/96 are
   * visited as IPv4, and repetitions of that tree as one block without a record.
   *
   * @throws {Error} if the tree is damaged
   */
  forEachBlock(visitor: BlockVisitor): void {
    this.#nodesLeft = this.nodeCount;
    if (this.ipVersion === 4) this.#visit4(0, 0, 0, visitor);
    else this.#visit6(0, 0, [0, 0, 0, 0], visitor);
  }

  #visit4(node: number, depth: number, start: number, visitor: BlockVisitor) {
    if (node >= this.nodeCount) {
      const end = start + 2 ** (32 - depth) - 1;
      return visitor.v4(start, end, node > this.nodeCount ? node : 0);
    }
    this.#count(depth, 32);
    const right = start + 2 ** (31 - depth);
    this.#visit4(this.#child(node, 0), depth + 1, start, visitor);
    this.#visit4(this.#child(node, 1), depth + 1, right, visitor);
  }

  #visit6(
    node: number,
    depth: number,
    start: Ipv6Words,
    visitor: BlockVisitor,
  ) {
    const [first, second, third] = start;
    const isV4 = (first | second | third) === 0;
    // Some files repeat the tree of IPv4 under 2002::/16 and ::ffff:0:0/96.
    const isRepeated = node === this.#root4 && node < this.nodeCount;
    if (isV4 && depth === 96) this.#visit4(node, 0, 0, visitor);
    else if (isRepeated || node >= this.nodeCount) {
      const id = node > this.nodeCount ? node : 0;
      if (isV4 && depth < 96) visitor.v4(0, 0xffff_ffff, id);
      visitor.v6(start, lastAddressV6(start, depth), id);
    } else {
      this.#count(depth, 128);
      const right: [number, number, number, number] = [...start];
      right[depth >>> 5] += 2 ** (31 - (depth & 31));
      this.#visit6(this.#child(node, 0), depth + 1, start, visitor);
      this.#visit6(this.#child(node, 1), depth + 1, right, visitor);
    }
  }

  /** Ends the visit of a damaged tree, which could have cycles. */
  #count(depth: number, bits: number): void {
    if (depth >= bits || --this.#nodesLeft < 0) {
      throw new Error("its tree has cycles");
    }
  }

  #recordAt(id: number): unknown {
    return this.#values.decode(id - this.nodeCount - SEPARATOR_BYTES);
  }

  /** Follows bits, stopping at a leaf. */
  #descend(node: number, bits: string): number {
    for (const bit of bits) {
      if (node >= this.nodeCount) break;
      node = this.#child(node, bit === "1" ? 1 : 0);
    }
    return node;
  }

  #child(node: number, side: 0 | 1): number {
    const tree = this.#tree;
    const size = this.#recordSize;
    const at = node * (size / 4);
    const from = at + side * (size === 24 ? 3 : 4);
    const word = tree.at(from) << 16 | tree.at(from + 1) << 8 |
      tree.at(from + 2);
    if (size === 24) return word;
    if (size === 32) return word * 256 + tree.at(from + 3);
    const middle = tree.at(at + 3);
    return (side ? middle & 15 : middle >>> 4) << 24 | word;
  }
}

function metadataOf(bytes: PagedBytes): MmdbMetadata {
  const from = Math.max(0, bytes.size - MAX_METADATA);
  const end = bytes.slice(from, bytes.size);
  const at = Array.from(end, (byte) => String.fromCharCode(byte)).join("")
    .lastIndexOf(MARKER);
  if (at < 0) throw new Error("it is not a MaxMind DB file");
  const start = from + at + MARKER.length;
  const fields = fieldsOf(new MmdbValues(bytes, start).decode(0));
  return checkMetadata({
    format: fields.binary_format_major_version,
    type: fields.database_type,
    ipVersion: fields.ip_version,
    nodeCount: fields.node_count,
    recordSize: fields.record_size,
    buildEpoch: fields.build_epoch,
  }, bytes.size);
}
