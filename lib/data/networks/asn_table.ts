import type { IpAddress } from "../../net/ip_address.ts";
import type { Ipv6Words } from "../../net/ip_text.ts";
import { blockLengthV4, blockLengthV6 } from "../../net/prefix.ts";
import { DirectMappedCache } from "../../core/cache.ts";
import {
  type ColumnFormat,
  concatenated,
  readColumnFile,
} from "../columns/column_file.ts";
import { AddressRows } from "../columns/address_rows.ts";
import { PackedNumbers } from "../columns/packed_numbers.ts";
import { mapRuns, type RunSource } from "../columns/runs.ts";
import { TextColumn } from "../columns/text_column.ts";

/**
 * Format of an ASN table: the rows of both families with the number of their
 * organization, then the AS numbers and names of the organizations.
 */
export const ASN_COLUMNS: ColumnFormat = {
  name: "ASN table",
  magic: "PASN",
  version: 5,
  columnCount: 17,
};

/**
 * Format of a table of announced routes: an ASN table whose rows have the prefix
 * length of the route as well, for each family after the rows of both.
 */
export const ROUTE_COLUMNS: ColumnFormat = {
  name: "table of routes",
  magic: "PRTE",
  version: 3,
  columnCount: 21,
};

/** An autonomous system and its holder. The number is 0 if it is unknown who announces a route. */
export interface AutonomousSystem {
  readonly asn: number;
  readonly org: string;
}

/** An inclusive range of addresses and the autonomous system that announces it. */
type AsnRange =
  & AutonomousSystem
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

interface AsnFile {
  readonly builtAt: number;
  /** With the number of an organization each. */
  readonly rows: AddressRows;
  /** Prefix lengths by row of a family; not in a table of ranges. */
  readonly lengths?: Readonly<Record<4 | 6, PackedNumbers>>;
  readonly asns: Uint32Array;
  readonly names: TextColumn;
}

/**
 * Finds the autonomous system that announces an address, in files that
 * `compileAsnTable` and `RouteTableBuilder` write. The columns are views over their
 * bytes; only the AS numbers are copied if each family has a file of its own.
 */
export class AsnTable {
  /** Milliseconds since the epoch; of the older file. */
  readonly builtAt: number;
  readonly #files: Readonly<Record<4 | 6, AsnFile>>;
  readonly #rows: AddressRows;
  readonly #asns: Uint32Array;
  /** Added to the number of an organization of IPv6. */
  readonly #offset6: number;
  readonly #systems = new DirectMappedCache<AutonomousSystem>(CACHE_BITS);

  #joined: { readonly v6: AsnTable; readonly table: AsnTable } | undefined;
  #lastIp: IpAddress | undefined;
  #lastRow = -1;

  private constructor(v4: AsnFile, v6: AsnFile) {
    this.#files = { 4: v4, 6: v6 };
    this.builtAt = Math.min(v4.builtAt, v6.builtAt);
    const isOne = v4 === v6;
    this.#rows = isOne
      ? v4.rows
      : new AddressRows(v4.rows.rows4, v6.rows.rows6);
    this.#offset6 = isOne ? 0 : v4.asns.length;
    this.#asns = isOne
      ? v4.asns
      : concatenated(Uint32Array, [v4.asns, v6.asns]);
  }

  /** @throws {Error} if the bytes are not a complete table of this version */
  static load(bytes: Uint8Array): AsnTable {
    const file = readAsnFile(bytes, ASN_COLUMNS);
    return new AsnTable(file, file);
  }

  /** As {@link load}, for a table of routes. */
  static loadRoutes(bytes: Uint8Array): AsnTable {
    const file = readAsnFile(bytes, ROUTE_COLUMNS);
    return new AsnTable(file, file);
  }

  /** The table with the IPv4 rows of one table and the IPv6 rows of another. The same for the same tables: much is derived from it. */
  static joined(v4: AsnTable, v6: AsnTable): AsnTable {
    if (v4 === v6) return v4;
    if (v4.#joined?.v6 !== v6) {
      v4.#joined = { v6, table: new AsnTable(v4.#files[4], v6.#files[6]) };
    }
    return v4.#joined.table;
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
    const index = this.#rows.numberAt(row) - 1;
    return index < 0 || row < this.#rows.rows4.size
      ? index
      : index + this.#offset6;
  }

