import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const LITERAL = /"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g;
/** What a schema says to readers of the OpenAPI document, which is English. */
const DESCRIPTION = /\.describe\(\s*"(?:[^"\\\n]|\\.)*",?\s*\)/g;

/** The texts that stand in the sources of a folder, with their slots filled in the same way. */
export async function literalsIn(
  folder: string,
  samples: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const path = join(root, folder);
  const names = /\.tsx?$/.test(folder)
    ? [path]
    : (await readdir(path, { recursive: true }))
      .filter((name) => /\.tsx?$/.test(name) && !/^view\//.test(name)).map((
        name,
      ) => join(path, name));
  const sources = await Promise.all(
    names.map((name) => readFile(name, "utf8")),
  );
  return sources.flatMap((source) => {
    const code = source.replace(/\/\*[^]*?\*\/|^\s*\/\/.*$/gm, "")
      .replace(DESCRIPTION, "");
    return [...code.matchAll(LITERAL)]
      .map(([, quoted, template]) => quoted ?? template)
      .map((text) =>
        text.replace(/\$\{([^}]*)\}/g, (_, slot) => samples[slot] ?? "7")
          .replace(/\\(.)/g, "$1")
      );
  });
}
