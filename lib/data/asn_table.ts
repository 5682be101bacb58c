import type { IpAddress } from "../net/ip_address.ts";
import type { Ipv6Words } from "../net/ipv6_text.ts";
import { columnsOf } from "./asn_layout.ts";
import { BoundedMap } from "./bounded_map.ts";

/** An autonomous system and an inclusive range that it announces. No two ranges of a table have the same id. */
export type AsnRange =
  & { readonly id: number; readonly asn: number; readonly org: string }
  & (
    | { readonly family: 4; readonly start: number; readonly end: number }
    | {
      readonly family: 6;
      readonly start: Ipv6Words;
      readonly end: Ipv6Words;
    }
  );

/** Ranges and names kept ready made in a generation. Bounded because strangers choose the addresses. */
const MAX_KEPT = 16_384;

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
  readonly #names = new BoundedMap<number, string>(MAX_KEPT);
  readonly #kept4 = new BoundedMap<number, AsnRange>(MAX_KEPT);
  readonly #kept6 = new BoundedMap<number, AsnRange>(MAX_KEPT);

  #lastIp: IpAddress | undefined;
  #lastRange: AsnRange | null = null;

  private constructor(bytes: Uint8Array) {
    this.#columns = columnsOf(bytes);
    this.#index4 = indexOf(this.#columns.starts4);
    this.builtAt = this.#columns.builtAt;
    this.size = this.#columns.orgs4.length + this.#columns.orgs6.length;
  }

  /** @throws {Error} when the bytes are not a whole table of this version */
  static load(bytes: Uint8Array): AsnTable {
    return new AsnTable(bytes);
  }

  /** The range that holds `ip`, or null in a hole. The same object as long as it is kept. */
  lookup(ip: IpAddress): AsnRange | null {
    // Several sources ask for the same address in a row.
    if (ip !== this.#lastIp) {
      this.#lastRange = ip.family === 4
        ? this.#lookup4(ip.value)
        : this.#lookup6(ip.words);
      this.#lastIp = ip;
    }
    return this.#lastRange;
  }

  /** Every autonomous system named in the table, each once per name. */
  *organisations(): Iterable<{ asn: number; org: string }> {
    const { asns } = this.#columns;
    for (let i = 0; i < asns.length; i++) yield this.#organisation(i);
  }

  #lookup4(value: number): AsnRange | null {
    const { starts4, ends4, orgs4 } = this.#columns;
    let low = this.#index4[value >>> 16];
    let high = this.#index4[(value >>> 16) + 1];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (starts4[middle] <= value) low = middle + 1;
      else high = middle;
    }
    const row = low - 1;
    if (row < 0 || value > ends4[row]) return null;
    let range = this.#kept4.get(row);
    if (!range) {
      const { asn, org } = this.#organisation(orgs4[row]);
      range = {
        id: row,
        asn,
        org,
        family: 4,
        start: starts4[row],
        end: ends4[row],
      };
      this.#kept4.set(row, range);
    }
    return range;
  }

  #lookup6(words: readonly number[]): AsnRange | null {
    const { starts6, ends6, orgs6, orgs4 } = this.#columns;
    let low = 0;
    let high = orgs6.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareAt(starts6, middle, words) <= 0) low = middle + 1;
      else high = middle;
    }
    const row = low - 1;
    if (row < 0 || compareAt(ends6, row, words) < 0) return null;
    let range = this.#kept6.get(row);
    if (!range) {
      const { asn, org } = this.#organisation(orgs6[row]);
      const start = wordsAt(starts6, row);
      const end = wordsAt(ends6, row);
      range = { id: orgs4.length + row, asn, org, family: 6, start, end };
      this.#kept6.set(row, range);
    }
    return range;
  }

  #organisation(index: number): { asn: number; org: string } {
    const { asns, nameOffsets, names } = this.#columns;
    let org = this.#names.get(index);
    if (org === undefined) {
      const bytes = names.subarray(nameOffsets[index], nameOffsets[index + 1]);
      org = this.#decoder.decode(bytes);
      this.#names.set(index, org);
    }
    return { asn: asns[index], org };
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
