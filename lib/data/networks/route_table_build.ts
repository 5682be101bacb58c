import { encodeColumnFile } from "../columns/column_file.ts";
import {
  AddressRowsBuilder,
  smallNumberColumns,
} from "../columns/range_rows_build.ts";
import { ROUTE_COLUMNS } from "./asn_table.ts";
import { Organizations } from "./asn_table_build.ts";

/** An announced prefix. A start is two words: 0 and the address for IPv4, the upper 64 bits for IPv6. */
export interface Route {
  readonly high: number;
  readonly low: number;
  /** At most 64 for IPv6. */
  readonly length: number;
  /** 0 if it is unknown. */
  readonly origin: number;
}

const LAST = 0xffff_ffff;

type Point = readonly [high: number, low: number];

/** The last address of a route. */
function endOf(family: 4 | 6, { high, low, length }: Route): Point {
  const bits = family === 4 ? 32 : 64;
  const rest = bits - length;
  const ones = (count: number) => count >= 32 ? LAST : 2 ** count - 1;
  return [
    family === 4 ? 0 : (high | ones(Math.max(0, rest - 32))) >>> 0,
    (low | ones(rest)) >>> 0,
  ];
}

function isBefore([high, low]: Point, [otherHigh, otherLow]: Point): boolean {
  return high < otherHigh || high === otherHigh && low < otherLow;
}

function after([high, low]: Point): Point {
  return low === LAST ? [high + 1, 0] : [high, low + 1];
}

/** A stretch of addresses whose narrowest route has this number. */
interface Stretch {
  readonly start: Point;
  readonly end: Point;
  readonly number: number;
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

  /** Adds all routes of a family, ascending by start, then by length. No two are the same prefix. */
  add(family: 4 | 6, routes: Iterable<Route>): void {
    let last: Stretch | undefined;
    for (const stretch of this.#stretches(family, routes)) {
      const isNext = last && last.number === stretch.number &&
        !isBefore(after(last.end), stretch.start);
      if (last && isNext) last = { ...last, end: stretch.end };
      else {
        if (last) this.#addRow(family, last);
        last = stretch;
      }
    }
    if (last) this.#addRow(family, last);
  }

  /** @param builtAt in milliseconds since the epoch. Call it once. */
  bytes(builtAt: number): Uint8Array<ArrayBuffer> {
    const lengths: Uint8Array<ArrayBuffer>[] = [];
    const columns = this.#table.columns((numbers) => {
      lengths.push(Uint8Array.from(numbers, (number) => number >>> 24));
      return smallNumberColumns(numbers.map((number) => number & 0xff_ffff));
    });
    return encodeColumnFile(ROUTE_COLUMNS, builtAt, [
      ...columns,
      ...lengths,
      ...this.#organizations.columns(),
    ]);
  }

  *#stretches(family: 4 | 6, routes: Iterable<Route>): Generator<Stretch> {
    const open: Stretch[] = [];
    let at: Point = [0, 0];
    for (const route of routes) {
      const start: Point = [route.high, route.low];
      yield* close(start);
      const around = open.at(-1);
      if (around && isBefore(at, start)) {
        yield { start: at, end: before(start), number: around.number };
      }
      at = start;
      const number = this.#numberOf(route);
      open.push({ start, end: endOf(family, route), number });
    }
    yield* close([Infinity, 0]);

    function* close(next: Point): Generator<Stretch> {
      for (;;) {
        const stretch = open.at(-1);
        if (!stretch || !isBefore(stretch.end, next)) return;
        if (!isBefore(stretch.end, at)) yield { ...stretch, start: at };
        at = after(stretch.end);
        open.pop();
      }
    }
  }

  /** The number of the organization in 24 bits, then the length of the prefix. */
  #numberOf({ origin, length }: Route): number {
    const index = this.#organizations.index(origin, this.nameOf(origin));
    return (length << 24 | index + 1) >>> 0;
  }

  #addRow(family: 4 | 6, { start, end, number }: Stretch): void {
    if (family === 4) this.#table.rows4.add(start[1], end[1], number);
    else {
      this.#table.rows6.add([...start, 0, 0], [...end, LAST, LAST], number);
    }
  }
}

function before([high, low]: Point): Point {
  return low === 0 ? [high - 1, LAST] : [high, low - 1];
}
