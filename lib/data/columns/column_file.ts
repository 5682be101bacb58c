import { writeAll } from "../update/durable_file.ts";

/**
 * A file of columns that is read without copying: a header of 32-bit words, then
 * the columns, each padded to a multiple of four bytes. Little-endian, like every
 * machine that Deno runs on.
 *
 * Header: magic, version, build time in seconds since the epoch, number of
 * columns, and the length of each in bytes.
 */

/** Identifies a kind of column file. */
export interface ColumnFormat {
  /** Name of the file in error messages. */
  readonly name: string;
  /** Four ASCII characters at the start of the file. */
  readonly magic: string;
  readonly version: number;
  readonly columnCount: number;
}

export interface ColumnFile {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly columns: readonly Uint8Array[];
}

const FIXED_WORDS = 4;

/**
 * Reads the columns as views over `bytes`. Copies them only if they are not
 * aligned.
 *
 * @throws {Error} if the bytes are not a complete file of this format
 */
export function readColumnFile(
  bytes: Uint8Array,
  { name, magic, version, columnCount }: ColumnFormat,
): ColumnFile {
  const cannot = (why: string) => new Error(`Cannot load the ${name}: ${why}`);
  if (bytes.byteOffset % 4 !== 0) bytes = bytes.slice();
  const headerWords = FIXED_WORDS + columnCount;
  if (bytes.length < headerWords * 4) {
    throw cannot(`${bytes.length} bytes are too few for a header`);
  }
  const header = new Uint32Array(bytes.buffer, bytes.byteOffset, headerWords);
  if (header[0] !== magicWord(magic)) {
    throw cannot(`it does not begin with ${magic}`);
  }
  if (header[1] !== version) {
    throw cannot(`version ${header[1]} is not ${version}`);
  }
  if (header[3] !== columnCount) {
    throw cannot(`${header[3]} columns are not ${columnCount}`);
  }
  const lengths = header.subarray(FIXED_WORDS);
  let total = headerWords * 4;
  for (const length of lengths) total += paddedLength(length);
  if (bytes.length !== total) {
    throw cannot(`it has ${bytes.length} bytes, its header says ${total}`);
  }
  let at = headerWords * 4;
  const columns = Array.from(lengths, (length) => {
    const column = bytes.subarray(at, at + length);
    at += paddedLength(length);
    return column;
  });
  return { builtAt: header[2] * 1000, columns };
}

/** A file as it is made: see {@link readColumnFile}. */
export interface ColumnFileParts {
  readonly format: ColumnFormat;
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  readonly columns: readonly ArrayBufferView<ArrayBuffer>[];
}

/** Encodes the file that {@link readColumnFile} reads. @param builtAt milliseconds since the epoch */
export function encodeColumnFile(
  format: ColumnFormat,
  builtAt: number,
  columns: readonly ArrayBufferView<ArrayBuffer>[],
): Uint8Array<ArrayBuffer> {
  const parts = [...partsOf({ format, builtAt, columns })];
  const bytes = new Uint8Array(
    parts.reduce((sum, part) => sum + part.length, 0),
  );
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
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
  for (const { buffer, byteOffset, byteLength } of [header, ...columns]) {
    yield new Uint8Array(buffer, byteOffset, byteLength);
    yield new Uint8Array(paddedLength(byteLength) - byteLength);
  }
}

/** A view of a column as 32-bit words. */
export function wordColumn({ buffer, byteOffset, length }: Uint8Array) {
  return new Uint32Array(buffer, byteOffset, length / 4);
}

/** A view of a column as 16-bit words. */
export function halfWordColumn({ buffer, byteOffset, length }: Uint8Array) {
  return new Uint16Array(buffer, byteOffset, length / 2);
}

function paddedLength(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

function magicWord(magic: string): number {
  return new Uint32Array(new TextEncoder().encode(magic).buffer)[0];
}
