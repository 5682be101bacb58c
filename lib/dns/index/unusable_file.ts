import { UnknownFileError } from "./schema.ts";

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
export function fileMark(path: string): string | undefined {
  try {
    const { dev, ino } = Deno.statSync(path);
    return `${dev}:${ino}`;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}
