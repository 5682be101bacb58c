import { messageOf } from "../../core/errors.ts";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createTarDecoder } from "modern-tar";
import {
  removeIfExists,
  syncFolder,
  writeAll,
} from "../../data/update/durable_file.ts";
import {
  BackupError,
  CONTENTS,
  type Contents,
  isDatabaseInUse,
  type Member,
  memberName,
  parseContents,
} from "./write_backup.ts";

interface RestoreDeps {
  dataDir: string;
  /** Names of SQLite databases in the data folder. */
  databases: readonly string[];
  /** Overwrites existing data. */
  force: boolean;
}

/** SQLite's additional files of a database, which belong to the old one. */
const LOG_ENDINGS = ["-wal", "-shm", "-journal"];

/**
 * The folder for unpacking. It has a fixed name, so that a restore cleans up
 * after one that was killed.
 */
const STAGING = "restore.part";

const MAX_CONTENTS_BYTES = 1 << 20;

/**
 * Restores an archive to a data folder, after it is unpacked and its checksums
 * match. Replaces the databases in the archive, and all downloaded data.
 *
 * @throws {Error} for the operator; the folder is then unchanged
 */
export async function restoreBackup(
  deps: RestoreDeps,
  from: ReadableStream<Uint8Array>,
): Promise<Contents> {
  const { dataDir } = deps;
  assertReplaceable(deps);
  await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
  const staging = join(dataDir, STAGING);
  await removeIfExists(staging, { recursive: true });
  await Deno.mkdir(staging, { mode: 0o700 });
  try {
    const contents = await unpack(staging, from);
    await moveIn(contents, staging, deps);
    return contents;
  } finally {
    await Deno.remove(staging, { recursive: true });
  }
}

function assertReplaceable({ dataDir, databases, force }: RestoreDeps): void {
  const isEmpty = !existsSync(dataDir) ||
    Array.from(Deno.readDirSync(dataDir)).every(({ name }) => name === STAGING);
  if (isEmpty) return;
  if (!force) {
    throw new Error(
      `${dataDir} is not empty. Use --force to replace its data with the backup.`,
    );
  }
  for (const name of databases) {
    const path = join(dataDir, name);
    if (existsSync(path) && isDatabaseInUse(path)) {
      throw new Error(`A server is running on ${dataDir}: stop it first.`);
    }
  }
}

async function unpack(
  staging: string,
  from: ReadableStream<Uint8Array>,
): Promise<Contents> {
  try {
    await Deno.mkdir(join(staging, "data"), { mode: 0o700 });
    const { contents, found } = await unpackMembers(staging, from);
    assertSame(contents.files, found);
    return contents;
  } catch (cause) {
    // The decoder throws plain errors. Others, such as a full disk, explain
    // themselves.
    if (cause instanceof Error && cause.name !== "Error") throw cause;
    throw new Error(sentenceOf(cause), { cause });
  }
}

function sentenceOf(error: unknown): string {
  if (error instanceof BackupError) return error.message;
  const reason = messageOf(error);
  return `The backup is damaged: ${reason.replace(/\.$/, "")}.`;
}

async function unpackMembers(
  staging: string,
  from: ReadableStream<Uint8Array>,
): Promise<{ contents: Contents; found: Member[] }> {
  const found: Member[] = [];
  let contents: Contents | undefined;
  const members = from.pipeThrough(createTarDecoder({ strict: true }));
  for await (const { header: { name, type, size }, body } of members) {
    const isFile = type === undefined || type === "file";
    const isKnown = found.some((member) => member.name === name) ||
      name === CONTENTS && contents !== undefined;
    if (isKnown) {
      throw new BackupError(`The backup contains ${name} twice.`);
    }
    if (isFile && name === CONTENTS && size <= MAX_CONTENTS_BYTES) {
      contents = parseContents(await new Response(body).text());
    } else if (isFile && memberName.safeParse(name).success) {
      found.push({ name, ...await written(join(staging, name), body) });
    } else {
      throw new BackupError(
        `This is not a Porthole backup: it contains ${JSON.stringify(name)}.`,
      );
    }
  }
  if (!contents) throw new BackupError("The backup is truncated.");
  return { contents, found };
}

async function written(
  path: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Omit<Member, "name">> {
  const hash = createHash("sha256");
  let bytes = 0;
  using file = await Deno.open(path, {
    write: true,
    createNew: true,
    mode: 0o600,
  });
  for await (const chunk of chunks) {
    hash.update(chunk);
    bytes += chunk.length;
    await writeAll(file, chunk);
  }
  await file.sync();
  return { bytes, sha256: hash.digest("hex") };
}

function assertSame(
  expected: readonly Member[],
  found: readonly Member[],
): void {
  const byName = new Map(found.map((member) => [member.name, member]));
  for (const { name, bytes, sha256 } of expected) {
    const member = byName.get(name);
    if (member?.bytes !== bytes || member.sha256 !== sha256) {
      throw new Error(`${name} has the wrong size or checksum`);
    }
  }
  if (byName.size !== expected.length) {
    throw new Error("it contains more files than its table of contents");
  }
}

async function moveIn(
  { files }: Contents,
  staging: string,
  { dataDir, databases }: RestoreDeps,
): Promise<void> {
  const data = join(dataDir, "data");
  await removeIfExists(data, { recursive: true });
  await Deno.mkdir(data, { mode: 0o700 });
  for (const name of databases) {
    for (const ending of LOG_ENDINGS) {
      await removeIfExists(join(dataDir, name + ending));
    }
    if (!files.some((file) => file.name === name)) {
      await removeIfExists(join(dataDir, name));
    }
  }
  for (const { name } of files) {
    await Deno.rename(join(staging, name), join(dataDir, name));
  }
  for (const folder of [data, dataDir]) await syncFolder(folder);
}
