import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Raised with every change of the tables: a file of another version is not read. */
const SCHEMA_VERSION = 2;

/** "PHdi" in the header of the file, which marks it as ours. */
const APPLICATION_ID = 0x50486469;

/** Another process may hold the file for the length of a batch. */
const BUSY_TIMEOUT_MS = 5_000;

/*
 * Names of one network end alike: by their reversed form a scan's rows lie side
 * by side, and are written to few pages. forward_name has those that can be
 * searched by their beginning.
 * names_ptr, names_cname and names_alias: see chunk.ts. They hold no copy of the
 * names, only the trigrams. `totals` has one row; ids are given out by it, never
 * twice.
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
CREATE VIRTUAL TABLE names_ptr USING fts5 (
  names, content='', contentless_delete=1, detail=none,
  tokenize='trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE names_cname USING fts5 (
  names, content='', contentless_delete=1, detail=none,
  tokenize='trigram case_sensitive 1'
);
CREATE VIRTUAL TABLE names_alias USING fts5 (
  names, content='', contentless_delete=1, detail=none,
  tokenize='trigram case_sensitive 1'
);
CREATE TABLE totals (next_id INTEGER NOT NULL, row_count INTEGER NOT NULL) STRICT;
INSERT INTO totals VALUES (0, 0);
PRAGMA application_id = ${APPLICATION_ID};
PRAGMA user_version = ${SCHEMA_VERSION};
`;

/** A file that is not an index of this version. */
export class UnknownFileError extends Error {
  override readonly name = "UnknownFileError";
}

/**
 * Opens the file to write; makes its folder, and the tables in an empty one.
 *
 * @throws {UnknownFileError} the file is something else
 * @throws {Error} of SQLite
 */
export function openToWrite(path: string): DatabaseSync {
  // To SQLite this is the name of no file.
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

/** Creates a file that only its owner can read: what visitors looked up is nobody else's business. */
function createPrivate(path: string): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  // SQLite gives the files beside it the mode of this one.
  closeSync(openSync(path, "a", 0o600));
}

/**
 * Opens a file that somebody has opened to write.
 *
 * @throws {UnknownFileError} the file is something else
 * @throws {Error} of SQLite
 */
export function openToRead(path: string): DatabaseSync {
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
      throw new UnknownFileError("The file is no index of this version.");
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

// Result codes of SQLite (https://sqlite.org/rescode.html): SQLITE_CORRUPT, SQLITE_NOTADB.
const UNUSABLE_CODES = new Set([11, 26]);
// Their texts: `exec` of node:sqlite gives no code.
const UNUSABLE_TEXTS =
  /^(?:file is not a database|database disk image is malformed|malformed database schema)/;

/** Whether an error says that the file itself is broken, or none of ours. */
export function isUnusable(error: unknown): boolean {
  if (error instanceof UnknownFileError) return true;
  if (!(error instanceof Error)) return false;
  if (!("errcode" in error)) return UNUSABLE_TEXTS.test(error.message);
  // The low octet is the code, what is above tells its kind.
  return UNUSABLE_CODES.has(Number(error.errcode) & 0xff);
}

/**
 * Renames a database and the files beside it, so that a new one can be begun.
 *
 * @param nowMs milliseconds since the epoch, for the new name
 * @returns the new path of the database
 */
export function setAside(path: string, nowMs: number): string {
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
 * What tells the file at a path from another one that takes its place.
 *
 * @returns undefined where there is none
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
