import { build, stop } from "esbuild";
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { CLIENT_URL, type Snapshot } from "./snapshot.ts";
import { hasKnownType } from "./static_files.ts";

/** Selects the static files that a transform is for, by path. */
export interface OnTransformOptions {
  pluginName: string;
  filter: RegExp;
}

export interface OnTransformArgs {
  /** Path of the file. */
  path: string;
  /** Browsers to support, as esbuild's `target`. */
  target: string | string[];
  content: Uint8Array;
  readonly text: string;
  mode: "development" | "production";
}

/** Returns the new content of a static file, or nothing to leave it as it is. */
export type TransformFn = (
  args: OnTransformArgs,
) => void | { content: string } | Promise<void | { content: string }>;

export interface StaticTransform {
  options: OnTransformOptions;
  transform: TransformFn;
}

/** A file that browsers can load. */
interface ProjectFile {
  /** Path in the project; where a build on disk writes the file if it is generated. */
  path: string;
  /** Content of a generated file. */
  text?: string;
}

/** A project's files, found and bundled. Its modules are not loaded. */
export interface Project {
  root: string;
  mode: Snapshot["mode"];
  /** Hash of the static files. */
  buildId: string;
  /** Paths in the routes folder. */
  routes: string[];
  /** Paths in the islands folder. */
  islands: string[];
  /** URL of the module that hydrates islands. */
  client: string;
  /** Static files and browser modules by URL path. */
  files: Map<string, ProjectFile>;
}

/** What a builder knows of a project. */
export interface ProjectSource {
  root: string;
  target: string | string[];
  transforms: StaticTransform[];
}

/**
 * Finds a project's static files and transforms them. @returns the files by URL
 * path, and a hash of their content
 */
export async function readStaticFiles(
  { root, target, transforms }: ProjectSource,
  mode: Project["mode"],
): Promise<Pick<Project, "buildId" | "files">> {
  const files: Project["files"] = new Map();
  const hash = createHash("sha256");
  for (const name of listFiles(join(root, "static"))) {
    // In development, editors keep files of their own there.
    if (mode === "production" && !hasKnownType(name)) {
      throw new Error(`static/${name}: the media type is unknown`);
    }
    const path = join(root, "static", name);
    const content = readFileSync(path);
    const file = { path, target, content, mode };
    const text = await applyTransforms(transforms, file);
    hash.update(name).update(text ?? content);
    files.set(
      `/${name}`,
      text === null
        ? { path: `static/${name}` }
        : { path: `_fresh/static/${name}`, text },
    );
  }
  return { files, buildId: hash.digest("hex").slice(0, 20) };
}

/** Finds a project's files, transforms the static ones and bundles its islands. */
export async function readProject(
  source: ProjectSource,
  mode: Project["mode"],
): Promise<Project> {
  const { root } = source;
  const { files, buildId } = await readStaticFiles(source, mode);
  const local = listFiles(join(root, "routes"))
    .find((path) => path.includes("(_islands)/"));
  if (local !== undefined) {
    throw new Error(`routes/${local}: islands belong into the folder islands`);
  }
  const routes = modulesIn(root, "routes");
  const islands = modulesIn(root, "islands");
  const project = { root, mode, buildId, routes, islands, files };
  const { entry, modules } = await bundleIslands(project, source.target);
  for (const [name, text] of modules) {
    files.set(CLIENT_URL + name, { path: `_fresh/client/${name}`, text });
  }
  return { ...project, client: CLIENT_URL + entry };
}

/** Passes a static file through the transforms for it; null if none changes it. */
export async function applyTransforms(
  transforms: readonly StaticTransform[],
  file: Pick<OnTransformArgs, "path" | "target" | "content" | "mode">,
): Promise<string | null> {
  let changed: string | null = null;
  for (const { options, transform } of transforms) {
    if (!options.filter.test(file.path)) continue;
    const content = changed === null
      ? file.content
      : new TextEncoder().encode(changed);
    const result = await transform({
      ...file,
      content,
      get text() {
        return new TextDecoder().decode(content);
      },
    });
    changed = result?.content ?? changed;
  }
  return changed;
}

/**
 * Bundles islands to modules by name, a hash of the content, so that each page
 * loads only its own.
 */
