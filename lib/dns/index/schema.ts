import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import {
  DatabaseSync,
  type SQLInputValue,
  type StatementSync,
} from "node:sqlite";
import { SEARCH_KINDS } from "./edge.ts";

/** Incremented with every change of the tables. Files of other versions are not read. */
const SCHEMA_VERSION = 2;

/** "PHdi" in the file header, which identifies an index. */
const APPLICATION_ID = 0x50486469;

/** Another process can lock the file for the duration of a batch. */
const BUSY_TIMEOUT_MS = 5_000;

/*
 * `edge` is sorted by reversed name: names of one network have the same ending, so
 * that the rows of a scan are adjacent and fill few pages. `forward_name` contains
 * the names that can be searched by their start. `names_ptr`, `names_cname` and
 * `names_alias` contain only trigrams, see chunk.ts. `totals` has one row, which
 * allocates ids; none is reused.
 */
const TABLES = `
CREATE TABLE edge (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  reversed_name BLOB NOT NULL,
  value BLOB NOT NULL,
  first_seen_ms INTEGER NOT NULL,
  last_seen_ms INTEGER NOT NULL,
  UNIQUE (kind, reversed_name, value)
) STRICT;
CREATE INDEX edge_by_address ON edge (value) WHERE kind NOT IN (1, 3);
CREATE INDEX edge_by_age ON edge (last_seen_ms);
CREATE TABLE forward_name (
  kind INTEGER NOT NULL,
  name BLOB NOT NULL,
  id INTEGER NOT NULL,
  PRIMARY KEY (kind, name, id)
) STRICT, WITHOUT ROWID;
${
  SEARCH_KINDS.map((kind) =>
    `CREATE VIRTUAL TABLE names_${kind} USING fts5 (
  names, content='', contentless_delete=1, detail=none,
  tokenize='trigram case_sensitive 1'
);
`
  ).join("")
}CREATE TABLE totals (next_id INTEGER NOT NULL, row_count INTEGER NOT NULL) STRICT;
INSERT INTO totals VALUES (0, 0);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** A file that is not an index of this version. */
export class UnknownFileError extends Error {
  override readonly name = "UnknownFileError";
}

/**
 * Opens a file for writing. Creates its folder, and the tables if it is empty.
 *
 * @throws {UnknownFileError} it is not an index of this version
 * @throws {Error} an error of SQLite
 */
export function openForWriting(path: string): DatabaseSync {
  // SQLite's name for a database in memory.
  if (path !== ":memory:") createPrivate(path);
  return opened(path, false, (db) => {
    db.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA temp_store = MEMORY;
      PRAGMA cache_size = -65536;
      PRAGMA wal_autocheckpoint = 8000;
      PRAGMA journal_size_limit = 33554432;
      BEGIN IMMEDIATE;
    `);
    if (isEmpty(db)) db.exec(TABLES);
    db.exec("COMMIT");
  });
}

/** Creates a file that only its owner can read: it reveals what visitors looked up. */
function createPrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite creates related files with the mode of this one.
  closeSync(openSync(path, "a", 0o600));
}

/**
 * Opens an existing file for reading.
 *
 * @throws {UnknownFileError} it is not an index of this version
 * @throws {Error} an error of SQLite
 */
export function openForReading(path: string): DatabaseSync {
  return opened(path, true, (db) => db.exec("PRAGMA cache_size = -16384"));
}

function opened(
  path: string,
  readOnly: boolean,
  prepare: (db: DatabaseSync) => void,
): DatabaseSync {
  const db = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT_MS });
  try {
    prepare(db);
    const { application_id, user_version } = {
      ...db.prepare("PRAGMA application_id").get(),
      ...db.prepare("PRAGMA user_version").get(),
    };
    if (application_id !== APPLICATION_ID || user_version !== SCHEMA_VERSION) {
      throw new UnknownFileError("The file is not an index of this version.");
    }
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

function isEmpty(db: DatabaseSync): boolean {
  return db.prepare("SELECT 1 FROM sqlite_schema LIMIT 1").get() === undefined;
}

export interface IndexSize {
  readonly rows: number;
  /** Size of the database without its write-ahead log. */
  readonly bytes: number;
}

/** The size of an open index. @throws {Error} an error of SQLite */
export function sizeOf(db: DatabaseSync): IndexSize {
  return db.prepare(
    `SELECT row_count AS rows, page_count * page_size AS bytes
     FROM totals, pragma_page_count, pragma_page_size`,
  ).get() as unknown as IndexSize;
}

/**
 * The size of an index that another process may be writing. Changes nothing, even
 * if the file is damaged.
 *
 * @throws {UnknownFileError} it is not an index of this version
 * @throws {Error} an error of SQLite
 */
export function sizeOfFile(path: string): IndexSize {
  using db = openForReading(path);
  return { ...sizeOf(db) };
}

/** All values of a query with one column, `id`. As objects, they would take three times as long. */
export function idsFrom(
  statement: StatementSync,
  ...parameters: SQLInputValue[]
): number[] {
  // Deno's types lack this method.
  (statement as StatementSync & { setReturnArrays(isSet: boolean): void })
    .setReturnArrays(true);
  const rows = statement.all(...parameters) as unknown as [id: number][];
  return rows.map(([id]) => id);
}

// Result codes of SQLite (https://sqlite.org/rescode.html): SQLITE_CORRUPT, SQLITE_NOTADB.
const UNUSABLE_CODES = new Set([11, 26]);
// The messages of these codes: errors of node:sqlite's `exec` have no code.
const UNUSABLE_TEXTS =
  /^(?:file is not a database|database disk image is malformed|malformed database schema)/;

/** Whether an error means that the file is damaged or not an index. */
export function isUnusable(error: unknown): boolean {
  if (error instanceof UnknownFileError) return true;
  if (!(error instanceof Error)) return false;
  if (!("errcode" in error)) return UNUSABLE_TEXTS.test(error.message);
  // The low byte is the primary result code.
  return UNUSABLE_CODES.has(Number(error.errcode) & 0xff);
}

/**
 * Renames a database and its related files, so that a new one can be created.
 *
 * @param nowMs milliseconds since the epoch, for the new name
 * @returns the new path of the database
 */
export function moveAside(path: string, nowMs: number): string {
  const time = new Date(nowMs).toISOString().replace(/[:.]/g, "-");
  const aside = `${path}.corrupt-${time}`;
  for (const suffix of ["-wal", "-shm", ""]) {
    try {
      Deno.renameSync(path + suffix, aside + suffix);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  return aside;
}

/**
 * Identifies the file at a path, to detect that another file has replaced it.
 *
 * @returns undefined if there is no file
 */
export function fileIdentity(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
