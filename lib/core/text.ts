const MAX_LENGTH = 200;

/**
 * What turns the direction of the text around it, so that a name could write
 * itself as another; what breaks the line; and what is not to be seen. The
 * joiners U+200C and U+200D stay: there are scripts that cannot do without.
 */
const DECEPTIVE =
  /[\p{Bidi_Control}\p{Zl}\p{Zp}\u200b\u2060\ufeff\u{e0000}-\u{e007f}]/u;

/** Text for people to read, trimmed; undefined for what is empty, longer than 200 characters, broken or no text. */
export function cleanText(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (!text || text.length > MAX_LENGTH || /\p{Cc}/u.test(text)) {
    return undefined;
  }
  return isPlainlyVisible(text) ? text : undefined;
}

/** Whether a text is what it looks like, and well-formed. */
export function isPlainlyVisible(text: string): boolean {
  return !DECEPTIVE.test(text) && text.isWellFormed();
}

/**
 * What cannot be seen, breaks the line, or turns the direction of the text
 * around it. A TXT record holds whatever its owner likes.
 */
const UNSEEN =
  /[\p{Cc}\p{Bidi_Control}\p{Zl}\p{Zp}\p{Cs}\u200b-\u200d\u2060\ufeff\u{e0000}-\u{e007f}]/gu;

/** A stranger's text with every character to be seen: the others as `\u{202e}`. */
export function visibleText(text: string): string {
  return text.replace(
    UNSEEN,
    (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`,
  );
}

/** Random bytes as base64url: 16 become 22 characters, 32 become 43. */
export function randomText(
  random: (bytes: number) => Uint8Array,
  bytes: number,
): string {
  return random(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
}
