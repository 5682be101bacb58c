import { addAbortListener } from "node:events";
import { messageOf } from "../core/errors.ts";
import { join } from "node:path";
import { withDeadline } from "../core/deadline.ts";
import { banRevisionKey } from "./keys.ts";
import { retryLocked } from "./store.ts";
import type { Log } from "../core/log.ts";

interface OpenStoreOptions {
  /** Folder of the KV file; created if missing, accessible to its owner only. */
  dataDir: string;
  /** http or https URL of a KV Connect server, used instead of the file. */
  kvUrl?: string;
  /** Whether to use Deno Deploy's own database instead of the file. */
  isOnDeploy?: boolean;
  openTimeoutMs?: number;
}

export const STORE_FILE = "porthole.kv";

/** Limited, because a server's error can be a whole page. */
const MAX_REASON_LENGTH = 300;

/**
 * Opens the Deno KV store: `<dataDir>/porthole.kv`, the KV Connect server at
 * `kvUrl`, or Deno Deploy's own.
 *
 * A remote store also needs `DENO_KV_ACCESS_TOKEN` in the environment; Deno reads
 * it itself. Over plain http, Deno uses HTTP/2 without negotiation.
 *
 * @throws {Error} a message for the operator, with the original error as its cause
 */
export async function openStore(
  { dataDir, kvUrl, isOnDeploy = false, openTimeoutMs = 10_000 }:
    OpenStoreOptions,
): Promise<Deno.Kv> {
  const file = join(dataDir, STORE_FILE);
  const place = kvUrl ?? (isOnDeploy ? undefined : file);
  try {
    if (place === file) {
      // The folder contains sessions, tokens and addresses, which other users of the machine must not read.
      await Deno.mkdir(dataDir, { recursive: true, mode: 0o700 });
      // SQLite would create the file with the umask's mode. It copies the mode to its related files.
      const options = { append: true, create: true, mode: 0o600 };
      (await Deno.open(file, options)).close();
      if (await isDatabaseDamaged(file)) throw new Error(DAMAGED);
    } else if (place !== undefined && !/^https?:\/\//.test(place)) {
      // Deno would read any other text as a file name and open an empty store.
      throw new Error("not an http or https URL");
    }
    return await withDeadline(
      openTimeoutMs,
      (signal) => retryLocked(() => openAndRead(place, signal)),
    );
  } catch (cause) {
    throw new Error(
      `Cannot open the KV store ${place ?? "of Deno Deploy"}: ${
        operatorMessage(cause)
      }.`,
      {
        cause,
      },
    );
  }
}

/** For the operator to decide: without its store, the service forgets quotas and bans. */
const DAMAGED = "the file is damaged, and was left unchanged. " +
  "Move it, and the files whose names begin with its name, to another folder. " +
  "Then restore a backup with `restore --force`, or start without the accounts, quotas and bans";

/**
 * Whether the structure of an SQLite file is damaged, at which Deno (2.9.6) would
 * panic. Takes 2 ms per megabyte.
 */
export async function isDatabaseDamaged(path: string): Promise<boolean> {
  const { DatabaseSync } = await import("node:sqlite");
  try {
    using db = new DatabaseSync(path, { readOnly: true });
    return db.prepare("PRAGMA quick_check(1)").get()?.quick_check !== "ok";
  } catch (error) {
    // Any other error is for the caller to meet.
    return /not a database|malformed/.test((error as Error).message);
  }
}

/** Whether the store is on another machine. */
export function isRemoteStore(
  { kvUrl, isOnDeploy = false }: Pick<OpenStoreOptions, "kvUrl" | "isOnDeploy">,
): boolean {
  return kvUrl !== undefined || isOnDeploy;
}

/** Opens the store and reads once: if a server has metadata but cannot read, Deno would retry for ever. */
async function openAndRead(
  place: string | undefined,
  signal: AbortSignal,
): Promise<Deno.Kv> {
  const kv = await Deno.openKv(place);
  const aborted = Promise.withResolvers<never>();
  using _leave = addAbortListener(
    signal,
    () => aborted.reject(signal.reason),
  );
  try {
    signal.throwIfAborted();
    await Promise.race([kv.get(banRevisionKey()), aborted.promise]);
    return kv;
  } catch (error) {
    kv.close();
    throw error;
  }
}

