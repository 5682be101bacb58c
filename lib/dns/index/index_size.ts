import type { DatabaseSync } from "node:sqlite";
import { openToRead } from "./schema.ts";

/** What the index holds. */
export interface IndexSize {
  readonly rows: number;
  /** Of the database, without its log. */
  readonly bytes: number;
}

/** @throws {Error} of SQLite */
export function sizeOf(db: DatabaseSync): IndexSize {
  return db.prepare(
    `SELECT row_count AS rows, page_count * page_size AS bytes
     FROM totals, pragma_page_count, pragma_page_size`,
  ).get() as unknown as IndexSize;
}

/**
 * The size of an index that another process may be writing: looks and changes
 * nothing, not even a file that is broken.
 *
 * @throws {UnknownFileError} the file is something else
 * @throws {Error} of SQLite
 */
export function sizeOfFile(path: string): IndexSize {
  using db = openToRead(path);
  return { ...sizeOf(db) };
}
