import type { IpAddress } from "../net/ip_address.ts";
import { Buffer } from "node:buffer";
import { Reader, type Response } from "maxmind";
import { BoundedMap } from "../core/cache.ts";
import type { Facts } from "./facts.ts";
import type { GeoRecords } from "./geo_database.ts";
import { checkMetadata, type MmdbMetadata } from "./mmdb_metadata.ts";
import { factsOfRecord } from "./records/geo_record.ts";
import type { RunSource } from "./columns/runs.ts";
import { recordCountries, treeRuns } from "./tree_runs.ts";

/** Dimensions of a search tree. */
export type TreeShape = Pick<
  MmdbMetadata,
  "nodeCount" | "recordSize" | "ipVersion"
>;

/**
 * The search tree at the start of a MaxMind DB file (format 2.0).
 *
 * Takes a quarter of the library's time, which parses the address from text.
 */
export class MmdbTree {
  readonly #bytes: Uint8Array;
  readonly #shape: TreeShape;
  readonly #nodeBytes: number;
  /** The node of the IPv4 addresses: in a tree of IP version 6, of ::/96. */
  readonly #root4: number;
  /** The node reached by the upper 16 bits of an IPv4 address. Precomputed: half of each lookup. */
  readonly #halfway4 = new Uint32Array(0x10000);

  constructor(bytes: Uint8Array, shape: TreeShape) {
    this.#bytes = bytes;
    this.#shape = shape;
    this.#nodeBytes = shape.recordSize / 4;
    let root = 0;
    const zeros = shape.ipVersion === 4 ? 0 : 3;
    for (let i = 0; i < zeros; i++) root = this.#descend(root, 0, 32);
    this.#root4 = root;
    for (let upper = 0; upper < 0x10000; upper++) {
      this.#halfway4[upper] = this.#descend(root, upper << 16, 16);
    }
  }

  /** The id of an address's record; 0 if it has none. Addresses that share a record share the id. */
  find(ip: IpAddress): number {
    let node = 0;
    if (ip.family === 4) {
      node = this.#descend(this.#halfway4[ip.value >>> 16], ip.value << 16, 16);
    } else {
      for (const word of ip.words) node = this.#descend(node, word, 32);
    }
    return node > this.#shape.nodeCount ? node : 0;
  }

  /** The runs of the records of a family. @param numberAt the number of a record, by its id */
  runs(family: 4 | 6, numberAt: (id: number) => number): RunSource {
    return treeRuns(
      {
        nodeCount: this.#shape.nodeCount,
        root: family === 4 ? this.#root4 : 0,
        // Some files repeat the tree of IPv4 under 2002::/16.
        repeated: family === 4 ? undefined : this.#root4,
        child: (node, side) => this.#descend(node, side << 31, 1),
      },
      family,
      numberAt,
    );
  }

  /** Follows the upper `bits` of `word`, stopping at a leaf. */
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

/** Decoded strings and records per cache generation; most records share their strings. */
const MAX_KEPT = 8_192;

/** A MaxMind DB file in memory. */
export class MmdbFile implements GeoRecords {
  readonly type: string;
  readonly ipVersion: 4 | 6;
  /** Nodes of the search tree, a measure of the database's size. */
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
    const { type, ipVersion, nodeCount, recordSize, builtAt } = checkMetadata({
      format: metadata.binaryFormatMajorVersion,
      type: metadata.databaseType,
      ipVersion: metadata.ipVersion,
      nodeCount: metadata.nodeCount,
      recordSize: metadata.recordSize,
      buildEpoch: metadata.buildEpoch.getTime() / 1000,
    }, byteLength);
    this.type = type;
    this.ipVersion = ipVersion;
    this.nodeCount = nodeCount;
    this.builtAt = builtAt;
    this.#tree = new MmdbTree(bytes, { nodeCount, recordSize, ipVersion });
  }

  /**
   * Opens a file without copying it: do not change the bytes afterwards.
   *
   * @throws {Error} if the metadata is missing or contradicts the file
   */
  static open(bytes: Uint8Array<ArrayBuffer>): MmdbFile {
    return new MmdbFile(bytes);
  }

  /** Whether addresses of the family can be looked up. A file of IP version 4 has no IPv6 addresses. */
  supports(family: 4 | 6): boolean {
    return family === 4 || this.ipVersion === 6;
  }

  /**
   * The id of an address's record; 0 if it has none.
   *
   * @throws {Error} if the family is not supported
   */
  recordId(ip: IpAddress): number {
    if (!this.supports(ip.family)) {
      throw new Error(`Cannot look up ${ip.text} in an IPv4 database`);
    }
    return this.#tree.find(ip);
  }

  /**
   * The decoded record of an address; null if it has none.
   *
   * @throws {Error} if the family is not supported, or the file is damaged
   */
  record(ip: IpAddress): unknown {
    const id = this.recordId(ip);
    return id === 0 ? null : this.recordAt(id);
  }

  /**
   * The decoded record with an id from `recordId`.
   *
   * @throws {Error} if the file is damaged
   */
  recordAt(id: number): unknown {
    // The public method would parse the address and search the tree again. The
    // version is pinned, and tests compare both results.
    return this.#reader["resolveDataPointer"](id);
  }

  factsOf(id: number): Partial<Facts> {
    return factsOfRecord(this.recordAt(id));
  }

  countryRuns(family: 4 | 6): RunSource[] {
    if (!this.supports(family)) return [];
    const numberAt = recordCountries((id) => this.factsOf(id));
    return [this.#tree.runs(family, numberAt)];
  }
}
