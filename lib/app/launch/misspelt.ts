/** A name that is unknown, but close to a known one. */
export interface Misspelt {
  readonly name: string;
  readonly meant: string;
}

/** Short names are close to too many others: `HOST` to `HOME` and `HOSTS`. */
const MIN_LENGTH = 6;

/** Finds the names that are probably misspelt. Most variables of an environment have nothing to do with Porthole. */
export function misspelt(
  names: Iterable<string>,
  known: readonly string[],
): Misspelt[] {
  const found: Misspelt[] = [];
  for (const name of names) {
    if (name.length < MIN_LENGTH || known.includes(name)) continue;
    const meant = closest(name, known, 1 / 4);
    if (meant !== null) found.push({ name, meant });
  }
  return found;
}

/**
 * The word that differs least; null if none is close.
 *
 * @param share of a word's letters that may differ
 */
export function closest(
  word: string,
  known: readonly string[],
  share: number,
): string | null {
  const [best] = known
    .map((one) => ({
      one,
      changes: changesBetween(word, one, one.length * share),
    }))
    .filter(({ changes }) => changes < Infinity)
    .sort((a, b) => a.changes - b.changes);
  return best?.one ?? null;
}

/** The sentence for the operator. */
export function misspeltText({ name, meant }: Misspelt): string {
  return `there is no variable ${name}: did you mean ${meant}?`;
}

/**
 * How many letters to insert, remove or replace to get from one word to the other
 * (Levenshtein); Infinity if it is more than `most`. The server compares its whole
 * environment before its first response, so it gives up early.
 */
function changesBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return Infinity;
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    let least = i;
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1);
      next[j] = Math.min(row[j] + 1, next[j - 1] + 1, replaced);
      if (next[j] < least) least = next[j];
    }
    // The least of a row is never more than that of the next.
    if (least > most) return Infinity;
    row = next;
  }
  return row[b.length] <= most ? row[b.length] : Infinity;
}
