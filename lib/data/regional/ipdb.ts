import * as z from "zod";
import type { IpAddress } from "../../net/ip_address.ts";
import type { RunSource } from "../columns/runs.ts";
import { treeRuns } from "../tree_runs.ts";
import { unshared } from "../shared_files.ts";

/** More than the metadata of any real file. */
const MAX_METADATA_BYTES = 65_536;
const NODE_BYTES = 8;
const FOR_V4 = 1;
const FOR_V6 = 2;

const Metadata = z.object({
  /** Seconds since the epoch. */
  build: z.number().int().nonnegative(),
  /** Bits: 1 for IPv4, 2 for IPv6. */
  ip_version: z.number().int().min(1).max(3),
  /** Index of the first field of each language in a record. */
  languages: z.record(z.string(), z.number().int().nonnegative()),
  node_count: z.number().int().positive(),
  /** Bytes after the metadata. */
  total_size: z.number().int().positive(),
  fields: z.array(z.string()).min(1),
});

export type IpdbRecord = Readonly<Record<string, string>>;

/**
 * An ipdb file in memory: the length of the metadata as 32 bits, the metadata as
 * JSON, a binary tree with one bit of the address per level, and records of
 * tab-separated text.
 *
 * The package `ipdb` converts an address to an array of bits, which takes ten
 * times as long as the search, and does not expose record ids.
 */
export class IpdbFile {
  readonly builtAt: number;
  readonly #ipVersion: number;
  readonly #fields: readonly string[];
  /** Fields of a record to skip: they belong to other languages. */
  readonly #skipped: number;
  readonly #nodeCount: number;
  readonly #bytes: Uint8Array;
  readonly #view: DataView;
  readonly #root4: number;
  readonly #decoder = new TextDecoder("utf-8", { fatal: true });

  /**
   * Copies nothing: do not change the bytes afterwards.
   *
   * @throws {Error} if it is not an ipdb file, or its length differs from its metadata
   */
  constructor(file: Uint8Array) {
    const length = file.length < 4 ? 0 : viewOf(file).getUint32(0);
    if (length === 0 || length > MAX_METADATA_BYTES) {
      throw cannot(`metadata of ${length} bytes`);
    }
    const metadata = metadataOf(file.subarray(4, 4 + length));
    this.#bytes = file.subarray(4 + length);
    this.#view = viewOf(this.#bytes);
    const { total_size, node_count, languages } = metadata;
    if (total_size !== this.#bytes.length) {
      throw cannot(`${this.#bytes.length} bytes instead of ${total_size}`);
    }
    if (node_count * NODE_BYTES > total_size) {
      throw cannot(`a tree of ${node_count} nodes in ${total_size} bytes`);
    }
    this.#nodeCount = node_count;
    this.#ipVersion = metadata.ip_version;
    this.#fields = metadata.fields;
    this.#skipped = languages.CN ?? Object.values(languages)[0] ?? 0;
    this.builtAt = metadata.build * 1000;
    // IPv4 addresses are below ::ffff:0:0/96. The metadata can name that node, but is not trusted.
    let root = 0;
    for (const word of [0, 0, 0xffff]) root = this.#descend(root, word);
    this.#root4 = root;
  }

  supports(family: 4 | 6): boolean {
    return (this.#ipVersion & (family === 4 ? FOR_V4 : FOR_V6)) !== 0;
  }

  /** The id of an address's record; 0 if it has none. */
  find(ip: IpAddress): number {
    if (!this.supports(ip.family)) return 0;
    let node = 0;
    if (ip.family === 4) node = this.#descend(this.#root4, ip.value);
    else for (const word of ip.words) node = this.#descend(node, word);
    return node > this.#nodeCount ? node : 0;
  }

  /** The runs of the records of a family. @param numberAt the number of a record, by its id */
  runs(family: 4 | 6, numberAt: (id: number) => number): RunSource[] {
    if (!this.supports(family)) return [];
    const tree = {
      nodeCount: this.#nodeCount,
      root: family === 4 ? this.#root4 : 0,
      child: (node: number, bit: 0 | 1) => this.#child(node, bit),
    };
    return [treeRuns(tree, family, numberAt)];
  }

  /**
   * The record with an id from {@link find}.
   *
   * @throws {Error} if the file is damaged
   */
  record(id: number): IpdbRecord {
    const at = id - this.#nodeCount + this.#nodeCount * NODE_BYTES;
    const start = at + 2;
    const end = start > this.#bytes.length
      ? Infinity
      : start + this.#view.getUint16(at);
    if (end > this.#bytes.length) {
      throw new Error(`A record ends beyond the end of the file`);
    }
    const values = this.#decoder
      .decode(unshared(this.#bytes.subarray(start, end)))
      .split("\t");
    return Object.fromEntries(
      this.#fields.map((field, i) => [field, values[this.#skipped + i] ?? ""]),
    );
  }

  /** Follows the 32 bits of `word`, stopping at a leaf. */
  #descend(node: number, word: number): number {
    for (let bit = 31; bit >= 0 && node < this.#nodeCount; bit--) {
      node = this.#child(node, word >>> bit & 1);
    }
    return node;
  }

  #child(node: number, bit: number): number {
    return this.#view.getUint32(node * NODE_BYTES + bit * 4);
  }
}

function metadataOf(bytes: Uint8Array): z.infer<typeof Metadata> {
  try {
    return Metadata.parse(JSON.parse(new TextDecoder().decode(bytes)));
  } catch (cause) {
    throw new Error("Cannot open the ipdb: its metadata does not parse", {
      cause,
    });
  }
}

function viewOf({ buffer, byteOffset, byteLength }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, byteLength);
}

function cannot(why: string): Error {
  return new Error(`Cannot open the ipdb: ${why}`);
}
