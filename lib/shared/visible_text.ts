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
