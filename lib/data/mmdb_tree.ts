import type { IpAddress } from "../net/ip_address.ts";

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
