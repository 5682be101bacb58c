import type { IpAddress } from "../../net/ip_address.ts";
import type { Ipv6Words } from "../../net/ip_text.ts";
import { blockLengthV4 } from "../../net/prefix.ts";
import { DirectMappedCache } from "../../core/cache.ts";
import {
  type ColumnFormat,
  readColumnFile,
  takeColumns,
  wordColumn,
} from "../columns/column_file.ts";
import { AddressRows } from "../columns/address_rows.ts";
import type { RunSource } from "../columns/runs.ts";
import { TextColumn } from "../columns/text_column.ts";

/** Version of the file format. Version 1 had a start and an end for each range. */
export const ASN_FORMAT = 3;

/**
 * Format of an ASN table: the rows of both families with the number of their
 * organization, then the AS numbers and names of the organizations.
 */
export const ASN_COLUMNS: ColumnFormat = {
  name: "ASN table",
  magic: "PASN",
  version: ASN_FORMAT,
  columnCount: 14,
};

/** An autonomous system and its holder. */
export interface AutonomousSystem {
  readonly asn: number;
  readonly org: string;
}

/**
 * An inclusive range of addresses and the autonomous system that announces it. `id`
 * is unique in the table.
 */
type AsnRange =
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

/** 32,768 decoded names. Bounded because clients choose the addresses. */
const CACHE_BITS = 15;

/**
 * Finds the autonomous system that announces an address, in the file that
 * `compileAsnTable` writes. The columns are views over its bytes; nothing is copied.
 */
export class AsnTable {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  /** With the number of an organization each. */
  readonly #rows: AddressRows;
  readonly #asns: Uint32Array;
  readonly #names: TextColumn;
  readonly #systems = new DirectMappedCache<AutonomousSystem>(CACHE_BITS);

  #lastIp: IpAddress | undefined;
  #lastRow = -1;

  private constructor(bytes: Uint8Array) {
    const { builtAt, columns } = readColumnFile(bytes, ASN_COLUMNS);
    this.builtAt = builtAt;
    const take = takeColumns(columns);
    this.#rows = new AddressRows(take);
    [this.#asns] = take(1).map(wordColumn);
    this.#names = new TextColumn(take(TextColumn.columnCount));
  }

  /** @throws {Error} if the bytes are not a complete table of this version */
  static load(bytes: Uint8Array): AsnTable {
    return new AsnTable(bytes);
  }

  /** Number of ranges of both families. Counted at each call. */
  get size(): number {
    let size = 0;
    for (let row = 0; row < this.#rows.size; row++) {
      if (this.#rows.numberAt(row) !== 0) size++;
    }
    return size;
  }

  /**
   * The row of the range that contains `ip`, -1 if there is none. The row number is
   * the range's id.
   */
  findRow(ip: IpAddress): number {
    // Several sources look up the same address one after another.
    if (ip !== this.#lastIp) {
      this.#lastRow = this.#rows.find(ip);
      this.#lastIp = ip;
    }
    return this.#lastRow;
  }

  /** Number of autonomous systems. A system counts once for each name it has. */
  get systemCount(): number {
    return this.#asns.length;
  }

  /** The position, from 0, of the autonomous system in a row among all of `systemCount`. */
  systemIndex(row: number): number {
    return this.#rows.numberAt(row) - 1;
  }

  /** The autonomous system with a `systemIndex`. The same object while it is cached. */
  system(index: number): AutonomousSystem {
    return this.#system(index + 1);
  }

  /** The number of the autonomous system with a `systemIndex`. */
  asnOf(index: number): number {
    return this.#asns[index];
  }

  /** The number of the autonomous system in a row. */
  asnAt(row: number): number {
    return this.#asns[this.#rows.numberAt(row) - 1];
  }

  /** The autonomous system in a row. The same object while it is cached. */
  systemAt(row: number): AutonomousSystem {
    return this.#system(this.#rows.numberAt(row));
  }

  /**
   * The prefix length of the range in an IPv4 row if it is exactly one block;
   * otherwise -1.
   *
   * @param near an address in the row
   */
  blockLength4(row: number, near: number): number {
    const { rows4 } = this.#rows;
    return blockLengthV4(rows4.startOf(row, near), rows4.endOf(row, near));
  }

  /** The range in a row. */
  range(row: number): AsnRange {
    const system = this.systemAt(row);
    const { rows4, rows6 } = this.#rows;
    if (row < rows4.size) {
      const start = rows4.startOf(row, 0);
      const end = rows4.endOf(row, start);
      return { id: row, ...system, family: 4, start, end };
    }
    const row6 = row - rows4.size;
    const [start, end] = [rows6.startOf(row6), rows6.endOf(row6)];
    return { id: row, ...system, family: 6, start, end };
  }

  /** The range that contains `ip`; null if there is none. */
  lookup(ip: IpAddress): AsnRange | null {
    const row = this.findRow(ip);
    return row < 0 ? null : this.range(row);
  }

  /**
   * The addresses of a family by autonomous system: the `systemIndex` + 1, or 0 for
   * none. If the first source has none for an address, the next one is used. Ranges
   * that split an IPv6 /64 are left out.
   */
  systemRuns(family: 4 | 6): RunSource[] {
    return this.#rows.runs(family);
  }

  /**
   * The addresses of a family by whether an autonomous system announces them, 1 or
   * 0. As for {@link systemRuns}.
   */
  runsOf(asn: number, family: 4 | 6): RunSource[] {
    const isOwn = new Uint16Array(this.#asns.length + 1);
    this.#asns.forEach((own, index) => isOwn[index + 1] = own === asn ? 1 : 0);
    return this.#rows.runs(family, isOwn);
  }

  /** Every autonomous system in the table, once for each name it has. */
  *organizations(): Iterable<AutonomousSystem> {
    for (let org = 1; org <= this.#asns.length; org++) yield this.#system(org);
  }

  #system(org: number): AutonomousSystem {
    let system = this.#systems.get(org);
    if (!system) {
      system = { asn: this.#asns[org - 1], org: this.#names.at(org - 1) };
      this.#systems.set(org, system);
    }
    return system;
  }
}
