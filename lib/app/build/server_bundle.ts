import { build, type BuildOptions, type Plugin, stop } from "esbuild";
import { readdirSync } from "node:fs";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { isBuiltin } from "node:module";
import { basename, dirname, join, relative } from "node:path";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import { BUNDLE } from "./build_state.ts";
import { BUILT_APP, fewChunks } from "./few_chunks.ts";
import { decode, encode } from "@jridgewell/sourcemap-codec";

/** The entry of the bundle, where `main.ts` is not the main module. */
const START = `import { main } from "./main.ts";
main(() => import("./${BUILT_APP}"));`;

/** Modules that take Deno 40 ms and 4 MB to load, because they use Node's streams. */
const COSTLY = /^node:(?:crypto|fs|net|stream\/promises|zlib)$/;

const SOURCE_FOLDERS = ["routes", "islands", "components", "lib"];

/** Modules that contain only values, which they compute from the files in `facts/`. */
const FACTS = /^lib\/facts\/\w+_facts\.ts$/;

/** `import.meta.url`, alone or as the base of the URL of a worker module. */
const OWN_URL =
  /new URL\(\s*"[./\w]+\/(\w+_worker)\.ts",\s*import\.meta\.url|import\.meta\.url/g;

/**
 * Bundles `main.ts` and the built app, `_fresh/server.js`, to `_server/`, and each
 * worker thread to a separate file. Deno starts the bundle faster and with less
 * memory than 300 modules, and the bundle needs no packages.
 *
 * @param root the project's folder
 */
export async function bundleServer(root: string): Promise<void> {
  const folder = dirname(join(root, BUNDLE));
  const jsx = await Deno.makeTempDir();
  await rm(folder, { recursive: true, force: true });
  try {
    await transpileJsx(root, jsx);
    const { plugin, edited } = fewChunks(root);
    await bundle(root, folder, {
      stdin: { contents: START, resolveDir: root },
      entryNames: basename(BUNDLE, ".mjs"),
      splitting: true,
      plugins: [plugin, sources(root, jsx, edited)],
    });
    await bundle(root, folder, {
      entryPoints: sourcesEnding(root, "_worker.ts"),
      entryNames: "[name]",
      plugins: [sources(root, jsx)],
    });
  } finally {
    await Deno.remove(jsx, { recursive: true });
    // Otherwise esbuild's service process keeps this one alive. It takes 150 MB, so it
    // ends before the modules are read.
    await stop();
  }
  await makeLean(folder);
}

/** Sources by their path in the project. */
function sourcesEnding(root: string, ending: string): string[] {
  return SOURCE_FOLDERS.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => name.endsWith(ending))
      .map((name) => join(folder, name))
  );
}

/** Lets Deno transform JSX, since esbuild cannot "precompile" it. */
async function transpileJsx(root: string, outdir: string): Promise<void> {
  const files = sourcesEnding(root, ".tsx");
  const { success, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["transpile", "-q", "--outdir", outdir, ...files],
    cwd: root,
  }).output();
  if (!success) throw new Error(new TextDecoder().decode(stderr));
}

/** Bundles to modules and their source maps, in a folder. */
async function bundle(
  root: string,
  folder: string,
  entry: Pick<
    BuildOptions,
    "stdin" | "entryPoints" | "entryNames" | "splitting" | "plugins"
  >,
): Promise<void> {
  await build({
    ...entry,
    absWorkingDir: root,
    bundle: true,
    outdir: folder,
    chunkNames: "[hash]",
    // For each `.js` file, Deno would look for a package.json.
    outExtension: { ".js": ".mjs" },
    format: "esm",
    platform: "node",
    target: "esnext",
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: "none",
    sourcemap: "linked",
    sourcesContent: false,
    define: { "import.meta.main": "false" },
    // For packages that are CommonJS modules.
    banner: { js: "const require=(name)=>process.getBuiltinModule(name);" },
    // By esbuild: Deno would have all of it in memory.
    write: true,
    logLevel: "silent",
  });
}

/** Writes the modules of a folder in the form that needs less memory. */
async function makeLean(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    if (name.endsWith(".map")) continue;
    const path = join(folder, name);
    const lean = leanModule({
      text: await readFile(path, "utf8"),
      map: await readFile(`${path}.map`, "utf8"),
    });
    // Deno would load the target of a plain import() at startup.
    const late = lean.text.replaceAll(
      /\bimport\(("\.\/\w+\.mjs")\)/g,
      "import(($1))",
    );
    await writeFile(path, late);
    await writeFile(`${path}.map`, lean.map);
  }
}

/**
 * Reads the project's modules as Deno does.
 *
 * @param edited returns what is bundled instead of a module's text
 */
