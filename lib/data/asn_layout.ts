/**
 * Columns of the ASN table's file: a header of eight 32-bit words, columns of
 * 32-bit words, and the names as UTF-8. Little-endian, like every machine that
 * Deno runs on.
 *
 * Header: magic, version, build time in seconds since the epoch, IPv4 rows,
 * IPv6 rows, organisations, bytes of names, 0.
 */
export interface AsnColumns {
  /** Milliseconds since the epoch. */
  readonly builtAt: number;
  /** Inclusive, ascending, disjoint. */
  readonly starts4: Uint32Array;
  readonly ends4: Uint32Array;
  /** Index of the organisation. */
  readonly orgs4: Uint32Array;
  /** Four words per row, most significant first. */
  readonly starts6: Uint32Array;
  readonly ends6: Uint32Array;
  readonly orgs6: Uint32Array;
  readonly asns: Uint32Array;
  /** One offset per organisation, and the end of the last name. */
  readonly nameOffsets: Uint32Array;
  readonly names: Uint8Array;
}

/** "PASN" read as a little-endian word. */
const MAGIC = 0x4e534150;
/** Version of the file format. */
export const ASN_FORMAT = 1;
const HEADER_WORDS = 8;

/**
 * Reads the columns as views over `bytes`. Copies them only if they are not aligned.
 *
 * @throws {Error} if the bytes are not a complete table of this version
 */
export function readColumns(bytes: Uint8Array): AsnColumns {
  const cannot = (why: string) =>
    new Error(`Cannot load the ASN table: ${why}`);
  if (bytes.byteOffset % 4 !== 0) bytes = bytes.slice();
  if (bytes.length < HEADER_WORDS * 4) {
    throw cannot(`${bytes.length} bytes are too few for a header`);
  }
  const [magic, version, seconds, rows4, rows6, orgs, namesLength] =
    new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  if (magic !== MAGIC) throw cannot("it does not begin with PASN");
  if (version !== ASN_FORMAT) {
    throw cannot(`version ${version} is not ${ASN_FORMAT}`);
  }
  const length = 4 * (HEADER_WORDS + rows4 * 3 + rows6 * 9 + orgs * 2 + 1) +
    namesLength;
  if (bytes.length !== length) {
    throw cannot(`it has ${bytes.length} bytes, its header says ${length}`);
  }
  let at = bytes.byteOffset + HEADER_WORDS * 4;
  const column = (words: number) => {
    const view = new Uint32Array(bytes.buffer, at, words);
    at += words * 4;
    return view;
  };
  return {
    builtAt: seconds * 1000,
    starts4: column(rows4),
    ends4: column(rows4),
    orgs4: column(rows4),
    starts6: column(rows6 * 4),
    ends6: column(rows6 * 4),
    orgs6: column(rows6),
    asns: column(orgs),
    nameOffsets: column(orgs + 1),
    names: new Uint8Array(bytes.buffer, at, namesLength),
  };
}

/** Writes the file that {@link readColumns} reads. */
export function encodeColumns(columns: AsnColumns): Uint8Array<ArrayBuffer> {
  const words = [
    Uint32Array.of(
      MAGIC,
      ASN_FORMAT,
      Math.floor(columns.builtAt / 1000),
      columns.orgs4.length,
      columns.orgs6.length,
      columns.asns.length,
      columns.names.length,
      0,
    ),
    columns.starts4,
    columns.ends4,
    columns.orgs4,
    columns.starts6,
    columns.ends6,
    columns.orgs6,
    columns.asns,
    columns.nameOffsets,
  ];
  const count = words.reduce((sum, column) => sum + column.length, 0);
  const bytes = new Uint8Array(count * 4 + columns.names.length);
  const view = new Uint32Array(bytes.buffer, 0, count);
  let at = 0;
  for (const column of words) {
    view.set(column, at);
    at += column.length;
  }
  bytes.set(columns.names, count * 4);
  return bytes;
}
