import { encodeColumnFile } from "../columns/column_file.ts";
import { narrowest, type NumberedBlock } from "../columns/narrowest.ts";
import { packedNumberColumns } from "../columns/packed_numbers.ts";
import { AddressRowsBuilder } from "../columns/range_rows_build.ts";
import { ROUTE_COLUMNS } from "./asn_table.ts";
import { Organizations } from "./asn_table_build.ts";

/** An announced prefix. */
export interface Route extends Omit<NumberedBlock, "number"> {
  /** 0 if it is unknown. */
  readonly origin: number;
}

/**
 * Builds the table of routes that `AsnTable.loadRoutes` reads: for each address the
 * narrowest route. Neighboring stretches of one system and one prefix length become
 * one row, because an address and a length identify the route.
 */
export class RouteTableBuilder {
  readonly #table = new AddressRowsBuilder();
  readonly #organizations = new Organizations();

  /** @param nameOf the name of a system's holder; empty if it is unknown */
  constructor(private readonly nameOf: (asn: number) => string) {}

  /** Adds all routes of a family, in the order of `compareBlocks`. No two are the same prefix. */
  add(family: 4 | 6, routes: Iterable<Route>): void {
    for (const stretch of narrowest(family, this.#numbered(routes))) {
      this.#table.addStretch(family, stretch);
    }
  }

  /** @param builtAt in milliseconds since the epoch. Call it once. */
  bytes(builtAt: number): Uint8Array<ArrayBuffer> {
    const lengths: ArrayBufferView<ArrayBuffer>[] = [];
    const columns = this.#table.columns((numbers) => {
      lengths.push(
        ...packedNumberColumns(numbers.map((number) => number >>> 24)),
      );
      return packedNumberColumns(numbers.map((number) => number & 0xff_ffff));
    });
    return encodeColumnFile(ROUTE_COLUMNS, builtAt, [
      ...columns,
      ...lengths,
      ...this.#organizations.columns(),
    ]);
  }

  /** With the number of the organization in 24 bits, and the length of the prefix above. */
  *#numbered(routes: Iterable<Route>): Generator<NumberedBlock> {
    for (const { high, low, length, origin } of routes) {
      const index = this.#organizations.index(origin, this.nameOf(origin));
      const number = (length << 24 | index + 1) >>> 0;
      yield { high, low, length, number };
    }
  }
}
