import { byteText } from "../../core/text.ts";
import { writeBackup } from "../backup/write_backup.ts";
import { restoreBackup } from "../backup/restore_backup.ts";
import { isDiskFull, networkErrorText } from "../../data/update/outcome.ts";
import { removeIfExists } from "../../data/update/durable_file.ts";
import { INDEX_FILE } from "../services/dns.ts";
import { STORE_FILE } from "../../store/open_store.ts";
import { createFeedStore } from "../../data/update/update_settings.ts";
import type { DataDeps } from "./data.ts";

/** The file name that means standard input or output. */
const STREAM = "-";

const DATABASES = [STORE_FILE, INDEX_FILE];

/**
 * Runs `backup`. Returns its output.
 *
 * @param err called with a message for each file that is left out
 * @throws {Error} for the operator
 */
export async function backUp(
  file: string,
  { config, version = "0", now = Date.now }: DataDeps,
  err: (text: string) => void,
): Promise<string> {
  const { DATA_DIR, KV_URL } = config;
  if (KV_URL) {
    err(
      "This backup does not include accounts, tokens and counts, because they are stored at KV_URL.\n",
    );
  }
  const files = await toFile(file, (to) =>
    writeBackup({
      dataDir: DATA_DIR,
      version,
      // With KV_URL set, a `porthole.kv` in the folder is a leftover, not the
      // store.
      databases: KV_URL ? [INDEX_FILE] : DATABASES,
      feeds: createFeedStore(config),
      now,
      leftOut: (sentence) => err(`left out: ${sentence}\n`),
    }, to));
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  return `Backed up ${countOf(files.length)}, ${byteText(bytes)}.\n`;
}

/** Runs `restore`. Returns its output. @throws {Error} for the operator */
export async function restore(
  file: string,
  { config }: DataDeps,
  force: boolean,
): Promise<string> {
  const { readable } = file === STREAM
    ? Deno.stdin
    : await Deno.open(file).catch(failed(`Cannot read ${file}`));
  const { files, made_at, version } = await restoreBackup(
    { dataDir: config.DATA_DIR, databases: DATABASES, force },
    readable,
  );
  return `Restored ${
    countOf(files.length)
  } as of ${made_at}, written by version ${version}.\n`;
}

function countOf(files: number): string {
  return files === 1 ? "1 file" : `${files} files`;
}

/** For `catch`: throws an error for the operator. */
function failed(what: string): (cause: unknown) => never {
  return (cause) => {
    throw new Error(`${what}: ${networkErrorText(cause)}`, { cause });
  };
}

/** Replaces an earlier backup only after the new one is complete. */
async function toFile<T>(
  path: string,
  write: (to: WritableStream<Uint8Array>) => Promise<T>,
): Promise<T> {
  if (path === STREAM) return await write(Deno.stdout.writable);
  const part = `${path}.part`;
  const file = await created(part).catch(failed(`Cannot write ${path}`));
  try {
    const result = await write(file.writable);
    await Deno.rename(part, path);
    return result;
  } catch (error) {
    await removeIfExists(part);
    throw isDiskFull(error)
      ? new Error(`Cannot write ${path}: ${networkErrorText(error)}.`)
      : error;
  }
}

async function created(path: string): Promise<Deno.FsFile> {
  // The file of a killed backup would keep its mode.
  await removeIfExists(path);
  // The backup contains sessions and password hashes.
  return await Deno.open(path, { write: true, createNew: true, mode: 0o600 });
}