function operatorMessage(error: unknown): string {
  const message = messageOf(error);
  const reason = message.replace(/[\s\p{Cc}]+/gu, " ")
    .replace(/^Could not open Deno KV database: /, "");
  if (reason.startsWith("Missing DENO_KV_ACCESS_TOKEN ")) {
    return "DENO_KV_ACCESS_TOKEN, the token of that server, is not set";
  }
  const refused =
    /^(?:the metadata endpoint at|KV Connect failed to call) '[^']*' (?:responded with )?\(?status[ =](401|403)\b/
      .exec(reason);
  if (refused) {
    return `the server refuses the token in DENO_KV_ACCESS_TOKEN (status ${
      refused[1]
    })`;
  }
  return reason.length > MAX_REASON_LENGTH
    ? `${reason.slice(0, MAX_REASON_LENGTH)}…`
    : reason.replace(/[. ]+$/, "");
}

/** Paths of a folder that other users could access. */
interface RestrictResult {
  /** Paths that were accessible to others and no longer are. */
  readonly restricted: string[];
  /** Paths that are still accessible to others, because they belong to another user. */
  readonly accessible: string[];
}

/**
 * Writes a file in a folder and removes it. Creates the folder if it is missing.
 *
 * @throws {Error} of the system
 */
export async function writeIn(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  await Deno.remove(await Deno.makeTempFile({ dir: folder }));
}

/** Whether files can be kept in a folder, which is created if it is missing. */
export function isWritable(folder: string): Promise<boolean> {
  return writeIn(folder).then(() => true, () => false);
}

const OTHERS = 0o077;
/** What the service, and the file system, create in the data folder. */
const OWN_FOLDERS = new Set(["data", "export", "restore.part", "lost+found"]);
const OWN_FILES = /^(?:porthole\.kv|dns_index\.db)/;

/**
 * Restricts a folder and its files to their owner (modes 0700 and 0600): they
 * contain sessions, tokens, addresses and lookups. An existing folder can have open
 * modes, and SQLite's files follow the umask. Skips symbolic links, which point
 * elsewhere, and subfolders, which the mode of the folder protects. If there are
 * other subfolders, such as in `/` or in somebody's home, the folder is not the
 * service's alone: then, this restricts only the service's files. Does nothing if the
 * folder is missing, and on Windows, which has no modes.
 */
export async function restrictToOwner(folder: string): Promise<RestrictResult> {
  const result: RestrictResult = { restricted: [], accessible: [] };
  if (Deno.build.os === "windows") return result;
  let entries: Deno.DirEntry[];
  try {
    entries = await Array.fromAsync(Deno.readDir(folder));
  } catch {
    // Unreadable: opening a file in it will report the error.
    return result;
  }
  const isShared = entries.some(({ isDirectory, name }) =>
    isDirectory && !OWN_FOLDERS.has(name)
  );
  if (!isShared) await restrictPath(folder, 0o700, result);
  const files = entries.filter(({ isFile, name }) =>
    isFile && (!isShared || OWN_FILES.test(name))
  );
  for (const name of files.map(({ name }) => name).sort()) {
    await restrictPath(join(folder, name), 0o600, result);
  }
  return result;
}

async function restrictPath(
  path: string,
  mode: number,
  { restricted, accessible }: RestrictResult,
): Promise<void> {
  try {
    // SQLite may have removed the file in the meantime.
    const { mode: former } = await Deno.lstat(path);
    if (former === null || (former & OTHERS) === 0) return;
  } catch {
    return;
  }
  try {
    await Deno.chmod(path, mode);
    restricted.push(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) accessible.push(path);
  }
}

/**
 * Makes the data folder and its files private if other users of the machine
 * could read them, and logs a warning.
 */
export async function makePrivate(dataDir: string, log: Log): Promise<void> {
  const { restricted, accessible } = await restrictToOwner(dataDir);
  if (restricted.length > 0) {
    log.warn(
      "other users of this machine could read DATA_DIR; its modes are now 0700, and 0600 for files",
      { paths: restricted.join(" ") },
    );
  }
  if (accessible.length > 0) {
    log.warn(
      "other users of this machine can read DATA_DIR, and its modes cannot be changed: make the service's user its owner",
      { paths: accessible.join(" ") },
    );
  }
}
