import { Buffer } from "node:buffer";
import { Reader, type Response } from "mmdb-lib";
import type { IpAddress } from "../net/ip_address.ts";
import { BoundedMap } from "./bounded_map.ts";
import { MmdbTree } from "./mmdb_tree.ts";

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
