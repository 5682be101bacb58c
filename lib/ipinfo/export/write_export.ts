import { createHash } from "node:crypto";
import { mkdir, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { createGzip } from "node:zlib";
import { createReadStream, createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { createTarPacker } from "modern-tar";
import { GrowingFile } from "../../data/growing_file.ts";
import { MmdbWriter } from "../../data/mmdb_writer.ts";
import type { Tables } from "../../data/tables.ts";
import { replaceFile } from "../../data/update/durable_file.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Profile } from "../profile.ts";
import { compileExport, type ExportedRange } from "./compile_export.ts";
import { CsvZip } from "./csv_zip.ts";
import { EDITIONS } from "./edition_records.ts";
import {
  type ExportedEdition,
  type ExportedFile,
  type ExportManifest,
  isOpenData,
  MANIFEST_FILE,
} from "./export_manifest.ts";
import { MAX_BLOCK_BYTES } from "../ranges/blocks.ts";
import { TextBuffer } from "./text_buffer.ts";

interface WriteExportOptions {
  /** Of open data only. */
  readonly tables: Tables;
  /** Describes an address by these tables alone. */
  readonly describe: (ip: IpAddress) => Profile;
  readonly folder: string;
  readonly stamp: string;
  readonly now: number;
}

const MMDB_TYPE = "application/vnd.maxmind.maxmind-db";
const NOTICE = "NOTICE.txt";
const CSV_ZIP = "Porthole-CSV.zip";

/**
 * Writes all files to a folder of their own, and then names it in the manifest. It
 * stays if a file cannot be written.
 *
 * @throws {Error} if a table must not be redistributed
 */
export async function writeExport(
  { tables, describe, folder, stamp, now }: WriteExportOptions,
): Promise<ExportManifest> {
  const closed = tables.infos.find((info) => !isOpenData(info));
  if (closed || tables.labels || tables.regional.length > 0) {
    throw new Error(`Cannot export ${closed?.name ?? "the operator's data"}.`);
  }
  const madeAt = Math.floor(now / 1000) * 1000;
  const name = madeAt.toString(36);
  const target = join(folder, name);
  await mkdir(target, { recursive: true, mode: 0o700 });
  const notice = noticeOf(tables, madeAt);
  const maps = new MapFiles(target, notice);
  const csv = new CsvZip(target, CSV_ZIP);
  const writers = EDITIONS.map(({ name }) =>
    new MmdbWriter(join(target, `${name}.mmdb`))
  );
  await compileExport(tables, describe, writers, (range) => {
    maps.add(range);
    csv.add(range);
  });
  csv.close(notice);
  const files: ExportedFile[] = await Promise.all(
    maps.close().map((file) => measured(target, file, "text/plain")),
  );
  const editions: ExportedEdition[] = [];
  for (const [i, { name: edition, description }] of EDITIONS.entries()) {
    const { bytes, md5 } = writers[i].finish({
      type: edition,
      description,
      languages: ["en", "zh-CN"],
      buildEpoch: madeAt / 1000,
    });
    const database = `${edition}.mmdb`;
    const archive = `${edition}.tar.gz`;
    const packed = await pack(join(target, archive), {
      folder: `${edition}_${dayOf(madeAt)}`,
      mtime: new Date(madeAt),
      database: { path: join(target, database), bytes },
      notice,
    });
    files.push(
      { name: database, type: MMDB_TYPE, bytes, md5 },
      await measured(target, archive, "application/gzip"),
    );
    editions.push({ name: edition, md5, packed });
  }
  await Deno.writeTextFile(join(target, NOTICE), notice, { mode: 0o600 });
  files.push(
    await measured(target, CSV_ZIP, "application/zip"),
    await measured(target, NOTICE, "text/plain"),
  );
  const manifest = { stamp, madeAt, folder: name, files, editions };
  await replaceFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest));
  return manifest;
}

async function measured(
  folder: string,
  name: string,
  type: string,
): Promise<ExportedFile> {
  const hash = createHash("md5");
  let bytes = 0;
  for await (const chunk of createReadStream(join(folder, name))) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { name, type, bytes, md5: hash.digest("hex") };
}

/** How hard gzip tries: the usual level takes thrice as long for a few percent. */
const LEVEL = 2;
/** Of a file's header in a tar. */
const HEADER_BYTES = 512;

/**
 * Packs a database and the notice into a tar.gz, of three parts that gzip can read on
 * their own. The middle one is the database alone; returns where it is.
 */
