import type { DatabaseSync, StatementSync } from "node:sqlite";
import { CHUNK_ROWS, chunkOf } from "./chunk.ts";
import { kindOfCode } from "./edge.ts";
import { reversed } from "./stored_name.ts";

/** A smaller limit is reached in steps: one transaction must not take seconds. */
const MAX_EVICTED_AT_ONCE = 20_000;

interface Leaving {
  readonly id: number;
  readonly kind: number;
  readonly reversed_name: Uint8Array;
}

/** Removes the edges that were seen least recently. */
export class Eviction {
  readonly #db: DatabaseSync;
  readonly #oldest: StatementSync;
  readonly #removeEdge: StatementSync;
  readonly #removeForward: StatementSync;
  readonly #isLeft: StatementSync;

  constructor(db: DatabaseSync) {
    this.#db = db;
    this.#oldest = db.prepare(
      "SELECT id, kind, reversed_name FROM edge ORDER BY last_seen_ms, id LIMIT ?",
    );
    this.#removeEdge = db.prepare("DELETE FROM edge WHERE id = ?");
    this.#removeForward = db.prepare(
      "DELETE FROM forward_name WHERE kind = ? AND name = ? AND id = ?",
    );
    this.#isLeft = db.prepare(
      "SELECT 1 FROM edge NOT INDEXED WHERE id BETWEEN ? AND ? AND kind = ?",
    );
  }

  /** @returns how many of `count` have left */
  evict(count: number): number {
    if (count <= 0) return 0;
    const leaving = this.#oldest.all(
      Math.min(count, MAX_EVICTED_AT_ONCE),
    ) as unknown as Leaving[];
    for (const { id, kind, reversed_name } of leaving) {
      this.#removeEdge.run(id);
      this.#removeForward.run(kind, reversed(reversed_name), id);
    }
    const byKind = Map.groupBy(leaving, ({ kind }) => kind);
    for (const [kind, rows] of byKind) {
      if (kindOfCode(kind) === "address") continue;
      this.#removeChunks(kind, new Set(rows.map(({ id }) => chunkOf(id))));
    }
    return leaving.length;
  }

  /** Trigrams of names that are gone do no harm as long as names of their chunk are left. */
  #removeChunks(kindCode: number, chunks: ReadonlySet<number>): void {
    const kind = kindOfCode(kindCode);
    const remove = this.#db.prepare(
      `DELETE FROM names_${kind} WHERE rowid = ?`,
    );
    for (const chunk of chunks) {
      const firstId = chunk * CHUNK_ROWS;
      const lastId = firstId + CHUNK_ROWS - 1;
      if (!this.#isLeft.get(firstId, lastId, kindCode)) remove.run(chunk);
    }
  }
}
