import { writeUtf8 } from "../../core/utf8.ts";

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