async function bundleIslands(
  { root, mode, buildId, islands }: Omit<Project, "client">,
  target: string | string[],
): Promise<{ entry: string; modules: Map<string, string> }> {
  const quote = JSON.stringify;
  const client = ownPath("./client.ts");
  const loaders = islands.map((path) =>
    `${quote(path)}: () => import(${quote(`./islands/${path}`)})`
  );
  const contents = [
    `import { hydrateIslands } from ${quote(client)};`,
    `hydrateIslands({ ${loaders.join(", ")} });`,
  ];
  try {
    const { outputFiles, metafile } = await build({
      stdin: { contents: contents.join("\n"), resolveDir: root },
      bundle: true,
      splitting: true,
      outdir: root,
      entryNames: "[hash]",
      chunkNames: "[hash]",
      format: "esm",
      // Escapes would double the size of Chinese texts.
      charset: "utf8",
      target,
      minify: mode === "production",
      sourcemap: mode === "production" ? false : "inline",
      jsx: "transform",
      jsxFactory: "freshElement",
      jsxFragment: "freshFragment",
      // Has the JSX factories. It also moves the client into the chunk that islands
      // share, where it compresses better than in the entry.
      inject: [client],
      // From the import map, which esbuild does not read.
      alias: { "fresh/runtime": ownPath("./runtime.ts") },
      define: { FRESH_BUILD_ID: quote(buildId) },
      write: false,
      metafile: true,
      logLevel: "silent",
    });
    for (
      const { entryPoint = "", exports } of Object.values(metafile.outputs)
    ) {
      const isIsland = islands.some((path) =>
        entryPoint.endsWith(`islands/${path}`)
      );
      if (isIsland && exports.join() !== "default") {
        throw new Error(
          `${entryPoint}: an island has a default export, and no other`,
        );
      }
    }
    if (outputFiles.some(({ text }) => text.includes("FRESH_PUBLIC_"))) {
      throw new Error("FRESH_PUBLIC_ variables are not known in islands");
    }
    // esbuild guarantees no order of the files.
    const [entry] = Object.entries(metafile.outputs)
      .find(([, { entryPoint }]) => entryPoint === "<stdin>")!;
    return {
      entry: basename(entry),
      modules: new Map(
        outputFiles.map(({ path, text }) => [basename(path), text]),
      ),
    };
  } finally {
    // Otherwise esbuild's service process keeps this one alive.
    await stop();
  }
}

/** A project's modules, imported into this process. */
type Modules = Pick<Snapshot, "routes" | "islands">;

/**
 * Imports a project's routes and islands into this process. In development, a
 * route is imported on its first request, because most routes get none before
 * the next change.
 */
export async function importModules(
  root: string,
  mode: Project["mode"],
): Promise<Modules> {
  const urlOf = (...path: string[]) => pathToFileURL(join(root, ...path));
  const routes: [string, unknown][] = [];
  for (const path of modulesIn(root, "routes")) {
    const load = () => import(urlOf("routes", path).href);
    const isLate = mode === "development" && !basename(path).startsWith("_");
    routes.push([path, isLate ? load : await load()]);
  }
  // At once, because most of the time is waiting for files.
  const islands = await Promise.all(
    modulesIn(root, "islands").map(async (path) =>
      [(await import(urlOf("islands", path).href)).default, path] as const
    ),
  );
  return { routes, islands: new Map(islands) };
}

/** A project with its modules, ready to be applied to an app. */
export function snapshotWith(project: Project, modules: Modules): Snapshot {
  const { root, mode, buildId, client } = project;
  const files = fileSources(project);
  return { root, mode, buildId, client, files, ...modules };
}

/** The content or the location of each file. */
export function fileSources(
  { root, files }: Pick<Project, "root" | "files">,
): Snapshot["files"] {
  const sources: Snapshot["files"] = new Map();
  for (const [url, { path, text }] of files) {
    const isGenerated = text !== undefined;
    sources.set(
      url,
      isGenerated
        ? new TextEncoder().encode(text)
        : pathToFileURL(join(root, path)),
    );
  }
  return sources;
}

/** Lists the files below a folder by relative path, sorted, so that builds are reproducible. */
export function listFiles(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/")).sort();
}

function modulesIn(root: string, folder: "routes" | "islands"): string[] {
  return listFiles(join(root, folder)).filter(isModulePath);
}

/**
 * Whether a file is a route or an island: not a test, and not in a folder such as
 * `(_components)`.
 */
function isModulePath(path: string): boolean {
  return /\.[jt]sx?$/.test(path) && !/[._]test\.\w+$|\(_/.test(path);
}

function ownPath(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}
