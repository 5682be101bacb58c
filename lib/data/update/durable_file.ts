import { dirname } from "node:path";

/** Writes a whole chunk: a single write may be partial. */
export async function writeAll(
  file: Deno.FsFile,
  chunk: Uint8Array,
): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    done += await file.write(chunk.subarray(done));
  }
}

/** Syncs a folder, without which a power failure can undo a rename in it. */
export async function syncFolder(path: string): Promise<void> {
  // Best effort: Windows cannot open folders as files, and some file systems
  // cannot sync them.
  try {
    using folder = await Deno.open(path);
    await folder.sync();
  } catch {
    return;
  }
}

/**
 * Replaces a file atomically: readers see the old or the new content, even if the
 * process is killed. Only a kill leaves `<path>.tmp` behind. The file is readable
 * only by its owner.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    // A leftover file could have another mode.
    await removeIfExists(temporary);
    using file = await Deno.open(temporary, {
      write: true,
      createNew: true,
      mode: 0o600,
    });
    await writeAll(file, new TextEncoder().encode(text));
    await file.sync();
    await Deno.rename(temporary, path);
  } catch (error) {
    await removeIfExists(temporary);
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Removes a file or, if `recursive`, a folder with its contents; does nothing if there is none. */
export async function removeIfExists(
  path: string | URL,
  options?: Deno.RemoveOptions,
): Promise<void> {
  await ifExists(Deno.remove(path, options));
}

/** What reading a file yields; null if it does not exist. */
export async function ifExists<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}
