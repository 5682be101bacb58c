import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { IpAddress } from "../../net/ip_address.ts";
import { CHUNK_ROWS, chunkOf, chunkQuery } from "./chunk.ts";
import { formatCursor, type Pattern, type Position } from "./cursor.ts";
import {
  type EdgeRecord,
  type IndexRow,
  ipKey,
  KIND_CODES,
  prefixEnd,
  reversed,
  toIndexRow,
  toOctets,
} from "./edge.ts";
import { idsFrom } from "./schema.ts";

/** Counting stops here: counting a million matches takes longer than finding the first hundred. */
export const MAX_TOTAL = 1_000;

export interface IndexPage {
  readonly rows: readonly IndexRow[];
  /** The cursor of the next page; null on the last. */
  readonly next: string | null;
  /** Number of matching rows; null if there are more than {@link MAX_TOTAL}. */
  readonly total: number | null;
}

export interface PageRequest {
  readonly pattern: Pattern;
  /** Position of the last row of the previous page; null for the first page. */
  readonly after: Position | null;
  readonly limit: number;
}

/** Addresses from `first` to `last`, inclusive. */
export interface RangeRequest {
  readonly first: IpAddress;
  readonly last: IpAddress;
  readonly limit: number;
}

interface Query {
  /** The text between SELECT and ORDER BY. */
  readonly from: string;
  readonly parameters: readonly SQLInputValue[];
}

const COLUMNS =
  "e.id, e.kind, e.reversed_name, e.value, e.first_seen_ms, e.last_seen_ms";
const NOTHING = new Uint8Array(0);

/** Searches the index. Sees every batch as soon as it is committed. */
export class IndexReader {
  /** Prepared statements by their SQL: one for each kind and match. */
  readonly #statements = new Map<string, StatementSync>();

  constructor(private readonly db: DatabaseSync) {}

  /**
   * A page of matching rows. `left` is sorted by name and id, `right` by reversed
   * name and value, `middle` by descending id. None of these change if rows are
   * added or seen again.
   */
  page(order: PageRequest): IndexPage {
    // A consistent snapshot: an id from one query must still exist in the next.
    this.db.exec("BEGIN");
    try {
      return this.#page(order);
    } finally {
      // After some errors SQLite has already ended the transaction.
      if (this.db.isTransaction) this.db.exec("COMMIT");
    }
  }

  #page({ pattern, after, limit }: PageRequest): IndexPage {
    // The first page also counts the matches: reading on is cheaper than a second query.
    const needed = after ? limit : Math.max(limit, MAX_TOTAL);
    const ids = this.#ids(pattern, after, needed + 1 + CHUNK_ROWS);
    const records = ids.slice(0, limit).map((id) => this.#record(id));
    const last = records.at(-1);
    const total = after
      ? this.#ids(pattern, null, MAX_TOTAL + 1).length
      : ids.length;
    return {
      rows: records.map(toIndexRow),
      next: ids.length <= limit || !last
        ? null
        : formatCursor(pattern, positionOf(pattern, last)),
      total: total > MAX_TOTAL ? null : total,
    };
  }

  /** PTR and address rows of an address range, sorted by address, then in the order in which they were added. */
  byAddress({ first, last, limit }: RangeRequest): IndexRow[] {
    const records = this.#prepared(
      `SELECT ${COLUMNS} FROM edge AS e INDEXED BY edge_by_address
       WHERE e.kind NOT IN (1, 3) AND e.value BETWEEN ? AND ?
       ORDER BY e.value, e.id LIMIT ?`,
    ).all(ipKey(first), ipKey(last), limit) as unknown as EdgeRecord[];
    return records.map(toIndexRow);
  }

  /** Ids of the rows of a search, in its order. */
  #ids(pattern: Pattern, after: Position | null, limit: number): number[] {
    const { from, parameters } = matching(pattern, after);
    const statement = this.#prepared(
      `SELECT ${from} ${ORDERS[pattern.match]} LIMIT ?`,
    );
    const ids = idsFrom(statement, ...parameters, limit);
    return pattern.match === "middle" ? ids.sort((a, b) => b - a) : ids;
  }

  #record(id: number): EdgeRecord {
    const sql = `SELECT ${COLUMNS} FROM edge AS e WHERE e.id = ?`;
    return this.#prepared(sql).get(id) as unknown as EdgeRecord;
  }

  #prepared(sql: string): StatementSync {
    return this.#statements.getOrInsertComputed(
      sql,
      (text) => this.db.prepare(text),
    );
  }
}

const ORDERS = {
  left: "ORDER BY name, id",
  right: "ORDER BY reversed_name, value",
  // Sorted by chunk only, which the index does. One more chunk than the page needs
  // is read, so that only that one can be incomplete; the rows are sorted afterwards.
  middle: "ORDER BY n.rowid DESC",
};

function matching(pattern: Pattern, after: Position | null): Query {
  const octets = toOctets(pattern.keyword);
  const kind = KIND_CODES[pattern.kind];
  switch (pattern.match) {
    case "left":
      return {
        from: `id FROM forward_name
          WHERE kind = ? AND (name, id) > (?, ?) AND name < ?`,
        parameters: [
          kind,
          after?.name ?? octets,
          after?.id ?? -1,
          prefixEnd(octets),
        ],
      };
    case "right": {
      const end = reversed(octets);
      return {
        from: `id FROM edge
          WHERE kind = ? AND (reversed_name, value) > (?, ?)
          AND reversed_name < ?`,
        // No value is empty, so this position is before the first row.
        parameters: [
          kind,
          after?.name ?? end,
          after?.value ?? NOTHING,
          prefixEnd(end),
        ],
      };
    }
    case "middle": {
      const before = after?.id ?? Number.MAX_SAFE_INTEGER;
      return {
        // NOT INDEXED makes SQLite use the id; it would scan the whole index of names for every chunk.
        from: `e.id
          FROM names_${pattern.kind} AS n CROSS JOIN edge AS e NOT INDEXED
          WHERE n.names_${pattern.kind} MATCH ? AND n.rowid <= ?
          AND e.id BETWEEN n.rowid * ${CHUNK_ROWS}
            AND n.rowid * ${CHUNK_ROWS} + ${CHUNK_ROWS - 1}
          AND e.id < ? AND e.kind = ? AND instr(e.reversed_name, ?) > 0`,
        parameters: [
          chunkQuery(pattern.keyword),
          chunkOf(before),
          before,
          kind,
          reversed(octets),
        ],
      };
    }
  }
}

function positionOf({ match }: Pattern, last: EdgeRecord): Position {
  const { id, reversed_name, value } = last;
  switch (match) {
    case "left":
      return { id, name: reversed(reversed_name), value: NOTHING };
    case "right":
      return { id: 0, name: reversed_name, value };
    case "middle":
      return { id, name: NOTHING, value: NOTHING };
  }
}
