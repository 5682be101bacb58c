import type { DatabaseSync, SQLInputValue } from "node:sqlite";
import { bulkInsert } from "./bulk_insert.ts";
import { chunkOf, chunkText, nextChunkStart } from "./chunk.ts";
import {
  KIND_CODES,
  SEARCH_KINDS,
  type SearchKind,
  type SeenEdges,
} from "./edge.ts";
import { Eviction } from "./eviction.ts";
import { type StoredEdge, storedEdges } from "./stored_edge.ts";

export interface IndexLimits {
  /** Beyond this many, the edges seen least recently leave. */
  readonly maxRows: number;
  /** The file never grows beyond this, and edges leave from nine tenths of it on. Its log, of 32 MiB, comes on top. */
  readonly maxBytes: number;
}

/** What SQLite needs to take edges out, and a batch to put its own in. */
const FILLED = 0.9;
/** Names of a kilobyte push out many small ones, but no batch waits for all of them. */
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
    this.#filledBytes = Math.floor(maxBytes * FILLED);
    const { page_size } = db.prepare("PRAGMA page_size").get() as {
      page_size: number;
    };
    // A file that is larger already keeps its size.
    db.exec(`PRAGMA max_page_count = ${Math.floor(maxBytes / page_size)}`);
    this.#eviction = new Eviction(db);
    this.#insertEdges = bulkInsert(
      db,
      "INSERT INTO edge (id, kind, reversed_name, value, first_seen_ms, last_seen_ms)",
      6,
      `ON CONFLICT (kind, reversed_name, value) DO UPDATE SET
         last_seen_ms = max(last_seen_ms, excluded.last_seen_ms)`,
    );
    this.#insertForward = bulkInsert(db, "INSERT INTO forward_name", 3);
  }

  /** @throws {Error} of SQLite, also where the file is full; then nothing of the batch is written */
  write(seen: readonly SeenEdges[]): void {
    this.#makeRoom();
    const edges = storedEdges(seen);
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

  /** Evicts what the file holds too much, as far as one batch may wait for it. */
  #makeRoom(): void {
    for (let i = 0; i < MAX_EVICTIONS; i++) {
      const usedBytes = this.#usedBytes();
      const excess = usedBytes - this.#filledBytes;
      const { rows } = this.#totals();
      if (excess <= 0 || rows === 0) return;
      this.#inTransaction(() => {
        const evicted = this.#eviction.evict(
          Math.ceil(rows * excess / usedBytes),
        );
        this.#db.prepare("UPDATE totals SET row_count = ?").run(rows - evicted);
      });
    }
  }

  /** Pages that are empty again are used before the file grows. */
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
      // Some errors of SQLite end the transaction themselves.
      if (this.#db.isTransaction) this.#db.exec("ROLLBACK");
      throw error;
    }
  }

  #totals(): { nextId: number; rows: number } {
    return this.#db.prepare(
      "SELECT next_id AS nextId, row_count AS rows FROM totals",
    ).get() as { nextId: number; rows: number };
  }

  /** The edges that were not there before. */
  #addEdges(edges: readonly StoredEdge[], firstId: number): AddedEdge[] {
    const values: SQLInputValue[] = [];
    edges.forEach(({ kindCode, reversedName, value, seenMs }, i) =>
      values.push(firstId + i, kindCode, reversedName, value, seenMs, seenMs)
    );
    this.#insertEdges(values);
    const ids = this.#db.prepare("SELECT id FROM edge WHERE id >= ?")
      .all(firstId) as { id: number }[];
    return ids.map(({ id }) => ({ id, edge: edges[id - firstId] }));
  }

  #addNames(added: readonly AddedEdge[], kind: SearchKind): void {
    const named = added.filter(({ edge }) =>
      edge.kindCode === KIND_CODES[kind]
    );
    const values: SQLInputValue[] = [];
    for (const { id, edge } of named) {
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
