import type { DatabaseSync } from "node:sqlite";
import type { Edge, IndexRow } from "../../../../lib/dns/index/edge.ts";
import { openForWriting, sizeOf } from "../../../../lib/dns/index/schema.ts";
import { IndexReader } from "../../../../lib/dns/index/reader.ts";
import { IndexWriter } from "../../../../lib/dns/index/writer.ts";
import { parseCursor, type Pattern } from "../../../../lib/dns/index/cursor.ts";

export function ptr(name: string, value = "192.0.2.1"): Edge {
  return { kind: "ptr", name, value };
}

/** An index in memory, with one connection. */
export class MemoryIndex implements Disposable {
  readonly db: DatabaseSync = openForWriting(":memory:");
  readonly reader = new IndexReader(this.db);
  readonly writer: IndexWriter;

  constructor(maxRows = 1_000_000, maxBytes = 1e9) {
    this.writer = new IndexWriter(this.db, { maxRows, maxBytes });
  }

  write(edges: readonly Edge[], seenMs = 1): void {
    this.writer.write([{ seenMs, edges }]);
  }

  get rows(): number {
    return sizeOf(this.db).rows;
  }

  page(pattern: Pattern, cursor: string | null, limit: number) {
    const after = cursor === null ? null : parseCursor(pattern, cursor);
    return this.reader.page({ pattern, after, limit });
  }

  /** All rows of a search, read page by page. */
  all(
    pattern: Pattern,
    limit = 100,
    betweenPages: () => void = () => {},
  ): IndexRow[] {
    const rows: IndexRow[] = [];
    for (let cursor: string | null = null;;) {
      const page = this.page(pattern, cursor, limit);
      rows.push(...page.rows);
      if (page.next === null) return rows;
      cursor = page.next;
      betweenPages();
    }
  }

  [Symbol.dispose](): void {
    this.db.close();
  }
}
