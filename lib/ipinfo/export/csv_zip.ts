import { join } from "node:path";
import { crc32, deflateRawSync } from "node:zlib";
import { GrowingFile } from "../../data/growing_file.ts";
import { MAX_BOUNDS_BYTES, writeBounds } from "../ranges/blocks.ts";
import type { ExportedRange } from "./compile_export.ts";
import { EDITIONS } from "./edition_records.ts";
import { TextBuffer } from "./text_buffer.ts";

/** Writes a zip (APPNOTE.TXT by PKWARE) with a CSV file for each edition. */
export class CsvZip {
  readonly #path: string;
  readonly #members: CsvMember[];

  constructor(folder: string, name: string) {
    this.#path = join(folder, name);
    this.#members = EDITIONS.map(({ name, columns }) => {
      const member = new CsvMember(`${name}.csv`, join(folder, `${name}.part`));
      const names = ["first_ip", "last_ip", ...Object.keys(columns)];
      member.text.add(`${names}\r\n`);
      return member;
    });
  }

  add({ edition, family, start, end, row }: ExportedRange): void {
    const { text } = this.#members[edition];
    text.addWritten(
      MAX_BOUNDS_BYTES,
      (bytes, at) => writeBounds(bytes, at, family, start, end),
    );
    text.addBytes(row);
  }

  /** @param notice of the licenses, for a file of its own */
  close(notice: string): void {
    const last = new CsvMember("NOTICE.txt", `${this.#path}.part`);
    last.text.add(notice);
    const members = [...this.#members, last];
    const file = new GrowingFile(this.#path);
    const offsets = members.map((member) => {
      const offset = file.length;
      member.moveTo(file);
      return offset;
    });
    const directory = file.length;
    members.forEach((member, i) =>
      file.write(member.header(CENTRAL, offsets[i]))
    );
    const bytes = file.length - directory;
    file.write(endRecord(members.length, directory, bytes));
    file.close();
  }
}

const LOCAL = 0x0403_4b50;
const CENTRAL = 0x0201_4b50;
const END = 0x0605_4b50;
/** The version that is needed to extract: deflate. */
const VERSION = 20;
const DEFLATE = 8;
/** 1980-01-01, the first day that a zip can name; 0 is none. */
const NO_DATE = 33;

/** Ends a piece at a whole byte, so that others can follow (zlib.h). */
const Z_SYNC_FLUSH = 2;

/** The last block of a deflate stream, empty. */
const LAST_BLOCK = Uint8Array.of(3, 0);

/** A file in the archive, compressed to a temporary one while it grows. */
class CsvMember {
  readonly #name: Uint8Array;
  readonly #packed: GrowingFile;
  readonly text = new TextBuffer((bytes) => this.#compress(bytes));
  #crc = 0;
  #bytes = 0;

  /** @param part path of the temporary file */
  constructor(name: string, part: string) {
    this.#name = new TextEncoder().encode(name);
    this.#packed = new GrowingFile(part);
  }

  /** Appends its header and its bytes to the archive, and deletes the temporary file. */
  moveTo(archive: GrowingFile): void {
    this.text.flush();
    this.#packed.write(LAST_BLOCK);
    archive.write(this.header(LOCAL));
    for (const bytes of this.#packed.forwards()) archive.write(bytes);
    this.#packed.remove();
  }

  #compress(bytes: Uint8Array): void {
    this.#crc = crc32(bytes, this.#crc);
    this.#bytes += bytes.length;
    const options = { level: 2, finishFlush: Z_SYNC_FLUSH };
    this.#packed.write(deflateRawSync(bytes, options));
  }

  /** A local header, or with the offset of that an entry of the directory. */
  header(signature: typeof LOCAL | typeof CENTRAL, offset = 0): Uint8Array {
    const isCentral = signature === CENTRAL;
    const fields: [bytes: 2 | 4, value: number][] = [
      [4, signature],
      ...isCentral ? [[2, VERSION] as [2, number]] : [],
      [2, VERSION],
      [2, 0],
      [2, DEFLATE],
      [2, 0],
      [2, NO_DATE],
      [4, this.#crc],
      [4, this.#packed.length],
      [4, this.#bytes],
      [2, this.#name.length],
      [2, 0],
    ];
    if (isCentral) fields.push([2, 0], [2, 0], [2, 0], [4, 0], [4, offset]);
    return Uint8Array.from([...littleEndian(fields), ...this.#name]);
  }
}

function endRecord(count: number, offset: number, bytes: number): Uint8Array {
  return littleEndian([
    ...[[4, END], [2, 0], [2, 0], [2, count], [2, count]] as [2 | 4, number][],
    ...[[4, bytes], [4, offset], [2, 0]] as [2 | 4, number][],
  ]);
}

function littleEndian(
  fields: readonly (readonly [bytes: 2 | 4, value: number])[],
): Uint8Array {
  const view = new DataView(
    new ArrayBuffer(fields.reduce((sum, [bytes]) => sum + bytes, 0)),
  );
  let at = 0;
  for (const [bytes, value] of fields) {
    if (bytes === 2) view.setUint16(at, value, true);
    else view.setUint32(at, value, true);
    at += bytes;
  }
  return new Uint8Array(view.buffer);
}
