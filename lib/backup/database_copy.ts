import { backup, DatabaseSync } from "node:sqlite";

/** All pages in one step: a step of a part begins anew whenever somebody writes in between. */
const ALL_PAGES = 0x7fff_ffff;

/** Another process may hold the file for the length of a batch. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies an SQLite database that others may be writing, as it stands at one
 * moment. The copy is one file, without a log beside it.
 *
 * @throws {Error} of SQLite
 */
export async function copyDatabase(from: string, to: string): Promise<void> {
  using source = new DatabaseSync(from, {
    readOnly: true,
    timeout: BUSY_TIMEOUT_MS,
  });
  await backup(source, to, { rate: ALL_PAGES });
}

/** Whether another process has a database open. What is in the file stays; one that is damaged is in nobody's use. */
export function isDatabaseInUse(path: string): boolean {
  using db = new DatabaseSync(path);
  try {
    // It is given to the only connection alone.
    db.exec("PRAGMA journal_mode = DELETE");
    return false;
  } catch (error) {
    return error instanceof Error && error.message.includes("locked");
  }
}
