const MAX_LENGTH = 200;

/** Control characters, and those that turn the direction of the text around them: a name could write itself as another. */
const FORBIDDEN = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u;

/** Text for people to read, trimmed; undefined for what is empty, longer than 200 characters, broken or no text. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!text || text.length > MAX_LENGTH) return undefined;
  return FORBIDDEN.test(text) || !text.isWellFormed() ? undefined : text;
}
