import type { IpAddress } from "../net/ip_address.ts";
import type { Ipv6Words } from "../net/ip_text.ts";
import { widestPrefixV4 } from "../net/prefix.ts";
import { readColumns } from "./asn_layout.ts";
import { BoundedMap } from "../core/cache.ts";

/** An autonomous system and who holds it. */
export interface AutonomousSystem {
  readonly asn: number;
  readonly org: string;
}

/** An autonomous system and an inclusive range that it announces. No two ranges of a table have the same id. */
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

/** Names kept ready made in a generation. Bounded because strangers choose the addresses. */
const MAX_CACHED = 16_384;

/**
 * Which autonomous system announces an address, from the file that
 * `compactAsn` writes. The columns are views over the bytes; nothing is copied.
 */
export class AsnTable {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly size: number;
  readonly #columns;
  /** By the upper 16 bits of an IPv4 address: the first row that starts at or above them. */
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

  /** @throws {Error} when the bytes are not a whole table of this version */
  static load(bytes: Uint8Array): AsnTable {
    return new AsnTable(bytes);
  }

  /** The row of the range that holds `ip`, -1 in a hole. A row is its range's id. */
  findRow(ip: IpAddress): number {
    // Several sources ask for the same address in a row.
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

  /** The autonomous system in a row. The same object as long as it is kept. */
  systemAt(row: number): AutonomousSystem {
    return this.#organisation(this.#orgAt(row));
  }

  /** The length of the widest block that holds an IPv4 address and lies in the range in a row, the one of the address. */
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

  /** The range that holds `ip`, or null in a hole. */
  lookup(ip: IpAddress): AsnRange | null {
    const row = this.findRow(ip);
    return row < 0 ? null : this.range(row);
  }

  /** Every autonomous system named in the table, each once per name. */
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

/** Negative when the address in `row` lies before `words`. */
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
