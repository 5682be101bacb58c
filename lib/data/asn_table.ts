import type { IpAddress } from "../net/ip_address.ts";
import type { Ipv6Words } from "../net/ip_text.ts";
import { widestPrefixV4 } from "../net/prefix.ts";
import { readColumns } from "./asn_layout.ts";
import { BoundedMap } from "../core/cache.ts";

/** An autonomous system and its holder. */
export interface AutonomousSystem {
  readonly asn: number;
  readonly org: string;
}

/** An inclusive range of addresses and the autonomous system that announces it. `id` is unique in the table. */
export type AsnRange =
  & AutonomousSystem
  & { readonly id: number }
  & (
    | { readonly family: 4; readonly start: number; readonly end: number }
    | {
      readonly family: 6;
      readonly start: Ipv6Words;
      readonly end: Ipv6Words;
    }
  );

/** Decoded names per cache generation. Bounded because clients choose the addresses. */
const MAX_CACHED = 16_384;

/**
 * Finds the autonomous system that announces an address, in the file that
 * `compileAsnTable` writes. The columns are views over its bytes; nothing is copied.
 */
export class AsnTable {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly size: number;
  readonly #columns;
  /** For each value of the upper 16 bits of an IPv4 address, the first row that starts at or above it. */
  readonly #index4: Uint32Array;
  readonly #decoder = new TextDecoder();
  readonly #systems = new BoundedMap<number, AutonomousSystem>(MAX_CACHED);

  #lastIp: IpAddress | undefined;
  #lastRow = -1;

  private constructor(bytes: Uint8Array) {
    this.#columns = readColumns(bytes);
    this.#index4 = indexOf(this.#columns.starts4);
    this.builtAt = this.#columns.builtAt;
    this.size = this.#columns.orgs4.length + this.#columns.orgs6.length;
  }

  /** @throws {Error} if the bytes are not a complete table of this version */
  static load(bytes: Uint8Array): AsnTable {
    return new AsnTable(bytes);
  }

  /** The row of the range that contains `ip`, -1 if there is none. The row number is the range's id. */
  findRow(ip: IpAddress): number {
    // Several sources look up the same address one after another.
    if (ip !== this.#lastIp) {
      this.#lastRow = ip.family === 4
        ? this.#rowOf4(ip.value)
        : this.#rowOf6(ip.words);
      this.#lastIp = ip;
    }
    return this.#lastRow;
  }

  /** The number of the autonomous system in a row. */
  asnAt(row: number): number {
    return this.#columns.asns[this.#orgAt(row)];
  }

  /** The autonomous system in a row. The same object while it is cached. */
  systemAt(row: number): AutonomousSystem {
    return this.#organisation(this.#orgAt(row));
  }

  /**
   * The prefix length of the widest block that contains an IPv4 address and lies
   * within the range in `row`.
   *
   * @param row the row of that address
   */
  blockLength4(row: number, value: number): number {
    const { starts4, ends4 } = this.#columns;
    return widestPrefixV4(starts4[row], ends4[row], value);
  }

  /** The range in a row. */
  range(row: number): AsnRange {
    const { starts4, ends4, starts6, ends6, orgs4 } = this.#columns;
    const system = this.#organisation(this.#orgAt(row));
    if (row < orgs4.length) {
      const [start, end] = [starts4[row], ends4[row]];
      return { id: row, ...system, family: 4, start, end };
    }
    const row6 = row - orgs4.length;
    const [start, end] = [wordsAt(starts6, row6), wordsAt(ends6, row6)];
    return { id: row, ...system, family: 6, start, end };
  }

  /** The range that contains `ip`; null if there is none. */
  lookup(ip: IpAddress): AsnRange | null {
    const row = this.findRow(ip);
    return row < 0 ? null : this.range(row);
  }

  /** Every autonomous system in the table, once for each name it has. */
  *organisations(): Iterable<AutonomousSystem> {
    const { asns } = this.#columns;
    for (let i = 0; i < asns.length; i++) yield this.#organisation(i);
  }

  #rowOf4(value: number): number {
    const { starts4, ends4 } = this.#columns;
    let low = this.#index4[value >>> 16];
    let high = this.#index4[(value >>> 16) + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts4[middle] <= value) low = middle + 1;
      else high = middle;
    }
    const row = low - 1;
    return row < 0 || value > ends4[row] ? -1 : row;
  }

  #rowOf6(words: readonly number[]): number {
    const { starts6, ends6, orgs6, orgs4 } = this.#columns;
    let low = 0;
    let high = orgs6.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareAt(starts6, middle, words) <= 0) low = middle + 1;
      else high = middle;
    }
    const row = low - 1;
    return row < 0 || compareAt(ends6, row, words) < 0
      ? -1
      : orgs4.length + row;
  }

  #orgAt(row: number): number {
    const { orgs4, orgs6 } = this.#columns;
    return row < orgs4.length ? orgs4[row] : orgs6[row - orgs4.length];
  }

  #organisation(index: number): AutonomousSystem {
    let system = this.#systems.get(index);
    if (!system) {
      const { asns, nameOffsets, names } = this.#columns;
      const bytes = names.subarray(nameOffsets[index], nameOffsets[index + 1]);
      system = { asn: asns[index], org: this.#decoder.decode(bytes) };
      this.#systems.set(index, system);
    }
    return system;
  }
}

function indexOf(starts4: Uint32Array): Uint32Array {
  const index = new Uint32Array(0x10001);
  let row = 0;
  for (let upper = 0; upper < 0x10000; upper++) {
    while (row < starts4.length && starts4[row] >>> 16 < upper) row++;
    index[upper] = row;
  }
  index[0x10000] = starts4.length;
  return index;
}

/** Negative if the address in `row` comes before `words`. */
function compareAt(
  column: Uint32Array,
  row: number,
  words: readonly number[],
): number {
  const at = row * 4;
  if (column[at] !== words[0]) return column[at] - words[0];
  if (column[at + 1] !== words[1]) return column[at + 1] - words[1];
  if (column[at + 2] !== words[2]) return column[at + 2] - words[2];
  return column[at + 3] - words[3];
}

function wordsAt(column: Uint32Array, row: number): Ipv6Words {
  const at = row * 4;
  return [column[at], column[at + 1], column[at + 2], column[at + 3]];
}
