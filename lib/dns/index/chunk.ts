/*
 * The trigrams of names are indexed in chunks: rows whose ids differ in the last
 * four bits only share one document of the full-text index.
 *
 * Neighbours of a scan have most of their names in common, so that a chunk has
 * hardly more trigrams than a name, and takes a fraction of the writing. What a
 * chunk has is only a hint: whoever searches compares its names themselves.
 */

/** Rows of a chunk at most. */
export const CHUNK_ROWS = 16;

/** The fewest characters (code points) that have a trigram. */
export const MIN_MIDDLE_CHARACTERS = 3;

/** The number of the chunk in which a row lies. */
export function chunkOf(id: number): number {
  return Math.floor(id / CHUNK_ROWS);
}

/** The first id, from `id` on, that begins a chunk. */
export function nextChunkStart(id: number): number {
  return Math.ceil(id / CHUNK_ROWS) * CHUNK_ROWS;
}

/** A trigram that begins before a shared ending has two characters of it, of two code units each, behind one that may be cut in half. */
const OVERLAP = 5;

/**
 * The document of a chunk: a text with all trigrams of the names, and few of
 * them twice. What a name has in common with the end of the one before it is
 * left out.
 */
export function chunkText(names: readonly string[]): string {
  const parts = names.map((name, i) => {
    const shared = i === 0 ? 0 : sharedEnding(name, names[i - 1]);
    return name.slice(0, name.length - shared + OVERLAP);
  });
  return withoutNul(parts.join("\n"));
}

/** How many code units two texts have in common at their ends. */
function sharedEnding(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let count = 0;
  while (
    count < most &&
    a.charCodeAt(a.length - 1 - count) === b.charCodeAt(b.length - 1 - count)
  ) count++;
  return count;
}

/** Trigrams of a query at most: so many are in few chunks together, and each takes its time. */
const MAX_QUERY_TRIGRAMS = 32;

/**
 * The FTS5 query for the chunks that have the trigrams of a keyword, those that
 * overlap as well: where two words meet is what is rare.
 *
 * Each trigram is a quoted string, in which nothing but the quote itself has a
 * meaning to FTS5.
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

/** FTS5 reads a query up to the first NUL only. */
function withoutNul(text: string): string {
  return text.replaceAll("\0", "\ufffd");
}
