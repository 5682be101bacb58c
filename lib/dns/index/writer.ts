import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { CHUNK_ROWS, chunkOf, chunkText, nextChunkStart } from "./chunk.ts";
import {
  KIND_CODES,
  kindFromCode,
  reversed,
  SEARCH_KINDS,
  type SearchKind,
  type SeenEdges,
  type StoredEdge,
  toStoredEdges,
} from "./edge.ts";
import { idsFrom } from "./schema.ts";

/** Several, because a call into SQLite costs about as much as inserting a row. */
const ROWS_PER_CALL = 32;

/**
 * Prepares an INSERT of any number of rows.
 *
 * @param into SQL before VALUES
 * @param columns number of values per row
 * @param onConflict SQL after VALUES
 * @returns a function that inserts rows, given all their values in order
 */
export function prepareBulkInsert(
  db: DatabaseSync,
  into: string,
  columns: number,
  onConflict = "",
): (values: readonly SQLInputValue[]) => void {
  const row = `(${Array(columns).fill("?").join(", ")})`;
  const insert = (rows: number) =>
    db.prepare(
      `${into} VALUES ${Array(rows).fill(row).join(", ")} ${onConflict}`,
    );
  const many = insert(ROWS_PER_CALL);
  const one = insert(1);
  const step = ROWS_PER_CALL * columns;
  return (values) => {
    let at = 0;
    for (; at + step <= values.length; at += step) {
      many.run(...values.slice(at, at + step));
    }
    for (; at < values.length; at += columns) {
      one.run(...values.slice(at, at + columns));
    }
  };
}

/** Maximum per transaction, which must not take seconds. */
const MAX_EVICTED_AT_ONCE = 20_000;

interface EvictedEdge {
  readonly id: number;
  readonly kind: number;
  readonly reversed_name: Uint8Array;
}

/** Removes the least recently seen edges. */
export class Eviction {
  readonly #db: DatabaseSync;
  readonly #oldest: StatementSync;
  readonly #removeEdge: StatementSync;
  readonly #removeForward: StatementSync;
  readonly #findInChunk: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#oldest = db.prepare(
      "SELECT id, kind, reversed_name FROM edge ORDER BY last_seen_ms, id LIMIT ?",
    );
    this.#removeEdge = db.prepare("DELETE FROM edge WHERE id = ?");
    this.#removeForward = db.prepare(
      "DELETE FROM forward_name WHERE kind = ? AND name = ? AND id = ?",
    );
    this.#findInChunk = db.prepare(
      "SELECT 1 FROM edge NOT INDEXED WHERE id BETWEEN ? AND ? AND kind = ?",
    );
  }

  /** Removes up to `count` edges. Returns the number removed. */
  evict(count: number): number {
    const limit = Math.max(0, Math.min(count, MAX_EVICTED_AT_ONCE));
    const evicted = this.#oldest.all(limit) as unknown as EvictedEdge[];
    for (const { id, kind, reversed_name } of evicted) {
      this.#removeEdge.run(id);
      this.#removeForward.run(kind, reversed(reversed_name), id);
    }
    const byKind = Map.groupBy(evicted, ({ kind }) => kind);
    for (const [kind, rows] of byKind) {
      if (kindFromCode(kind) === "address") continue;
      this.#removeChunks(kind, new Set(rows.map(({ id }) => chunkOf(id))));
    }
    return evicted.length;
  }

  /** Removes empty chunks. Leftover trigrams in other chunks are harmless. */
  #removeChunks(kindCode: number, chunks: ReadonlySet<number>): void {
    const kind = kindFromCode(kindCode);
    const remove = this.#db.prepare(
      `DELETE FROM names_${kind} WHERE rowid = ?`,
    );
    for (const chunk of chunks) {
      const firstId = chunk * CHUNK_ROWS;
      const lastId = firstId + CHUNK_ROWS - 1;
      if (!this.#findInChunk.get(firstId, lastId, kindCode)) remove.run(chunk);
    }
  }
}

export interface IndexLimits {
  /** Maximum number of edges; the least recently seen are evicted. */
  readonly maxRows: number;
  /** Maximum size of the file, without its write-ahead log of 32 MiB. Eviction starts at nine tenths. */
  readonly maxBytes: number;
}

/** The rest is space for evictions and the next batch. */
const FILL_RATIO = 0.9;
/** Per batch. Long names can require many evictions, for which a batch must not wait. */
const MAX_EVICTIONS = 4;

/** Writes batches of edges, each in one transaction. */
export class IndexWriter {
  readonly #db: DatabaseSync;
  readonly #maxRows: number;
  readonly #filledBytes: number;
  readonly #eviction: Eviction;
  readonly #insertEdges: (values: readonly SQLInputValue[]) => void;
  readonly #insertForward: (values: readonly SQLInputValue[]) => void;

