import { dirname } from "node:path";

/**
 * The bytes of a regular file, read where they stay. `Deno.readFile` copies
 * what it has read: for a large database that takes several times as long, and
 * memory that the process does not give back.
 */
export async function readWhole(
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

/** Writes all of a chunk: one write may take a part of it. */
export async function writeAll(
  file: Deno.FsFile,
  chunk: Uint8Array,
): Promise<void> {
  for (let done = 0; done < chunk.length;) {
    done += await file.write(chunk.subarray(done));
  }
}

/** Makes the names in a folder last: without it a rename can be lost when the power fails. */
export async function syncFolder(path: string): Promise<void> {
  // Windows opens no folder as a file, and some file systems sync none. What
  // was renamed is in place all the same.
  try {
    using folder = await Deno.open(path);
    await folder.sync();
  } catch {
    return;
  }
}

/**
 * Replaces a file at one stroke: whoever opens it, and whenever the process is
 * killed, it is the old one or the new one. `<path>.tmp` is left by a kill only.
 * It is readable to its owner alone.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.tmp`;
  try {
    // One that was left keeps its mode.
    await removeIfThere(temporary);
    using file = await Deno.open(temporary, {
      write: true,
      createNew: true,
      mode: 0o600,
    });
    await writeAll(file, new TextEncoder().encode(text));
    await file.sync();
    await Deno.rename(temporary, path);
  } catch (error) {
    await removeIfThere(temporary);
    throw error;
  }
  await syncFolder(dirname(path));
}

export async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/** The bytes of a file, null when there is none. */
export async function readIfThere(
  path: string,
): Promise<Uint8Array<ArrayBuffer> | null> {
  try {
    return await readWhole(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** The text of a file, null when there is none. */
export async function readTextIfThere(path: string): Promise<string | null> {
  const bytes = await readIfThere(path);
  return bytes && new TextDecoder().decode(bytes);
}
