const PAGE_BITS = 15;
const PAGE = 1 << PAGE_BITS;
/** Of the file that a search tree is in: a walk reads each page once. */
const SLOTS = 64;
const NO_BYTES = new Uint8Array();

export interface Bytes {
  readonly size: number;
  /** @throws {Error} beyond the end */
  at(offset: number): number;
  /** Four bytes as an unsigned number, the highest first. @throws {Error} beyond the end */
  word(offset: number): number;
  /** Bytes that are valid until the next call. @throws {Error} beyond the end */
  slice(start: number, end: number): Uint8Array;
  /** Gives memory back, as far as the bytes can be read again. */
  release(): void;
}

function wordAt(bytes: Uint8Array, at: number): number {
  return (bytes[at] << 24 | bytes[at + 1] << 16 | bytes[at + 2] << 8 |
    bytes[at + 3]) >>> 0;
}

export class MemoryBytes implements Bytes {
  readonly size: number;

  constructor(private readonly bytes: Uint8Array) {
    this.size = bytes.length;
  }

  at(offset: number): number {
    const byte = this.bytes[offset];
    if (byte === undefined) throw new Error("it is truncated");
    return byte;
  }

  word(offset: number): number {
    if (offset + 4 > this.size) throw new Error("it is truncated");
    return wordAt(this.bytes, offset);
  }

  slice(start: number, end: number): Uint8Array {
    if (end > this.size) throw new Error("it is truncated");
    return this.bytes.subarray(start, end);
  }

  release(): void {}
}

/** The bytes of a file, of which some are in memory: a direct-mapped cache of pages. */
export class PagedBytes implements Bytes {
  readonly size: number;
  #memory: Uint8Array<ArrayBuffer>;
  /** The page in each slot. */
  readonly #pages: Int32Array;
  readonly #mask: number;

  /** @param slots pages of 32 KiB in memory, a power of two */
  constructor(
    private readonly source: Pick<FileBytes, "size" | "readAt">,
    slots = SLOTS,
  ) {
    this.size = source.size;
    if (this.size > 0x7fff_ffff) throw new Error("it is larger than 2 GiB");
    this.#memory = new Uint8Array(slots * PAGE);
    this.#pages = new Int32Array(slots).fill(-1);
    this.#mask = slots - 1;
  }

  at(offset: number): number {
    if (offset >= this.size) throw new Error("it is truncated");
    return this.#memory[this.#loaded(offset)];
  }

  word(offset: number): number {
    if (offset + 4 > this.size) throw new Error("it is truncated");
    return (offset & PAGE - 1) <= PAGE - 4
      ? wordAt(this.#memory, this.#loaded(offset))
      : wordAt(this.slice(offset, offset + 4), 0);
  }

  slice(start: number, end: number): Uint8Array {
    if (end > this.size) throw new Error("it is truncated");
    // A million records have empty names.
    if (start === end) return NO_BYTES;
    if (start >>> PAGE_BITS === end - 1 >>> PAGE_BITS) {
      const from = this.#loaded(start);
      return this.#memory.subarray(from, from + end - start);
    }
    const bytes = new Uint8Array(end - start);
    this.source.readAt(start, bytes);
    return bytes;
  }

  release(): void {
    const { length } = this.#memory;
    // At once, without the garbage collector.
    this.#memory.buffer.transfer(0);
    // Takes no memory before a page is read.
    this.#memory = new Uint8Array(length);
    this.#pages.fill(-1);
  }

  /** Where the byte at an offset is in memory, and those after it in the page. */
  #loaded(offset: number): number {
    const page = offset >>> PAGE_BITS;
    const slot = page & this.#mask;
    if (this.#pages[slot] !== page) this.#load(page, slot);
    return slot << PAGE_BITS | offset & PAGE - 1;
  }

  #load(page: number, slot: number): void {
    const start = page << PAGE_BITS;
    const length = Math.min(PAGE, this.size - start);
    const into = slot << PAGE_BITS;
    this.#pages[slot] = -1;
    this.source.readAt(start, this.#memory.subarray(into, into + length));
    this.#pages[slot] = page;
  }
}

/** A file that is open for as long as it is used. */
export class FileBytes {
  readonly size: number;
  readonly #file: Deno.FsFile;

  constructor(path: string | URL) {
    this.#file = Deno.openSync(path);
    this.size = this.#file.statSync().size;
  }

  /** Fills `into` with the bytes from `at`. @throws {Error} if the file is shorter than it was */
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