  constructor(db: DatabaseSync, { maxRows, maxBytes }: IndexLimits) {
    this.#db = db;
    this.#maxRows = maxRows;
    this.#filledBytes = Math.floor(maxBytes * FILL_RATIO);
    const { page_size } = db.prepare("PRAGMA page_size").get() as {
      page_size: number;
    };
    // Does not shrink a file that is already larger.
    db.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / page_size)}`);
    this.#eviction = new Eviction(db);
    this.#insertEdges = prepareBulkInsert(
      db,
      "INSERT INTO edge (id, kind, reversed_name, value, first_seen_ms, last_seen_ms)",
      6,
      `ON CONFLICT (kind, reversed_name, value) DO UPDATE SET
         last_seen_ms = max(last_seen_ms, excluded.last_seen_ms)`,
    );
    this.#insertForward = prepareBulkInsert(db, "INSERT INTO forward_name", 3);
  }

  /** Writes a batch. @throws {Error} an error of SQLite, also if the file is full; nothing of the batch is written */
  write(seen: readonly SeenEdges[]): void {
    this.#makeRoom();
    const edges = toStoredEdges(seen);
    this.#inTransaction(() => {
      const totals = this.#totals();
      const firstId = nextChunkStart(totals.nextId);
      const added = this.#addEdges(edges, firstId);
      for (const kind of SEARCH_KINDS) this.#addNames(added, kind);
      const rows = totals.rows + added.length;
      const evicted = this.#eviction.evict(rows - this.#maxRows);
      this.#db.prepare("UPDATE totals SET next_id = ?, row_count = ?")
        .run(firstId + edges.length, rows - evicted);
    });
  }

  /** Evicts edges until the file is small enough, in at most {@link MAX_EVICTIONS} steps. */
  #makeRoom(): void {
    for (let i = 0; i < MAX_EVICTIONS; i++) {
      const usedBytes = this.#usedBytes();
      const excess = usedBytes - this.#filledBytes;
      if (excess <= 0) return;
      const { rows } = this.#totals();
      this.#inTransaction(() => {
        const evicted = this.#eviction.evict(
          Math.ceil(rows * excess / usedBytes),
        );
        this.#db.prepare("UPDATE totals SET row_count = ?").run(rows - evicted);
      });
    }
  }

  /** Bytes in use. Free pages do not count: they are reused before the file grows. */
  #usedBytes(): number {
    const { bytes } = this.#db.prepare(
      `SELECT (page_count - freelist_count) * page_size AS bytes
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    ).get() as { bytes: number };
    return bytes;
  }

  #inTransaction(work: () => void): void {
    this.#db.exec("BEGIN IMMEDIATE");
    try {
      work();
      this.#db.exec("COMMIT");
    } catch (error) {
      // After some errors SQLite has already ended the transaction.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #totals(): { nextId: number; rows: number } {
    return this.#db.prepare(
      "SELECT next_id AS nextId, row_count AS rows FROM totals",
    ).get() as { nextId: number; rows: number };
  }

  /** Inserts or updates edges. Returns the new ones. */
  #addEdges(edges: readonly StoredEdge[], firstId: number): AddedEdge[] {
    const values: SQLInputValue[] = [];
    edges.forEach(({ kindCode, reversedName, value, seenMs }, i) =>
      values.push(firstId + i, kindCode, reversedName, value, seenMs, seenMs)
    );
    this.#insertEdges(values);
    const newIds = this.#db.prepare("SELECT id FROM edge WHERE id >= ?");
    return idsFrom(newIds, firstId)
      .map((id) => ({ id, edge: edges[id - firstId] }));
  }

  #addNames(added: readonly AddedEdge[], kind: SearchKind): void {
    const named = added.filter(({ edge }) =>
      edge.kindCode === KIND_CODES[kind]
    );
    const values: SQLInputValue[] = [];
    for (const { id, edge } of named.toSorted(byName)) {
      values.push(edge.kindCode, edge.name, id);
    }
    this.#insertForward(values);
    const insertChunk = this.#db.prepare(
      `INSERT INTO names_${kind} (rowid, names) VALUES (?, ?)`,
    );
    for (const [chunk, rows] of Map.groupBy(named, ({ id }) => chunkOf(id))) {
      insertChunk.run(chunk, chunkText(rows.map(({ edge }) => edge.text)));
    }
  }
}

interface AddedEdge {
  readonly id: number;
  readonly edge: StoredEdge;
}

/** The order of `forward_name`, in which SQLite finds the next place faster. */
function byName({ edge: a }: AddedEdge, { edge: b }: AddedEdge): number {
  return a.text < b.text ? -1 : a.text > b.text ? 1 : 0;
}
