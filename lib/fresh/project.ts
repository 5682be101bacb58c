import type { ComponentType } from "preact";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { BuildOptions } from "./builder.ts";
import { bundle } from "./bundle.ts";
import { findModules, findStaticFiles, staticFile } from "./project_files.ts";
import type { ClientModule, Snapshot, StaticFile } from "./snapshot.ts";

/** A project's files, found and bundled, but none of its own modules loaded. */
export interface Project {
  config: Required<BuildOptions>;
  mode: Snapshot["mode"];
  buildId: string;
  /** Modules by their path below the routes folder. */
  routes: string[];
  /** Paths of the islands, with the modules that the browser loads for them. */
  islands: [path: string, module: ClientModule][];
  client: ClientModule;
  pageScript: string | undefined;
  /** By the path they are served at: the files of the static folder, and the browser's modules. */
  staticFiles: Map<string, StaticFile>;
  clientFiles: Map<string, StaticFile>;
}

/** Finds a project's files and bundles its islands. */
export async function buildProject(
  config: Required<BuildOptions>,
  mode: Snapshot["mode"],
): Promise<Project> {
  const { root, target } = config;
  const staticFiles = await findStaticFiles(config.staticDir);
  const buildId = await versionOf(staticFiles);
  const islands = (await findModules(config.islandDir)).map((path) =>
    join(config.islandDir, path)
  );
  const own = mode === "development"
    ? ["client.ts", "reload.ts"]
    : ["client.ts"];
  const entries = [...own.map(ownModule), ...islands];
  const { modules, files } = await bundle({
    root,
    entries,
    target,
    buildId,
    minify: mode === "production",
  });
  const islandModules = modules.slice(own.length);
  return {
    config,
    mode,
    buildId,
    routes: await findModules(config.routeDir),
    islands: islands.map((path, index) => [path, islandModules[index]]),
    client: modules[0],
    pageScript: own.length > 1 ? modules[1].url : undefined,
    staticFiles,
    clientFiles: new Map(
      await Promise.all(
        [...files].map(async ([path, content]) =>
          [path, await staticFile(path, content, true)] as const
        ),
      ),
    ),
  };
}

/** Loads a project's routes and islands into this process. */
export async function loadSnapshot(project: Project): Promise<Snapshot> {
  const { config, routes, islands, staticFiles, clientFiles, ...known } =
    project;
  const load = (path: string) => import(pathToFileURL(path).href);
  return {
    ...known,
    root: config.root,
    routes: await Promise.all(
      routes.map(async (path) =>
        [path, await load(join(config.routeDir, path))] as const
      ),
    ),
    islands: new Map(
      await Promise.all(
        islands.map(async ([path, module]) =>
          [(await load(path)).default as ComponentType<never>, module] as const
        ),
      ),
    ),
    files: new Map([...staticFiles, ...clientFiles]),
  };
}

function ownModule(name: string): string {
  return fileURLToPath(new URL(name, import.meta.url));
}

/** One value for the content of all static files: it changes when any of them does. */
async function versionOf(files: Map<string, StaticFile>): Promise<string> {
  const list = [...files].map(([path, { hash }]) => `${path} ${hash}\n`).join(
    "",
  );
  const digest = await crypto.subtle.digest(
    "SHA-256",
    new TextEncoder().encode(list),
  );
  return new Uint8Array(digest, 0, 10).toHex();
}
