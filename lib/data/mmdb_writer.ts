import { createHash } from "node:crypto";
import { CHUNK_BYTES, GrowingFile } from "./growing_file.ts";
import { encode, type MmdbValue, RecordEncoder, Typed } from "./mmdb_values.ts";

interface MmdbMetadata {
  /** Such as `Porthole-City`; clients look for the words of MaxMind's products in it. */
  readonly type: string;
  readonly description: string;
  readonly languages: readonly string[];
  /** Seconds since the epoch. */
  readonly buildEpoch: number;
}

interface Block {
  /** Of IPv6 the first 32 bits, of IPv4 0. */
  readonly high: number;
  /** Of IPv6 the second 32 bits, of IPv4 all. */
  readonly low: number;
  /** The prefix length, of IPv6 at most 64. */
  readonly length: number;
}

const MARKER = Uint8Array.from([
  ...[0xab, 0xcd, 0xef],
  ...new TextEncoder().encode("MaxMind.com"),
]);

/** Between the tree and the records. */
const SEPARATOR_BYTES = 16;

/** Where the tree of IPv4 is: at ::/96. */
const IPV4_DEPTH = 96;
const MAPPED = 0xffff;

/**
 * Writes a MaxMind DB file (format 2.0, maxmind.github.io/MaxMind-DB) of both families,
 * in little memory whatever its size: tree and records grow in temporary files.
 *
 * Blocks are added in ascending order, first those of IPv4. IPv6 has a resolution of
 * /64. ::ffff:0:0/96 leads to the IPv4 addresses as well.
 */
export class MmdbWriter {
  readonly #tree: TreeWriter;
  readonly #records: GrowingFile;
  readonly #encoder = new RecordEncoder((bytes) => this.#records.write(bytes));
  #isMapped = false;

  /** @param path of the file; the temporary ones are beside it */
  constructor(private readonly path: string) {
    this.#tree = new TreeWriter(`${path}.tree`);
    this.#records = new GrowingFile(`${path}.records`);
  }

  /** Writes a record, and returns where it is. */
  addRecord(value: MmdbValue): number {
    return this.#encoder.add(value);
  }

  /**
   * Adds a block of addresses.
   *
   * @param record from {@link addRecord}
   * @throws {RangeError} if it overlaps with another one, or precedes it
   */
  add(family: 4 | 6, { high, low, length }: Block, record: number): void {
    if (length === 0) throw new RangeError("a block has at least one bit");
    if (family === 4) {
      this.#tree.add(0, 0, 0, low, IPV4_DEPTH + length, RECORD + record);
    } else {
      this.#mapIpv4();
      this.#tree.add(high, low, 0, 0, length, RECORD + record);
    }
  }

  /** Lets the mapped addresses lead to the tree of IPv4, which is complete. */
  #mapIpv4(): void {
    if (this.#isMapped) return;
    this.#isMapped = true;
    const root = this.#tree.endIpv4();
    if (root !== NONE) this.#tree.add(0, 0, MAPPED, 0, IPV4_DEPTH, root);
  }

