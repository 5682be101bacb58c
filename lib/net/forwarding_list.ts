/** What is walked of a list; real chains have a handful of hops. */
const MAX_LENGTH = 4096;
const MAX_ELEMENTS = 64;

const QUOTE = 0x22;
const COMMA = 0x2c;
const BACKSLASH = 0x5c;

/**
 * Yields the elements of a comma list from the right, without blanks around
 * them, at most 64 elements out of the last 4096 characters. Where `quoted`, a
 * comma inside a quoted string (RFC 9110 section 5.6.4) does not divide.
 *
 * The left part of the list is the stranger's: the scan begins at the right so
 * that nothing there, an open quote for example, bends what the proxies added,
 * and so that its length costs nothing.
 */
export function* elementsFromRight(
  list: string,
  quoted: boolean,
): Generator<string, void> {
  const text = list.slice(-MAX_LENGTH);
  let end = text.length;
  let inString = false;
  let elements = 0;
  for (let i = end - 1; i >= 0; i--) {
    const code = text.charCodeAt(i);
    if (quoted && code === QUOTE && !isEscaped(text, i)) inString = !inString;
    if (code !== COMMA || inString) continue;
    yield text.slice(i + 1, end).trim();
    if (++elements === MAX_ELEMENTS) return;
    end = i;
  }
  // What a cut leaves is a part of an element, and could read as another one.
  if (text.length === list.length) yield text.slice(0, end).trim();
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes++;
  return backslashes % 2 === 1;
}