async function pack(
  path: string,
  { folder, mtime, database, notice }: {
    readonly folder: string;
    readonly mtime: Date;
    readonly database: { readonly path: string; readonly bytes: number };
    readonly notice: string;
  },
): Promise<[start: number, end: number]> {
  const { readable, controller } = createTarPacker();
  const add = (name: string, size: number) =>
    controller.add({ name: `${folder}/${name}`, size, mode: 0o644, mtime });
  const packing = async () => {
    const { readable } = await Deno.open(database.path);
    await readable.pipeTo(add(basename(database.path), database.bytes));
    const text = new Blob([notice]);
    await text.stream().pipeTo(add(NOTICE, text.size));
    controller.finalize();
  };
  const bounds: number[] = [];
  const compressing = async () => {
    const tar = piecesOf(readable);
    for (const bytes of [HEADER_BYTES, database.bytes, Infinity]) {
      await pipeline(
        tar.take(bytes),
        createGzip({ level: LEVEL }),
        createWriteStream(path, { flags: "a", mode: 0o600 }),
      );
      bounds.push((await stat(path)).size);
    }
  };
  await Promise.all([packing(), compressing()]);
  return [bounds[0], bounds[1]];
}

/** A stream that can be read in pieces of so many bytes. */
function piecesOf(stream: ReadableStream<Uint8Array>) {
  const reader = stream.getReader();
  let left: Uint8Array = new Uint8Array();
  return {
    async *take(bytes: number): AsyncGenerator<Uint8Array> {
      for (let rest = bytes; rest > 0;) {
        if (left.length === 0) {
          const { done, value } = await reader.read();
          if (done) return;
          left = value;
        }
        const piece = left.subarray(0, rest);
        left = left.subarray(piece.length);
        rest -= piece.length;
        yield piece;
      }
    },
  };
}

/** Such as `20261124`. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll("-", "");
}

/** The attributions that the licenses require. */
function noticeOf({ infos }: Tables, madeAt: number): string {
  const sources = infos.map(
    ({ name, builtAt, download, attribution, url, license }) =>
      `${name}, ${download?.isDated === false ? "downloaded " : ""}` +
      `${new Date(builtAt).toISOString().slice(0, 10)}: ` +
      `${[attribution, url].filter(Boolean).join(", ")} (${license})\n`,
  );
  return `Places, countries and autonomous systems of IP addresses, merged by
Porthole on ${new Date(madeAt).toISOString().slice(0, 10)}. Changes: records of
several sources are merged, and names are translated. Places are estimates, and
the system of an IPv6 address can be the one to which it is only registered.

Keep these attributions:

${[...new Set(sources)].join("")}`;
}

const COUNTRY = EDITIONS.findIndex(({ name }) => name === "Porthole-Country");

/** Countries by block, in the formats of programs that read no databases. */
const FORMATS = [
  // `geo $country { include porthole-country-nginx.conf; }`
  {
    name: "porthole-country-nginx.conf",
    end: (code: string) => ` ${code};\n`,
  },
  // `http-request set-var(txn.country) src,map_ip(porthole-country-haproxy.map)`
  {
    name: "porthole-country-haproxy.map",
    end: (code: string) => ` ${code}\n`,
  },
] as const;

class MapFiles {
  readonly #files: { file: GrowingFile; text: TextBuffer }[];
  /** The ends of lines by record: there are few. */
  readonly #ends = new Map<number, string[]>();

  /** @param notice in a comment at the beginning */
  constructor(folder: string, notice: string) {
    const comment = notice.trimEnd().replace(/^/gm, "# ") + "\n";
    this.#files = FORMATS.map(({ name }) => {
      const file = new GrowingFile(join(folder, name));
      const text = new TextBuffer((bytes) => file.write(bytes));
      text.add(comment);
      return { file, text };
    });
  }

  add({ edition, record, blocks, profile }: ExportedRange): void {
    if (edition !== COUNTRY) return;
    const ends = this.#ends.getOrInsertComputed(record, () => {
      const code = profile().facts.countryCode!;
      return FORMATS.map(({ end }) => end(code));
    });
    const each = blocks();
    const write = (bytes: Uint8Array, at: number) => each.write(bytes, at);
    while (each.next()) {
      for (let i = 0; i < ends.length; i++) {
        const { text } = this.#files[i];
        text.addWritten(MAX_BLOCK_BYTES, write);
        text.add(ends[i]);
      }
    }
  }

  close(): string[] {
    for (const { file, text } of this.#files) {
      text.flush();
      file.close();
    }
    return FORMATS.map(({ name }) => name);
  }
}
