import { gzipSync } from "node:zlib";
import type { TestApp } from "./app.ts";

/** The size of a static file, compressed as the service does. */
export function packedBytes(content: string | Uint8Array): number {
  return gzipSync(content, { level: 9 }).length;
}

/**
 * The compressed size, in bytes, of all modules that a page's islands make a
 * browser load. 0 without islands.
 */
export async function scriptBytes(
  app: Pick<TestApp, "get">,
  html: string,
): Promise<number> {
  const entry = /<script type="module" src="([^"]+)"/.exec(html)?.[1];
  if (entry === undefined) return 0;
  const data = /<script[^>]* id="fresh:island">([^<]*)<\/script>/.exec(html);
  const modules = new Map<string, string>();
  const load = async (path: string) => {
    if (modules.has(path)) return;
    const code = await (await app.get(path)).text();
    modules.set(path, code);
    for (
      const [, name] of code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+)"/g)
    ) {
      await load(new URL(name, `http://app${path}`).pathname);
    }
  };
  await load(entry);
  // Only the islands that the page names are loaded on top of that.
  const loaders = modules.get(entry)!.matchAll(
    /"([^"]+\.tsx)":\s*\(\)\s*=>\s*import\("\.\/([^"]+)"\)/g,
  );
  for (const [, island, name] of loaders) {
    if (!data?.[1].includes(JSON.stringify(island))) continue;
    await load(new URL(name, `http://app${entry}`).pathname);
  }
  return [...modules.values()]
    .reduce((sum, code) => sum + packedBytes(code), 0);
}
