import { writeAll } from "../update/durable_file.ts";

/**
 * A file of columns that is read without copying: a header of 32-bit words; the
 * columns, each padded to a multiple of four bytes; and a checksum of two words.
 * Little-endian, like every machine that Deno runs on.
 *
 * Header: magic, version, build time in seconds since the epoch, number of
 * columns, and the length of each in bytes.
 */

export interface ColumnFormat {
  /** Name of the file in error messages. */
  readonly name: string;
  /** Four ASCII characters at the start of the file. */
  readonly magic: string;
  readonly version: number;
  readonly columnCount: number;
}

/** The columns of a file, which are taken one after the other, as views over its bytes. */
export class ColumnReader {
  #taken = 0;

  constructor(private readonly columns: readonly ArrayBufferView[]) {}

  bytes(): Uint8Array {
    const { buffer, byteOffset, byteLength } = this.columns[this.#taken++];
    return new Uint8Array(buffer, byteOffset, byteLength);
  }

  words(): Uint32Array {
    const { buffer, byteOffset, byteLength } = this.columns[this.#taken++];
    return new Uint32Array(buffer, byteOffset, byteLength / 4);
  }

  halfWords(): Uint16Array {
    const { buffer, byteOffset, byteLength } = this.columns[this.#taken++];
    return new Uint16Array(buffer, byteOffset, byteLength / 2);
  }
}

const FIXED_WORDS = 4;
const CHECKSUM_BYTES = 8;
/** Read at once to check a file of which otherwise only parts are read. */
const CHUNK_BYTES = 1 << 20;

/**
 * Fletcher's checksum of 32-bit words. It finds damage, not forgery, and takes 7 ms
 * for 38 MB without loading a module; SHA-256 takes 100 ms.
 */
class Checksum {
  #sum = 1;
  #sumOfSums = 0;

  /** Adds bytes, as if zeros filled up the last word. */
  add(bytes: Uint8Array): void {
    const isAligned = bytes.byteOffset % 4 === 0;
    const whole = bytes.length & (isAligned ? ~3 : 0);
    if (whole < bytes.length) {
      if (whole > 0) this.add(bytes.subarray(0, whole));
      // A copy of the last word alone: columns have megabytes.
      const copy = new Uint8Array(paddedLength(bytes.length - whole));
      copy.set(bytes.subarray(whole));
      bytes = copy;
    }
    const words = new Int32Array(
      bytes.buffer,
      bytes.byteOffset,
      bytes.length / 4,
    );
    let sum = this.#sum;
    let sumOfSums = this.#sumOfSums;
    for (let i = 0; i < words.length; i++) {
      sum = sum + words[i] | 0;
      sumOfSums = sumOfSums + sum | 0;
    }
    this.#sum = sum;
    this.#sumOfSums = sumOfSums;
  }

  get words(): Int32Array<ArrayBuffer> {
    return Int32Array.of(this.#sum, this.#sumOfSums);
  }

  /** @throws {Error} if the last two words of a file differ */
  verify(end: Uint8Array, { name }: ColumnFormat): void {
    const stored = new DataView(end.buffer, end.byteOffset, end.length);
    const isSame = this.words.every((word, i) =>
      word === stored.getInt32(i * 4, true)
    );
    if (!isSame) throw new Error(`Cannot load the ${name}: it is damaged`);
  }
}

/**
 * Reads the columns as views over `bytes`. Copies them only if they are not
 * aligned.
 *
 * @throws {Error} if the bytes are not a complete file of this format
 */
export function readColumnFile(
  bytes: Uint8Array,
  format: ColumnFormat,
): { readonly builtAt: number; readonly columns: ColumnReader } {
  if (bytes.byteOffset % 4 !== 0) bytes = bytes.slice();
  const { builtAt, bounds } = readHeader(bytes, bytes.length, format);
  const checksum = new Checksum();
  checksum.add(bytes.subarray(0, -CHECKSUM_BYTES));
  checksum.verify(bytes.subarray(-CHECKSUM_BYTES), format);
  const columns = bounds.map(([start, end]) => bytes.subarray(start, end));
  return { builtAt, columns: new ColumnReader(columns) };
}

/** A column file of which parts are read. */
export class PartialColumnFile implements Disposable {
  private constructor(
    private readonly file: Deno.FsFile,
    private readonly format: ColumnFormat,
    private readonly bounds: readonly Bounds[],
  ) {}

  /** @throws {Error} if the file is missing, or not a complete file of this format */
  static async open(
    path: string | URL,
    format: ColumnFormat,
  ): Promise<PartialColumnFile> {
    const file = await Deno.open(path);
    try {
      const { size } = await file.stat();
      const length = Math.min(headerBytes(format), size);
      const header = await readBytes(file, 0, length);
      const { bounds } = readHeader(header, size, format);
      return new PartialColumnFile(file, format, bounds);
    } catch (error) {
      file.close();
      throw error;
    }
  }

  /** The bytes of a column from `from` up to, but not including, `to`. @throws {Error} beyond its end */
  async read(
    column: number,
    from = 0,
    to?: number,
  ): Promise<Uint8Array<ArrayBuffer>> {
    const [start, end] = this.bounds[column];
    const size = end - start;
    const length = (to ?? size) - from;
    if (from + length > size) {
      throw new Error(
        `Cannot read ${length} bytes from ${from}: the column of the ${this.format.name} has ${size}`,
      );
    }
    return await readBytes(this.file, start + from, length);
  }

  /** Reads the whole file. @throws {Error} if it is damaged */
  async verify(): Promise<void> {
    const checksum = new Checksum();
    const end = (await this.file.stat()).size - CHECKSUM_BYTES;
    // One buffer: those of a large file would be 60 MB of garbage.
    const buffer = new Uint8Array(CHUNK_BYTES);
    for (let at = 0; at < end; at += CHUNK_BYTES) {
      const chunk = buffer.subarray(0, Math.min(CHUNK_BYTES, end - at));
      await readInto(chunk, this.file, at);
      checksum.add(chunk);
    }
    const stored = await readBytes(this.file, end, CHECKSUM_BYTES);
    checksum.verify(stored, this.format);
  }

  [Symbol.dispose]() {
    this.file.close();
  }
}

async function readBytes(
  file: Deno.FsFile,
  at: number,
  length: number,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(length);
  await readInto(bytes, file, at);
  return bytes;
}

async function readInto(
  bytes: Uint8Array,
  file: Deno.FsFile,
  at: number,
): Promise<void> {
  await file.seek(at, Deno.SeekMode.Start);
  for (let done = 0; done < bytes.length;) {
    const read = await file.read(bytes.subarray(done));
    if (read === null) throw new Error("the file is truncated");
    done += read;
  }
}

type Bounds = readonly [start: number, end: number];

function headerBytes({ columnCount }: ColumnFormat): number {
  return (FIXED_WORDS + columnCount) * 4;
}

/** @param size of the whole file */
function readHeader(
  bytes: Uint8Array,
  size: number,
  format: ColumnFormat,
): { builtAt: number; bounds: Bounds[] } {
  const { name, magic, version, columnCount } = format;
  const cannot = (why: string) => new Error(`Cannot load the ${name}: ${why}`);
  let at = headerBytes(format);
  if (bytes.length < at) {
    throw cannot(`${bytes.length} bytes are too few for a header`);
  }
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, at / 4);
  if (header[0] !== magicWord(magic)) {
    throw cannot(`it does not begin with ${magic}`);
  }
  if (header[1] !== version) {
    throw cannot(`version ${header[1]} is not ${version}`);
  }
  if (header[3] !== columnCount) {
    throw cannot(`${header[3]} columns are not ${columnCount}`);
  }
  const bounds = Array.from(header.subarray(FIXED_WORDS), (length): Bounds => {
    const start = at;
    at += paddedLength(length);
    return [start, start + length];
  });
  at += CHECKSUM_BYTES;
  if (size !== at) {
    throw cannot(`it has ${size} bytes, its header says ${at}`);
  }
  return { builtAt: header[2] * 1000, bounds };
}

/** A file as it is made: see {@link readColumnFile}. */
export interface ColumnFileParts {
  readonly format: ColumnFormat;
  readonly builtAt: number;
  readonly columns: readonly ArrayBufferView<ArrayBuffer>[];
}

/** Encodes the file that {@link readColumnFile} reads. */
export function encodeColumnFile(
  format: ColumnFormat,
  builtAt: number,
  columns: readonly ArrayBufferView<ArrayBuffer>[],
): Uint8Array<ArrayBuffer> {
  const parts = [...partsOf({ format, builtAt, columns })];
  return concatenated(Uint8Array, parts);
}

export function concatenated<
  T extends { set(part: ArrayLike<number>, at: number): void },
>(
  type: new (length: number) => T,
  parts: readonly ArrayLike<number>[],
): T {
  const all = new type(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** Writes the file that {@link readColumnFile} reads, without the memory for all columns at once. */
export async function writeColumnFile(
  path: string | URL,
  made: ColumnFileParts,
): Promise<void> {
  using file = await Deno.open(path, {
    write: true,
    create: true,
    truncate: true,
  });
  for (const part of partsOf(made)) await writeAll(file, part);
}

function* partsOf(
  { format, builtAt, columns }: ColumnFileParts,
): Generator<Uint8Array<ArrayBuffer>> {
  const { magic, version, columnCount } = format;
  if (columns.length !== columnCount) {
    throw new Error(`Cannot encode ${columns.length} columns`);
  }
  const header = Uint32Array.of(
    magicWord(magic),
    version,
    Math.floor(builtAt / 1000),
    columnCount,
    ...columns.map(({ byteLength }) => byteLength),
  );
  const checksum = new Checksum();
  for (const { buffer, byteOffset, byteLength } of [header, ...columns]) {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    checksum.add(bytes);
    yield bytes;
    yield new Uint8Array(paddedLength(byteLength) - byteLength);
  }
  yield new Uint8Array(checksum.words.buffer);
}

function paddedLength(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

function magicWord(magic: string): number {
  return new Uint32Array(new TextEncoder().encode(magic).buffer)[0];
}
