const BYTES = 1 << 20;
/** Collects short texts, and hands them over as UTF-8 in large pieces. */
export class TextBuffer {
  readonly #bytes = new Uint8Array(BYTES);
  #length = 0;

  /** @param write gets bytes that are valid until it returns */
  constructor(private readonly write: (bytes: Uint8Array) => void) {}

  add(text: string): void {
    this.#reserve(3 * text.length);
    this.#length = writeUtf8(text, this.#bytes, this.#length);
  }

  addBytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** @param write text as bytes at a position, and return the one after it */
  addWritten(
    most: number,
    write: (bytes: Uint8Array, at: number) => number,
  ): void {
    this.#reserve(most);
    this.#length = write(this.#bytes, this.#length);
  }

  #reserve(most: number): void {
    if (most > BYTES) throw new RangeError("a text is too long");
    if (this.#length + most > BYTES) this.flush();
  }

  flush(): void {
    this.write(this.#bytes.subarray(0, this.#length));
    this.#length = 0;
  }
}

/** Writes all bytes to a file: a single write may be partial. */
export function writeFully(file: Deno.FsFile, bytes: Uint8Array): void {
  for (let done = 0; done < bytes.length;) {
    done += file.writeSync(bytes.subarray(done));
  }
}

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
