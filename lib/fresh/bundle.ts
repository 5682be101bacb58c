import { build, type Metafile, type Plugin, stop } from "esbuild";
import { basename, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import type { ClientModule } from "./snapshot.ts";

/** Where the browser finds its modules. */
const MODULES_URL = "/_fresh/js/";

/** What to bundle, and for whom. */
export interface BundleOptions {
  /** Folder of the project. */
  root: string;
  /** Paths of the modules to start from. */
  entries: readonly string[];
  /** Browsers the code must run in, as esbuild's `target`. */
  target: string | string[];
  buildId: string;
  minify: boolean;
}

/** Browser modules, named after their content. */
export interface Bundle {
  /** The module of each entry. */
  modules: ClientModule[];
  /** Content of all modules by the path they are served at. */
  files: Map<string, Uint8Array<ArrayBuffer>>;
}

/** Bundles modules for the browser; what several of them import becomes a module of its own. */
export async function bundle(options: BundleOptions): Promise<Bundle> {
  const { root, entries, target, buildId, minify } = options;
  try {
    const { outputFiles, metafile } = await build({
      entryPoints: entries.map((path) => ({
        in: path,
        out: basename(path).replace(/\.\w+$/, ""),
      })),
      absWorkingDir: root,
      outdir: ".",
      entryNames: "[name]-[hash]",
      chunkNames: "chunk-[hash]",
      bundle: true,
      splitting: true,
      format: "esm",
      platform: "browser",
      target,
      minify,
      sourcemap: minify ? false : "inline",
      jsx: "automatic",
      jsxImportSource: "preact",
      define: { FRESH_BUILD_ID: JSON.stringify(buildId) },
      plugins: [projectImports],
      metafile: true,
      write: false,
      logLevel: "silent",
    });
    return {
      modules: entries.map((path) => clientModule(metafile, root, path)),
      files: new Map(outputFiles.map(({ path, contents }) => [
        MODULES_URL + basename(path),
        contents as Uint8Array<ArrayBuffer>,
      ])),
    };
  } finally {
    // Its service process would keep the build from ending.
    await stop();
  }
}

function clientModule(
  { outputs }: Metafile,
  root: string,
  entry: string,
): ClientModule {
  const found = Object.entries(outputs).find(([, { entryPoint }]) =>
    entryPoint !== undefined && resolve(root, entryPoint) === entry
  );
  if (found === undefined) {
    throw new Error(`Cannot find what became of ${entry}`);
  }
  const imports = new Set<string>();
  const collect = (output: string) => {
    for (const { path, kind } of outputs[output].imports) {
      if (kind !== "import-statement" || imports.has(path)) continue;
      imports.add(path);
      collect(path);
    }
  };
  collect(found[0]);
  const url = (output: string) => MODULES_URL + basename(output);
  return { url: url(found[0]), imports: [...imports].map(url) };
}

/**
 * Resolves what the project's own modules import by name: first through the import map, which
 * esbuild does not know, then among the packages that this module can see.
 */
const projectImports: Plugin = {
  name: "project-imports",
  setup(build) {
    build.onResolve({ filter: /^[^./]/ }, (args) => {
      if (args.kind === "entry-point" || args.pluginData === projectImports) {
        return undefined;
      }
      if (args.resolveDir.includes("node_modules")) return undefined;
      const path = mappedPath(args.path);
      if (path !== undefined) return { path };
      return build.resolve(args.path, {
        kind: args.kind,
        resolveDir: import.meta.dirname,
        pluginData: projectImports,
      });
    });
  },
};

/** The project's file that the import map gives for a name. */
function mappedPath(name: string): string | undefined {
  try {
    const url = import.meta.resolve(name);
    return url.startsWith("file:") && !url.includes("/node_modules/")
      ? fileURLToPath(url)
      : undefined;
  } catch {
    return undefined;
  }
}