  /** The autonomous system with a `systemIndex`. The same object while it is cached. */
  system(index: number): AutonomousSystem {
    let system = this.#systems.get(index);
    if (!system) {
      const offset = this.#offset6;
      const org = offset > 0 && index >= offset
        ? this.#files[6].names.at(index - offset)
        : this.#files[4].names.at(index);
      system = { asn: this.#asns[index], org };
      this.#systems.set(index, system);
    }
    return system;
  }

  asnOf(index: number): number {
    return this.#asns[index];
  }

  asnAt(row: number): number {
    return this.#asns[this.systemIndex(row)];
  }

  /** The autonomous system in a row. The same object while it is cached. */
  systemAt(row: number): AutonomousSystem {
    return this.system(this.systemIndex(row));
  }

  /** Whether the rows of a family are announced routes. Otherwise they are ranges that a system announces in one or more routes. */
  hasRoutes(family: 4 | 6): boolean {
    const { lengths, rows } = this.#files[family];
    return lengths !== undefined && rows.sizeOf(family) > 0;
  }

  /**
   * The prefix length of the route of an address; of a range, if it is exactly one
   * block. Otherwise -1.
   *
   * @param row the row of the address
   */
  routeLength(row: number, ip: IpAddress): number {
    const { rows4 } = this.#rows;
    const lengths = this.#files[ip.family].lengths?.[ip.family];
    if (lengths) return lengths.at(ip.family === 4 ? row : row - rows4.size);
    if (ip.family === 4) {
      return blockLengthV4(rows4.startOf(row), rows4.endOf(row));
    }
    const range = this.range(row);
    return range.family === 6 ? blockLengthV6(range.start, range.end) : -1;
  }

  range(row: number): AsnRange {
    const system = this.systemAt(row);
    const { rows4, rows6 } = this.#rows;
    if (row < rows4.size) {
      const [start, end] = [rows4.startOf(row), rows4.endOf(row)];
      return { ...system, family: 4, start, end };
    }
    const row6 = row - rows4.size;
    const [start, end] = [rows6.startOf(row6), rows6.endOf(row6)];
    return { ...system, family: 6, start, end };
  }

  /** The range that contains `ip`; null if there is none. */
  lookup(ip: IpAddress): AsnRange | null {
    const row = this.findRow(ip);
    return row < 0 ? null : this.range(row);
  }

  /**
   * The addresses of a family by autonomous system: the `systemIndex` + 1, or 0 for
   * none. If the first source has none for an address, the next one is used. An
   * IPv6 /64 has the system of its middle.
   */
  systemRuns(family: 4 | 6): RunSource[] {
    const runs = this.#rows.runs(family);
    const offset = family === 4 ? 0 : this.#offset6;
    return offset === 0
      ? runs
      : runs.map((source) =>
        mapRuns(source, (number) => number === 0 ? 0 : number + offset)
      );
  }

  /**
   * The addresses of a family by whether an autonomous system announces them, 1 or
   * 0. As for {@link systemRuns}.
   */
  runsOf(asn: number, family: 4 | 6): RunSource[] {
    const { asns } = this.#files[family];
    const isOwn = new Uint16Array(asns.length + 1);
    asns.forEach((own, index) => isOwn[index + 1] = own === asn ? 1 : 0);
    return this.#rows.runs(family, isOwn);
  }

  /** Every autonomous system in the table, once for each name it has. */
  *organizations(): Iterable<AutonomousSystem> {
    for (let i = 0; i < this.systemCount; i++) yield this.system(i);
  }
}

function readAsnFile(bytes: Uint8Array, format: ColumnFormat): AsnFile {
  const { builtAt, columns } = readColumnFile(bytes, format);
  const rows = AddressRows.read(columns);
  const lengths = format === ROUTE_COLUMNS
    ? { 4: new PackedNumbers(columns), 6: new PackedNumbers(columns) }
    : undefined;
  const asns = columns.words();
  return { builtAt, rows, lengths, asns, names: new TextColumn(columns) };
}
