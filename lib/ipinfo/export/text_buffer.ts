const BYTES = 1 << 20;
const encoder = new TextEncoder();

/** Collects short texts, and hands them over as UTF-8 in large pieces. */
export class TextBuffer {
  readonly #bytes = new Uint8Array(BYTES);
  #length = 0;

  /** @param write gets bytes that are valid until it returns */
  constructor(private readonly write: (bytes: Uint8Array) => void) {}

  add(text: string): void {
    const most = 3 * text.length;
    if (most > BYTES) throw new RangeError("a text is too long");
    if (this.#length + most > BYTES) this.flush();
    const rest = this.#bytes.subarray(this.#length);
    this.#length += encoder.encodeInto(text, rest).written;
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
