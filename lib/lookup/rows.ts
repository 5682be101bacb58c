import { compareIp, type IpAddress, parseIp } from "../net/ip_address.ts";

/**
 * Characters of the names in one response: 8,192 usual ones take a third.
 * All of a response is written at once, and names of a kilobyte would hold up
 * everyone else.
 */
export const MAX_CHARACTERS = 1_000_000;

/** What a response still has room for, in rows and in characters of their names. */
export class RowBudget {
  #rows: number;
  #characters = MAX_CHARACTERS;

  constructor(maxRows: number) {
    this.#rows = maxRows;
  }

  /** The first of the rows, as far as there is room for them. */
  take<Row>(rows: readonly Row[], nameOf: (row: Row) => string): Row[] {
    const taken: Row[] = [];
    for (const row of rows) {
      const { length } = nameOf(row);
      if (this.#rows < 1 || this.#characters < length) {
        this.#rows = 0;
        break;
      }
      this.#rows--;
      this.#characters -= length;
      taken.push(row);
    }
    return taken;
  }
}

/**
 * Rows in the order of their addresses; those of one address stay in theirs. An
 * address is parsed and compared once, not for each of its rows.
 *
 * @param rows `ip` is an address in its usual form
 */
export function rowsByAddress<Row extends { readonly ip: string }>(
  rows: readonly Row[],
): Row[][] {
  const groups: { ip: IpAddress; rows: Row[] }[] = [];
  for (const [text, ofAddress] of Map.groupBy(rows, ({ ip }) => ip)) {
    const ip = parseIp(text);
    if (ip) groups.push({ ip, rows: ofAddress });
  }
  return groups.sort((a, b) => compareIp(a.ip, b.ip)).map(({ rows }) => rows);
}
