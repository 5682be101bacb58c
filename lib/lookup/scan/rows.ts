import { compareIp, type IpAddress, parseIp } from "../../net/ip_address.ts";

/**
 * Limit for the characters of all names in one response; 8,192 typical names
 * take a third of it. The response is serialized in one piece, so names of
 * 1,000 characters would block other requests.
 */
export const MAX_CHARACTERS = 1_000_000;

/** The rows and characters that a response may still take. */
export class RowBudget {
  #rows: number;
  #characters = MAX_CHARACTERS;

  constructor(maxRows: number) {
    this.#rows = maxRows;
  }

  /** The first rows that fit. */
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
 * Groups rows by address and sorts the groups. Rows of one address keep their
 * order. Parses and compares each address once.
 *
 * @param rows `ip` is a normalized address
 */
export function groupByAddress<Row extends { readonly ip: string }>(
  rows: readonly Row[],
): Row[][] {
  const groups: { ip: IpAddress; rows: Row[] }[] = [];
  for (const [text, ofAddress] of Map.groupBy(rows, ({ ip }) => ip)) {
    const ip = parseIp(text);
    if (ip) groups.push({ ip, rows: ofAddress });
  }
  return groups.sort((a, b) => compareIp(a.ip, b.ip)).map(({ rows }) => rows);
}
