import { dirname, join } from "node:path";

/**
 * Makes a folder hold these files and, in the folders they are in, no others. A file that is right
 * already is not written again: a process that watches it would start anew.
 */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string | Uint8Array>,
): Promise<void> {
  for (const [name, content] of files) {
    const path = join(folder, name);
    const bytes = typeof content === "string"
      ? new TextEncoder().encode(content)
      : content;
    if (await hasContent(path, bytes)) continue;
    await Deno.mkdir(dirname(path), { recursive: true });
    await Deno.writeFile(path, bytes);
  }
  for (const below of new Set([...files.keys()].map(dirname))) {
    for await (const { name, isFile } of Deno.readDir(join(folder, below))) {
      if (isFile && !files.has(join(below, name))) {
        await Deno.remove(join(folder, below, name));
      }
    }
  }
}

async function hasContent(path: string, bytes: Uint8Array): Promise<boolean> {
  try {
    const present = await Deno.readFile(path);
    return present.length === bytes.length &&
      present.every((byte, i) => byte === bytes[i]);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
