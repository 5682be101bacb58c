/**
 * Resolves what a bundle imports by the import map of `deno.json`. Fresh's builder
 * uses `@deno/esbuild-plugin` from JSR for this; a run from a checkout has no JSR.
 */
import type { Plugin } from "esbuild";

interface ImportMap {
  imports: Record<string, string>;
}

/** The plugin under the name that Fresh imports. Its options are not needed here. */
export function denoPlugin(_options?: unknown): Plugin {
  const folder = `${Deno.cwd()}/`;
  const { imports }: ImportMap = JSON.parse(
    Deno.readTextFileSync(`${folder}deno.json`),
  );
  return {
    name: "import-map",
    setup(build) {
      build.onResolve({ filter: /.*/ }, async (args) => {
        if (args.pluginData === "resolved") return;
        if (args.path.startsWith("file://")) {
          return { path: decodeURIComponent(new URL(args.path).pathname) };
        }
        const target = lookUp(imports, args.path);
        if (target === undefined) return;
        if (!target.startsWith("npm:")) {
          return { path: target.startsWith("/") ? target : folder + target };
        }
        const name = target.replace(/^npm:((?:@[^/]+\/)?[^@/]+)@[^/]+/, "$1");
        return await build.resolve(name, {
          kind: args.kind,
          resolveDir: folder,
          pluginData: "resolved",
        });
      });
    },
  };
}

/** What an import map has for a name: its own entry, else that of the package before its first subpath. */
function lookUp(
  imports: Record<string, string>,
  name: string,
): string | undefined {
  if (name in imports) return imports[name];
  const parent = Object.keys(imports)
    .filter((key) => name.startsWith(`${key}/`))
    .sort((a, b) => b.length - a.length)[0];
  return parent && imports[parent] + name.slice(parent.length);
}
