const encoder = new TextEncoder();

/**
 * Writes a text in UTF-8 to a buffer that has room for it, and returns the position
 * after it. Exports write millions of short texts, for which calls of the encoder
 * take longer.
 */
export function writeUtf8(
  text: string,
  buffer: Uint8Array,
  at: number,
): number {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x80) buffer[at++] = code;
    else if (code < 0x800) {
      buffer[at++] = 0xc0 | code >> 6;
      buffer[at++] = 0x80 | code & 0x3f;
    } else if (code < 0xd800 || code > 0xdfff) {
      buffer[at++] = 0xe0 | code >> 12;
      buffer[at++] = 0x80 | code >> 6 & 0x3f;
      buffer[at++] = 0x80 | code & 0x3f;
    } else {
      // Surrogates, which may lack their other half.
      const { written } = encoder.encodeInto(
        text.slice(i),
        buffer.subarray(at),
      );
      return at + written;
    }
  }
  return at;
}
