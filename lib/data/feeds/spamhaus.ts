import { z } from "zod";
import type { ListText } from "./prefix_file.ts";
import { linesOf } from "./source_text.ts";

const Metadata = z.object({
  type: z.literal("metadata"),
  /** Seconds since the epoch. */
  timestamp: z.int().positive().max(0xffff_ffff),
  records: z.int().nonnegative().optional(),
});

/**
 * Reads a Spamhaus DROP file: an object a line with the entry under `key`, and
 * metadata in the last line.
 *
 * @throws {Error} where the metadata is missing or counts more than there is: the download was cut short
 */
export async function parseSpamhaus(
  source: string,
  key: "cidr" | "asn",
): Promise<ListText> {
  const entries: string[] = [];
  let metadata: z.infer<typeof Metadata> | undefined;
  for await (const lines of linesOf(source)) {
    for (const line of lines) {
      const row = objectOf(line);
      if (row?.type === "metadata") metadata = metadataOf(row);
      // What cannot be read is for whoever counts the entries.
      else entries.push(row && key in row ? String(row[key]) : line);
    }
  }
  if (!metadata) throw new Error("it has no metadata line at its end");
  const { records = 0, timestamp } = metadata;
  if (records > entries.length) {
    throw new Error(`it holds ${entries.length} of its ${records} records`);
  }
  return { entries, builtAt: timestamp * 1000 };
}

function metadataOf(row: Record<string, unknown>) {
  const { data, error } = Metadata.safeParse(row);
  if (error) throw new Error("its metadata has no time that can be read");
  return data;
}

function objectOf(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === "object" && value !== null
      ? { ...value }
      : undefined;
  } catch {
    return undefined;
  }
}
