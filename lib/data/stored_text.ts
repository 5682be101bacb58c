/** What the head line of a kept text file says. */
export interface StoredTextHead {
  /** Name of the feed. */
  readonly name: string;
  /** Milliseconds since the epoch; null where the data did not say. */
  readonly builtAt: number | null;
}

export interface StoredText extends StoredTextHead {
  readonly lines: readonly string[];
}

type Kind = "prefixes" | "asns" | "asn-classes";

/** Version of the form. */
export const STORED_TEXT_FORMAT = 1;

/** Writes entries a line behind a head: `# prefixes 1 tor-exits 1234 2026-11-21T00:00:00.000Z`. */
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
 * Reads what {@link formatStoredText} writes.
 *
 * @throws {Error} where it is of another kind or version, or cut short
 */
export function parseStoredText(kind: Kind, text: string): StoredText {
  const cannot = (why: string) => new Error(`Cannot load the ${kind}: ${why}`);
  const lines = text.split("\n");
  const head = /^# (\S+) (\d+) (\S+) (\d+) (\S+)$/.exec(lines[0]);
  if (!head) throw cannot("the file has no head line");
  const [, actualKind, version, name, count, built] = head;
  if (actualKind !== kind) throw cannot(`the file holds ${actualKind}`);
  if (Number(version) !== STORED_TEXT_FORMAT) {
    throw cannot(`version ${version} is not ${STORED_TEXT_FORMAT}`);
  }
  // The last line ends too, so an empty piece is behind it.
  const entryCount = lines.length - 2;
  if (entryCount !== Number(count) || lines.at(-1) !== "") {
    throw cannot(`the file is cut short: ${entryCount} of ${count} entries`);
  }
  const builtAt = built === "-" ? null : Date.parse(built);
  if (Number.isNaN(builtAt)) throw cannot(`${built} is no date`);
  return { name, builtAt, lines: lines.slice(1, -1) };
}