  /** Writes the file, and returns its length and MD5 checksum. */
  finish(
    { type, description, languages, buildEpoch }: MmdbMetadata,
  ): { bytes: number; md5: string } {
    this.#mapIpv4();
    const tree = this.#tree.finish();
    const nodes = this.#tree.count;
    const highest = nodes + SEPARATOR_BYTES + this.#records.length;
    const recordSize = highest < 2 ** 24 ? 24 : highest < 2 ** 28 ? 28 : 32;
    const metadata = encode({
      binary_format_major_version: new Typed("uint16", 2),
      binary_format_minor_version: new Typed("uint16", 0),
      build_epoch: new Typed("uint64", buildEpoch),
      database_type: type,
      description: { en: description },
      ip_version: new Typed("uint16", 6),
      languages: [...languages],
      node_count: nodes,
      record_size: new Typed("uint16", recordSize),
    });
    const file = new GrowingFile(this.path);
    const hash = createHash("md5");
    const put = (bytes: Uint8Array) => {
      hash.update(bytes);
      file.write(bytes);
    };
    for (const slots of tree.backwards()) put(packed(slots, nodes, recordSize));
    put(new Uint8Array(SEPARATOR_BYTES));
    for (const bytes of this.#records.forwards()) put(bytes);
    put(MARKER);
    put(metadata);
    file.close();
    for (const temporary of [tree, this.#records]) temporary.remove();
    return { bytes: file.length, md5: hash.digest("hex") };
  }
}

/** What a slot of a node leads to: nothing, or another node, or a record above this. */
const RECORD = 0x8000_0000;
const NONE = 0xffff_ffff;

const MAX_DEPTH = 128;

/**
 * A binary tree that gets its leaves from left to right. Only the nodes above the last
 * one can change, so that all others are written at once. A node has a number below
 * that of its parent.
 */
class TreeWriter {
  count = 0;
  /** Two slots for each node above the last block, by its depth. */
  readonly #slots = new Uint32Array(2 * MAX_DEPTH).fill(NONE);
  /** The first address of the last block. */
  readonly #path = new Uint32Array(4);
  /** How many nodes are above it. */
  #depth = 1;
  #isEmpty = true;
  readonly #file: GrowingFile;
  readonly #buffer = new Uint32Array(CHUNK_BYTES / 4);
  #filled = 0;

  constructor(path: string) {
    this.#file = new GrowingFile(path);
  }

  /** Adds a leaf, or a node that has been written, below the first bits of an address. */
  add(
    first: number,
    second: number,
    third: number,
    fourth: number,
    length: number,
    slot: number,
  ): void {
    const path = this.#path;
    const common = first !== path[0]
      ? Math.clz32(first ^ path[0])
      : second !== path[1]
      ? 32 + Math.clz32(second ^ path[1])
      : third !== path[2]
      ? 64 + Math.clz32(third ^ path[2])
      : 96 + Math.clz32(fourth ^ path[3]);
    const isAfter = common < Math.min(length, this.#depth) &&
      this.#bit(common) === 0;
    if (!isAfter && !this.#isEmpty) {
      throw new RangeError("blocks must ascend, and not overlap");
    }
    this.#close(common);
    this.#slots.fill(NONE, 2 * this.#depth, 2 * length);
    path[0] = first;
    path[1] = second;
    path[2] = third;
    path[3] = fourth;
    this.#isEmpty = false;
    this.#depth = length;
    this.#slots[2 * (length - 1) + this.#bit(length - 1)] = slot;
  }

  /** Writes the tree of IPv4, whose blocks were added first. What leads to it. */
  endIpv4(): number {
    this.#close(IPV4_DEPTH - 1);
    return this.#depth < IPV4_DEPTH ? NONE : this.#slots[2 * (IPV4_DEPTH - 1)];
  }

  /** Writes all nodes that are left, at last the root. */
  finish(): GrowingFile {
    this.#close(0);
    this.#write(0);
    this.#flush();
    return this.#file;
  }

  /** Writes the nodes below a depth, whose leaves are complete. */
  #close(depth: number): void {
    for (; this.#depth > depth + 1; this.#depth--) {
      const below = this.#depth - 1;
      this.#slots[2 * (below - 1) + this.#bit(below - 1)] = this.count;
      this.#write(below);
    }
  }

  /** The bit of the last block that decides in a node of this depth. */
  #bit(depth: number): number {
    return this.#path[depth >>> 5] >>> 31 - (depth & 31) & 1;
  }

  #write(depth: number): void {
    if (this.#filled === this.#buffer.length) this.#flush();
    this.#buffer[this.#filled++] = this.#slots[2 * depth];
    this.#buffer[this.#filled++] = this.#slots[2 * depth + 1];
    this.count++;
  }

  #flush(): void {
    this.#file.write(new Uint8Array(this.#buffer.buffer, 0, 4 * this.#filled));
    this.#filled = 0;
  }
}

/**
 * The records of a node in the format, by the slots of nodes in the order of the file,
 * where the root is first.
 */
function packed(
  slots: Uint32Array,
  nodes: number,
  recordSize: 24 | 28 | 32,
): Uint8Array {
  const numberOf = (slot: number) =>
    slot === NONE
      ? nodes
      : slot < RECORD
      ? nodes - 1 - slot
      : slot - RECORD + nodes + SEPARATOR_BYTES;
  const bytes = new Uint8Array(slots.length * recordSize / 8);
  let at = 0;
  for (let i = 0; i < slots.length; i += 2) {
    const left = numberOf(slots[i]);
    const right = numberOf(slots[i + 1]);
    if (recordSize === 32) bytes[at++] = left >>> 24;
    bytes[at++] = left >>> 16;
    bytes[at++] = left >>> 8;
    bytes[at++] = left;
    if (recordSize === 28) bytes[at++] = left >>> 24 << 4 | right >>> 24;
    if (recordSize === 32) bytes[at++] = right >>> 24;
    bytes[at++] = right >>> 16;
    bytes[at++] = right >>> 8;
    bytes[at++] = right;
  }
  return bytes;
}
