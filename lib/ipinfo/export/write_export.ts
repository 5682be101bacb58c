import { createHash } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { createGzip } from "node:zlib";
import { createReadStream, createWriteStream } from "node:fs";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createTarPacker } from "modern-tar";
import type { Tables } from "../../data/tables.ts";
import { replaceFile } from "../../data/update/durable_file.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { Profile } from "../profile.ts";
import { compileExport } from "./compile_export.ts";
import { CsvZip } from "./csv_zip.ts";
import { EDITIONS } from "./edition_records.ts";
import { MapFiles } from "./map_files.ts";
import {
  type ExportedFile,
  type ExportManifest,
  MANIFEST_FILE,
} from "./export_manifest.ts";
import { isOpenData } from "./open_sources.ts";

interface WriteExportOptions {
  /** Of open data only. */
  readonly tables: Tables;
  /** Describes an address by these tables alone. */
  readonly describe: (ip: IpAddress) => Profile;
  /** The folder of all exports. */
  readonly folder: string;
  readonly stamp: string;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

const MMDB_TYPE = "application/vnd.maxmind.maxmind-db";
const NOTICE = "NOTICE.txt";
const CSV_ZIP = "Porthole-CSV.zip";

/**
 * Writes all files, and replaces those of the last time.
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
  const writers = await compileExport(tables, describe, (range) => {
    maps.add(range);
    csv.add(range);
  });
  csv.close(notice);
  const files: ExportedFile[] = await Promise.all(
    maps.close().map((file) => measured(target, file, "text/plain")),
  );
  const editions: { name: string; md5: string }[] = [];
  for (const [i, { name: edition, description }] of EDITIONS.entries()) {
    const bytes = writers[i].finish({
      type: edition,
      description,
      languages: ["en", "zh-CN"],
      buildEpoch: madeAt / 1000,
    });
    const file = `${edition}.mmdb`;
    await Deno.writeFile(join(target, file), bytes, { mode: 0o600 });
    const database = await measured(target, file, MMDB_TYPE);
    const archive = `${edition}.tar.gz`;
    await pack(join(target, archive), `${edition}_${dayOf(madeAt)}`, madeAt, {
      [file]: bytes,
      [NOTICE]: new TextEncoder().encode(notice),
    });
    files.push(database, await measured(target, archive, "application/gzip"));
    editions.push({ name: edition, md5: database.md5 });
  }
  await Deno.writeTextFile(join(target, NOTICE), notice, { mode: 0o600 });
  files.push(
    await measured(target, CSV_ZIP, "application/zip"),
    await measured(target, NOTICE, "text/plain"),
  );
  const manifest = { stamp, madeAt, folder: name, files, editions };
  await replaceFile(join(folder, MANIFEST_FILE), JSON.stringify(manifest));
  for (const other of await readdir(folder, { withFileTypes: true })) {
    // Who is reading an old file can read it to its end.
    if (other.isDirectory() && other.name !== name) {
      await rm(join(folder, other.name), { recursive: true, force: true });
    }
  }
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

/** Packs files into a folder of a tar.gz. */
async function pack(
  path: string,
  folder: string,
  mtime: number,
  files: Readonly<Record<string, Uint8Array>>,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const packing = async () => {
    for (const [name, bytes] of Object.entries(files)) {
      const entry = controller.add({
        name: `${folder}/${name}`,
        size: bytes.length,
        mode: 0o644,
        mtime: new Date(mtime),
      }).getWriter();
      await entry.write(bytes);
      await entry.close();
    }
    controller.finalize();
  };
  await Promise.all([
    packing(),
    pipeline(
      Readable.fromWeb(readable as Parameters<typeof Readable.fromWeb>[0]),
      createGzip(),
      createWriteStream(path, { mode: 0o600 }),
    ),
  ]);
}

/** Such as `20261124`. */
function dayOf(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10).replaceAll("-", "");
}

/** The attributions that the licenses require. */
function noticeOf({ infos }: Tables, madeAt: number): string {
  const sources = infos.map(({ name, builtAt, attribution, url, license }) =>
    `${name}, ${new Date(builtAt).toISOString().slice(0, 10)}: ` +
    `${[attribution, url].filter(Boolean).join(", ")} (${license})\n`
  );
  return `Places, countries and autonomous systems of IP addresses, merged by
Porthole on ${new Date(madeAt).toISOString().slice(0, 10)}. Changes: records of
several sources are merged, and names are translated. Keep these attributions:

${[...new Set(sources)].join("")}`;
}
