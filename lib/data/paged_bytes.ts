/** What {@link PagedBytes} reads from. */
interface ByteSource {
  readonly size: number;
  /** Fills `into` with the bytes from `at`. */
  readAt(at: number, into: Uint8Array): void;
}

const PAGE_BITS = 15;
const PAGE = 1 << PAGE_BITS;
const SLOTS = 256;
const NO_BYTES = new Uint8Array();

/** Bytes, in memory or not. */
export interface Bytes {
  readonly size: number;
  /** @throws {Error} beyond the end */
  at(offset: number): number;
  /** Bytes that are valid until the next call. @throws {Error} beyond the end */
  slice(start: number, end: number): Uint8Array;
}

/** Bytes in memory. */
export class MemoryBytes implements Bytes {
  readonly size: number;
  readonly #bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
    this.size = bytes.length;
  }

  at(offset: number): number {
    const byte = this.#bytes[offset];
    if (byte === undefined) throw new Error("it is truncated");
    return byte;
  }

  slice(start: number, end: number): Uint8Array {
    if (end > this.size) throw new Error("it is truncated");
    return this.#bytes.subarray(start, end);
  }
}

/**
 * The bytes of a file, of which 8 MiB are in memory: a direct-mapped cache of pages.
 */
export class PagedBytes implements Bytes {
  readonly size: number;
  readonly #source: ByteSource;
  readonly #memory = new Uint8Array(SLOTS * PAGE);
  /** The page in each slot. */
  readonly #pages = new Int32Array(SLOTS).fill(-1);

  constructor(source: ByteSource) {
    this.#source = source;
    this.size = source.size;
    if (this.size > 0x7fff_ffff) throw new Error("it is larger than 2 GiB");
  }

  at(offset: number): number {
    if (offset >= this.size) throw new Error("it is truncated");
    const page = offset >>> PAGE_BITS;
    const slot = page & SLOTS - 1;
    if (this.#pages[slot] !== page) this.#load(page, slot);
    return this.#memory[slot << PAGE_BITS | offset & PAGE - 1];
  }

  slice(start: number, end: number): Uint8Array {
    if (end > this.size) throw new Error("it is truncated");
    // A million records have empty names.
    if (start === end) return NO_BYTES;
    if (start >>> PAGE_BITS === end - 1 >>> PAGE_BITS) {
      this.at(start);
      const slot = start >>> PAGE_BITS & SLOTS - 1;
      const from = slot << PAGE_BITS | start & PAGE - 1;
      return this.#memory.subarray(from, from + end - start);
    }
    const bytes = new Uint8Array(end - start);
    this.#source.readAt(start, bytes);
    return bytes;
  }

  #load(page: number, slot: number): void {
    const start = page << PAGE_BITS;
    const length = Math.min(PAGE, this.size - start);
    const into = slot << PAGE_BITS;
    this.#pages[slot] = -1;
    this.#source.readAt(start, this.#memory.subarray(into, into + length));
    this.#pages[slot] = page;
  }
}

/** A file that is open for as long as it is used. */
export class FileBytes implements ByteSource {
  readonly size: number;
  readonly #file: Deno.FsFile;

  constructor(path: string | URL) {
    this.#file = Deno.openSync(path);
    this.size = this.#file.statSync().size;
  }

  /** @throws {Error} if the file is shorter than it was */
  readAt(at: number, into: Uint8Array): void {
    this.#file.seekSync(at, Deno.SeekMode.Start);
    for (let done = 0; done < into.length;) {
      const read = this.#file.readSync(into.subarray(done));
      if (read === null) throw new Error("it is truncated");
      done += read;
    }
  }

  [Symbol.dispose]() {
    this.#file.close();
  }
}
