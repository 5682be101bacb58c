import { Buffer } from "node:buffer";

/** A name of 255 octets takes at most this many where each is written `\DDD` (RFC 1035 section 5.1). */
const MAX_NAME_OCTETS = 1_024;

/**
 * A name or keyword as the index keeps and compares it: ASCII letters in lower
 * case, everything else as it is.
 *
 * @returns null where it is empty or too long to be a name
 */
export function storedName(text: string): string | null {
  // No character takes more than three octets for each of its code units.
  const mayBeLong = text.length * 3 > MAX_NAME_OCTETS;
  if (text === "" || mayBeLong && Buffer.byteLength(text) > MAX_NAME_OCTETS) {
    return null;
  }
  // toLowerCase alone would also change letters that DNS tells apart.
  return text.toWellFormed()
    .replace(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * A stored name as octets, the form in which SQLite holds it.
 *
 * Octets compare like the characters they encode (RFC 3629 section 1), and NUL
 * is one like any other, which SQLite's text does not promise.
 */
export function octetsOf(name: string): Buffer {
  return Buffer.from(name);
}

/** The same octets from the last to the first: what ends alike begins alike. */
export function reversed(octets: Uint8Array): Buffer {
  const turned = Buffer.allocUnsafe(octets.length);
  for (let from = octets.length, to = 0; from > 0; to++) {
    turned[to] = octets[--from];
  }
  return turned;
}

/** What comes right behind everything that begins with these octets: 0xFF is in no UTF-8. */
export function behindPrefix(octets: Uint8Array): Buffer {
  return Buffer.concat([octets, Buffer.of(0xff)]);
}

/** The text that the octets of a file encode. */
export function textOf(octets: Uint8Array): string {
  return Buffer.from(octets.buffer, octets.byteOffset, octets.byteLength)
    .toString();
}
