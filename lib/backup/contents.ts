import { z } from "zod";

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
export class BackupFault extends Error {}

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
  throw new BackupFault(
    data && data.format > FORMAT
      ? "The backup was written by a newer version of this program."
      : `The backup's ${CONTENTS} cannot be read.`,
  );
}
