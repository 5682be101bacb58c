import { closeSync, openSync, readSync, rmSync, writeSync } from "node:fs";

/** Of the buffer. */
export const CHUNK_BYTES = 1 << 18;

/** A file that is written through a buffer, and then read. */
export class GrowingFile {
  length = 0;
  readonly #file: number;
  readonly #buffer = new Uint8Array(CHUNK_BYTES);
  #filled = 0;

  constructor(private readonly path: string) {
    this.#file = openSync(path, "w+", 0o600);
  }

  write(bytes: Uint8Array): void {
    if (this.#filled + bytes.length > CHUNK_BYTES) this.#flush();
    if (bytes.length > CHUNK_BYTES) this.#put(bytes);
    else {
      this.#buffer.set(bytes, this.#filled);
      this.#filled += bytes.length;
    }
    this.length += bytes.length;
  }

  /** The bytes in pieces, each valid until the next one. */
  *forwards(): Generator<Uint8Array> {
    this.#flush();
    for (let at = 0; at < this.length; at += CHUNK_BYTES) {
      yield this.#read(at, Math.min(at + CHUNK_BYTES, this.length));
    }
  }

  /** Pairs of words from the last to the first, in pieces. */
  *backwards(): Generator<Uint32Array> {
    this.#flush();
    for (let end = this.length; end > 0; end -= CHUNK_BYTES) {
      const start = Math.max(0, end - CHUNK_BYTES);
      const { buffer } = this.#read(start, end);
      const words = new Uint32Array(buffer, 0, (end - start) / 4).reverse();
      for (let i = 0; i < words.length; i += 2) {
        [words[i], words[i + 1]] = [words[i + 1], words[i]];
      }
      yield words;
    }
  }

  close(): void {
    this.#flush();
    closeSync(this.#file);
  }

  remove(): void {
    closeSync(this.#file);
    rmSync(this.path);
  }

  #read(start: number, end: number): Uint8Array<ArrayBuffer> {
    const bytes = this.#buffer.subarray(0, end - start);
    for (let done = 0; done < bytes.length;) {
      const rest = bytes.length - done;
      const read = readSync(this.#file, bytes, done, rest, start + done);
      if (read === 0) throw new Error(`${this.path} ends early`);
      done += read;
    }
    return bytes;
  }

  #flush(): void {
    this.#put(this.#buffer.subarray(0, this.#filled));
    this.#filled = 0;
  }

  #put(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length;) {
      done += writeSync(this.#file, bytes, done);
    }
  }
}
