import { extname, join } from "node:path";
import type { StaticFile } from "./snapshot.ts";

/** Modules below a folder, by their path from there with `/` between the parts; none if the folder is missing. */
export async function findModules(folder: string): Promise<string[]> {
  const files = await walk(folder, (name) => !name.startsWith("(_"));
  return files.filter((file) =>
    /\.[jt]sx?$/.test(file) && !/[._]test\.\w+$/.test(file)
  );
}

/** The files of the static folder by the path they are served at. */
export async function findStaticFiles(
  folder: string,
): Promise<Map<string, StaticFile>> {
  const files = new Map<string, StaticFile>();
  for (const path of await walk(folder, () => true)) {
    const content = await Deno.readFile(join(folder, path));
    files.set(`/${path}`, await staticFile(path, content, false));
  }
  return files;
}

/** Describes a file to serve. */
export async function staticFile(
  name: string,
  content: Uint8Array<ArrayBuffer>,
  immutable: boolean,
): Promise<StaticFile> {
  const digest = await crypto.subtle.digest("SHA-256", content);
  return {
    content,
    size: content.length,
    hash: new Uint8Array(digest).toHex(),
    contentType: CONTENT_TYPES[extname(name)] ?? "application/octet-stream",
    immutable,
  };
}

/** Files below a folder, in an order that does not depend on the disk. */
async function walk(
  folder: string,
  enters: (name: string) => boolean,
  below = "",
): Promise<string[]> {
  const entries: Deno.DirEntry[] = [];
  try {
    for await (const entry of Deno.readDir(join(folder, below))) {
      entries.push(entry);
    }
  } catch (error) {
    if (below === "" && error instanceof Deno.errors.NotFound) return [];
    throw error;
  }
  const files: string[] = [];
  for (
    const { name, isDirectory } of entries.toSorted((a, b) =>
      a.name < b.name ? -1 : 1
    )
  ) {
    const path = below === "" ? name : `${below}/${name}`;
    if (!isDirectory) files.push(path);
    else if (enters(name)) files.push(...await walk(folder, enters, path));
  }
  return files;
}

/** Media types of the kinds of file that websites serve (IANA Media Types registry, WHATWG MIME Sniffing). */
const CONTENT_TYPES: Record<string, string> = {
  ".avif": "image/avif",
  ".css": "text/css; charset=utf-8",
  ".gif": "image/gif",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".jpg": "image/jpeg",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json",
  ".map": "application/json",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".webp": "image/webp",
  ".woff2": "font/woff2",
  ".xml": "application/xml",
};
