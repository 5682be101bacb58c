import { join } from "node:path";
import type { Log } from "../core/log.ts";

/** Paths of a folder that other users could access. */
export interface RestrictResult {
  /** Paths that were accessible to others and no longer are. */
  readonly restricted: string[];
  /** Paths that are still accessible to others, because they belong to another user. */
  readonly accessible: string[];
}

/** Whether files can be kept in a folder, which is created if it is missing. */
export async function isWritable(folder: string): Promise<boolean> {
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    await Deno.remove(await Deno.makeTempFile({ dir: folder }));
    return true;
  } catch {
    return false;
  }
}

const OTHERS = 0o077;

/**
 * Restricts a folder and its files to their owner (modes 0700 and 0600): they
 * contain sessions, tokens, addresses and lookups. An existing folder can have open
 * modes, and SQLite's files follow the umask. Skips symbolic links, which point
 * elsewhere, and subfolders, which the mode of the folder protects. Does nothing if
 * the folder is missing, and on Windows, which has no modes.
 */
export async function restrictToOwner(folder: string): Promise<RestrictResult> {
  const result: RestrictResult = { restricted: [], accessible: [] };
  if (Deno.build.os === "windows") return result;
  let names: string[];
  try {
    const entries = await Array.fromAsync(Deno.readDir(folder));
    names = entries.filter(({ isFile }) => isFile).map(({ name }) => name);
  } catch {
    // Unreadable: opening a file in it will report the error.
    return result;
  }
  await restrictPath(folder, 0o700, result);
  for (const name of names.sort()) {
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
