/*
 * The trigrams of names are indexed in chunks: rows whose ids differ only in the
 * last four bits share one document of the full-text index.
 *
 * Neighboring names of a scan are mostly equal, so a chunk has hardly more
 * trigrams than a single name, and takes a fraction of the writes. A chunk is only
 * a candidate: a search then compares the names in it.
 */

export const CHUNK_ROWS = 16;

/** Characters (code points) in a trigram. */
export const MIN_MIDDLE_CHARACTERS = 3;

export function chunkOf(id: number): number {
  return Math.floor(id / CHUNK_ROWS);
}

/** The first id from `id` on that starts a chunk. */
export function nextChunkStart(id: number): number {
  return Math.ceil(id / CHUNK_ROWS) * CHUNK_ROWS;
}

/** Code units of a shared part that a trigram beyond it can contain: two characters of two code units, after one that may be split. */
const OVERLAP = 5;

/**
 * The document of a chunk: contains every trigram of the names, with few
 * duplicates. Omits the start and the ending that a name shares with the previous
 * one.
 */
export function chunkText(names: readonly string[]): string {
  const parts = names.map((name, i) => {
    if (i === 0) return name;
    const previous = names[i - 1];
    return name.slice(
      Math.max(0, sharedStart(name, previous) - OVERLAP),
      name.length - sharedEnding(name, previous) + OVERLAP,
    );
  });
  return withoutNul(parts.join("\n"));
}

/** Length of the common start of two texts, in code units. */
function sharedStart(a: string, b: string): number {
  let count = 0;
  // A text that has ended equals no other one.
  while (a.charCodeAt(count) === b.charCodeAt(count)) count++;
  return count;
}

/** Length of the common ending of two texts, in code units. */
function sharedEnding(a: string, b: string): number {
  let count = 0;
  while (
    a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)
  ) count++;
  return count;
}

/** Maximum trigrams of a query. Each costs time, and few chunks contain this many. */
const MAX_QUERY_TRIGRAMS = 32;

/**
 * The FTS5 query for chunks that contain the trigrams of a keyword. Includes
 * overlapping trigrams: those across two words are the rarest.
 *
 * Each trigram is a quoted string, in which FTS5 gives only the quote a meaning.
 *
 * @param keyword of at least three characters
 */
export function chunkQuery(keyword: string): string {
  const characters = Array.from(withoutNul(keyword));
  const count = characters.length - MIN_MIDDLE_CHARACTERS + 1;
  const step = Math.ceil(count / MAX_QUERY_TRIGRAMS);
  const trigrams = new Set<string>();
  for (let start = 0; start < count; start += step) {
    trigrams.add(
      characters.slice(start, start + MIN_MIDDLE_CHARACTERS).join(""),
    );
  }
  return Array.from(trigrams, (t) => `"${t.replaceAll('"', '""')}"`).join(" ");
}

/** FTS5 ignores a query after the first NUL. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}
