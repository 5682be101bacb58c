import { join } from "node:path";

/** What others could read of a folder before it was closed to them. */
export interface ClosedFolder {
  /** Paths whose modes were open to others and no longer are. */
  readonly closed: string[];
  /** Paths whose modes are open to others, and could not be changed: they belong to another user. */
  readonly open: string[];
}

const OTHERS = 0o077;

/**
 * Takes a folder and the files in it from everybody but their owner: 0700 and
 * 0600. They hold sessions, tokens, addresses and what was looked up; a folder
 * that somebody made with open modes keeps those, and SQLite's files follow the
 * umask. Links are left alone, since they lead elsewhere, and so are folders
 * inside, which the outer one closes. Nothing is done where there is no folder,
 * and on Windows, which has no modes.
 */
export async function restrictToOwner(folder: string): Promise<ClosedFolder> {
  const found: ClosedFolder = { closed: [], open: [] };
  if (Deno.build.os === "windows") return found;
  let names: string[];
  try {
    const entries = await Array.fromAsync(Deno.readDir(folder));
    names = entries.filter(({ isFile }) => isFile).map(({ name }) => name);
  } catch {
    // It cannot be read: whoever opens a file in it will say why.
    return found;
  }
  await closePath(folder, 0o700, found);
  for (const name of names.sort()) {
    await closePath(join(folder, name), 0o600, found);
  }
  return found;
}

async function closePath(
  path: string,
  mode: number,
  { closed, open }: ClosedFolder,
): Promise<void> {
  try {
    // A file that SQLite has just removed is no longer anybody's.
    const { mode: former } = await Deno.lstat(path);
    if (former === null || (former & OTHERS) === 0) return;
  } catch {
    return;
  }
  try {
    await Deno.chmod(path, mode);
    closed.push(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) open.push(path);
  }
}
