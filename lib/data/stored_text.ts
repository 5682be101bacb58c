/** The header line of a stored text file. */
export interface StoredTextHead {
  /** Name of the feed. */
  readonly name: string;
  /** Milliseconds since the epoch; null if the source does not state it. */
  readonly builtAt: number | null;
}

/** A stored text file: its header and one entry per line. */
export interface StoredText extends StoredTextHead {
  readonly lines: readonly string[];
}

type Kind = "prefixes" | "asns" | "asn-classes";

/** Version of the file format. */
export const STORED_TEXT_FORMAT = 1;

/** Formats one entry per line after a header: `# prefixes 1 tor-exits 1234 2026-11-21T00:00:00.000Z`. */
export function formatStoredText(
  kind: Kind,
  { name, builtAt, lines }: StoredText,
): string {
  const built = builtAt === null ? "-" : new Date(builtAt).toISOString();
  const head =
    `# ${kind} ${STORED_TEXT_FORMAT} ${name} ${lines.length} ${built}`;
  return [head, ...lines, ""].join("\n");
}

/**
 * Parses the output of {@link formatStoredText}.
 *
 * @throws {Error} if it has another kind or version, or is truncated
 */
export function parseStoredText(kind: Kind, text: string): StoredText {
  const cannot = (why: string) => new Error(`Cannot load the ${kind}: ${why}`);
  const lines = text.split("\n");
  const head = /^# (\S+) (\d+) (\S+) (\d+) (\S+)$/.exec(lines[0]);
  if (!head) throw cannot("the file has no header line");
  const [, actualKind, version, name, count, built] = head;
  if (actualKind !== kind) throw cannot(`the file contains ${actualKind}`);
  if (Number(version) !== STORED_TEXT_FORMAT) {
    throw cannot(`version ${version} is not ${STORED_TEXT_FORMAT}`);
  }
  // The first line is the header; the last element, after the final newline, is empty.
  const entryCount = lines.length - 2;
  if (entryCount !== Number(count) || lines.at(-1) !== "") {
    throw cannot(`the file is truncated: ${entryCount} of ${count} entries`);
  }
  const builtAt = built === "-" ? null : Date.parse(built);
  if (Number.isNaN(builtAt)) throw cannot(`${built} is not a date`);
  return { name, builtAt, lines: lines.slice(1, -1) };
}
