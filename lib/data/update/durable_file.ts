import { dirname } from "node:path";

/**
 * Reads a regular file without intermediate copies. `Deno.readFile` copies the
 * data: for a large database it takes several times as long, and memory that is
 * not returned to the system.
 */
export async function readWholeFile(
  path: string | URL,
): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array((await file.stat()).size);
  let length = 0;
  while (length < bytes.length) {
    const read = await file.read(bytes.subarray(length));
    if (read === null) break;
    length += read;
  }
  return bytes.subarray(0, length);
}

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
  try {
    await Deno.remove(path, options);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** Reads a file; null if it does not exist. */
export async function readIfExists(
  path: string,
  files: { read(path: string): Promise<Uint8Array> } = { read: readWholeFile },
): Promise<Uint8Array | null> {
  try {
    return await files.read(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** Reads a text file; null if it does not exist. */
export async function readTextIfExists(path: string): Promise<string | null> {
  const bytes = await readIfExists(path);
  return bytes && new TextDecoder().decode(bytes);
}