function sources(
  root: string,
  jsx: string,
  edited = (_name: string, text: string) => text,
): Plugin {
  const targets = importMapOf(root);
  return {
    name: "sources",
    setup(build) {
      build.onResolve({ filter: COSTLY }, ({ path }) => {
        return { path, namespace: "late" };
      });
      build.onLoad({ filter: COSTLY, namespace: "late" }, late);
      build.onResolve({ filter: /^[^./]/ }, ({ path }) => {
        // Outside a package, Deno accepts Node's modules only with the prefix.
        if (isBuiltin(path) && !path.startsWith("node:")) {
          return { path: `node:${path}`, external: true };
        }
        const target = targets[path];
        if (target?.startsWith("./")) return { path: join(root, target) };
        // Only Deno can resolve a specifier that is neither a file nor in node_modules.
        if (/^(?!npm:|node:)\w+:/.test(target ?? path)) {
          return { path, external: true };
        }
      });
      build.onLoad({ filter: /\.(?:tsx?|js)$/ }, async ({ path }) => {
        if (path.includes("/node_modules/")) return;
        const name = relative(root, path);
        const [, stem, isJsx] = /^(.*?)(\.tsx)?$/.exec(name)!;
        const file = isJsx ? join(jsx, `${stem}.js`) : path;
        const text = edited(
          name,
          FACTS.test(name)
            ? await valuesOf(path)
            : await readFile(file, "utf8"),
        );
        // Paths of files are relative to the module in the project, those of worker
        // modules to the bundle.
        const own = `new URL(${
          JSON.stringify(`../${name}`)
        },import.meta.url).href`;
        return {
          contents: text.replaceAll(
            OWN_URL,
            (_, thread) =>
              thread ? `new URL("./${thread}.mjs",import.meta.url` : own,
          ),
          loader: isJsx || name.endsWith(".js") ? "js" : "ts",
          resolveDir: dirname(path),
        };
      });
    },
  };
}

/**
 * A module with the values that another one exports, so that the server neither
 * reads the files of facts nor checks them. Functions are for tests.
 *
 * @throws {Error} if a value would be another one as JSON, as a `Map` is
 */
async function valuesOf(path: string): Promise<string> {
  const module = await import(pathToFileURL(path).href);
  return Object.entries(module)
    .filter(([, value]) => typeof value !== "function")
    .map(([name, value]) => {
      const json = JSON.stringify(value);
      if (!isDeepStrictEqual(JSON.parse(json), value)) {
        throw new Error(`Cannot bundle ${path}: ${name} is not JSON`);
      }
      return `export const ${name} = ${json};`;
    })
    .join("\n");
}

/** A replacement for a Node module that loads it when one of its functions is first called. */
async function late({ path }: { path: string }): Promise<{ contents: string }> {
  const names = Object.entries(await import(path))
    .filter(([name, value]) =>
      /^[a-z]\w*$/.test(name) && typeof value === "function"
    )
    .map(([name]) => name);
  const functions = names.map((name) =>
    `export const ${name} = (...args) => loaded().${name}(...args);`
  );
  return {
    contents: [
      `const loaded = () => process.getBuiltinModule("${path}");`,
      ...functions,
    ].join("\n"),
  };
}

function importMapOf(root: string): Record<string, string | undefined> {
  const path = join(root, "deno.json");
  return JSON.parse(Deno.readTextFileSync(path)).imports;
}

/** A module of the bundle. */
interface BundledModule {
  readonly text: string;
  /** Its source map, as JSON. */
  readonly map: string;
}

/** A backslash before such a character would change what the escape means. */
const ESCAPABLE = /(?<!\\)[^\0-\x7f]/g;
/** By how much an escape such as `\u4e2d` is longer than its character. */
const LONGER = 5;

/**
 * Makes a module that needs less memory. V8 copies text with a character beyond
 * ASCII to two bytes a character, so such characters are escaped. They are in
 * regular expressions; esbuild has escaped those in strings. Deno (2.9.6) reads all
 * source maps at the start and keeps 28 bytes for each entry, so only the entries
 * that say where a line begins are left.
 */
function leanModule({ text, map }: BundledModule): BundledModule {
  const { mappings, ...rest } = JSON.parse(map);
  const lines = text.split("\n").map((line) => ({
    escaped: line.replaceAll(ESCAPABLE, escaped),
    at: Array.from(line.matchAll(ESCAPABLE), ({ index }) => index),
  }));
  const entries = decode(mappings).map((all, i) =>
    all.filter((entry, j) => j === 0 || !isSameLine(entry, all[j - 1]))
      .map(([column, ...source]): typeof all[number] => {
        const before = lines[i].at.filter((at) => at < column).length;
        return [column + before * LONGER, ...source] as typeof all[number];
      })
  );
  return {
    text: lines.map(({ escaped }) => escaped).join("\n"),
    map: JSON.stringify({ ...rest, mappings: encode(entries) }),
  };
}

function escaped(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Whether two entries of a source map name the same line of the same source. */
function isSameLine(a: readonly number[], b: readonly number[]): boolean {
  return a[1] === b[1] && a[2] === b[2];
}
