import { parseJson } from "../../core/json.ts";
import * as z from "zod";
import { backup, DatabaseSync } from "node:sqlite";

/** Increase it if older versions could not restore the archive. */
const FORMAT = 1;

/** The archive's last member. A truncated archive lacks it. */
export const CONTENTS = "backup.json";

/**
 * Names in an archive become paths in the data folder, so `..` and absolute
 * paths are not allowed.
 */
export const memberName = z.string().max(200).regex(
  /^(?:data\/)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/,
);

const schema = z.object({
  format: z.literal(FORMAT),
  /** The version of the program that wrote the backup. */
  version: z.string(),
  /** ISO 8601. */
  made_at: z.iso.datetime(),
  files: z.array(z.object({
    name: memberName,
    bytes: z.int().nonnegative(),
    sha256: z.hex().length(64),
  })),
});

/** The contents of an archive. */
export type Contents = z.infer<typeof schema>;
export type Member = Contents["files"][number];

export function contentsText(contents: Omit<Contents, "format">): string {
  return JSON.stringify({ format: FORMAT, ...contents }, null, 2) + "\n";
}

/** Why an archive cannot be restored, for the operator. */
export class BackupError extends Error {}

/**
 * Parses a table of contents.
 *
 * @throws {BackupError} if it is malformed, or of a newer version
 */
export function parseContents(text: string): Contents {
  const value = parseJson(text);
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { data } = z.object({ format: z.int() }).safeParse(value);
  throw new BackupError(
    data && data.format > FORMAT
      ? "The backup was written by a newer version of this program."
      : `The backup's ${CONTENTS} cannot be read.`,
  );
}

/**
 * All pages in one step: a copy in several steps restarts at every write in
 * between.
 */
const ALL_PAGES = 0x7fff_ffff;

/** Another process may hold the file while it writes a batch. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Copies an SQLite database consistently while others write to it. The copy is
 * a single file, without a log.
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

/**
 * Whether another process has a database open. Does not change the data. False
 * for a damaged file.
 */
export function isDatabaseInUse(path: string): boolean {
  using db = new DatabaseSync(path);
  try {
    // SQLite permits this only to the sole connection.
    db.exec("PRAGMA journal_mode = DELETE");
    return false;
  } catch (error) {
    return error instanceof Error && error.message.includes("locked");
  }
}
