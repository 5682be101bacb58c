import { z } from "zod";
import { backup, DatabaseSync } from "node:sqlite";

/** Raised when an older program could not restore what a newer one wrote. */
const FORMAT = 1;

/** Name of the archive's last member: an archive that was cut off has none. */
export const CONTENTS = "backup.json";

/** Names from an archive become paths below the data folder, so they have no `..` and no root. */
export const memberName = z.string().max(200).regex(
  /^(?:data\/)?[a-z0-9_-]+(?:\.[a-z0-9_-]+)+$/,
);

const schema = z.object({
  format: z.literal(FORMAT),
  /** Of the program that wrote it. */
  version: z.string(),
  /** ISO 8601. */
  made_at: z.iso.datetime(),
  files: z.array(z.object({
    name: memberName,
    bytes: z.int().nonnegative(),
    sha256: z.hex().length(64),
  })),
});

/** What an archive holds. */
export type Contents = z.infer<typeof schema>;
export type Member = Contents["files"][number];

export function contentsText(contents: Omit<Contents, "format">): string {
  return JSON.stringify({ format: FORMAT, ...contents }, null, 2) + "\n";
}

/** Why an archive is not restored, in a sentence. */
export class BackupError extends Error {}

/** @throws {BackupFault} where it is none, or of a newer program */
export function parseContents(text: string): Contents {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = null;
  }
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const { data } = z.object({ format: z.int() }).safeParse(value);
  throw new BackupError(
    data && data.format > FORMAT
      ? "The backup was written by a newer version of this program."
      : `The backup's ${CONTENTS} cannot be read.`,
  );
}

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
