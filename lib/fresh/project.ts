import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { bundleIslands } from "./bundle.ts";
import { CLIENT_URL, type Snapshot, type Source } from "./snapshot.ts";
import { type StaticTransform, transformed } from "./static_transforms.ts";

/** A project's files, found and bundled, but none of its modules loaded. Paths are below the folder of that name. */
export interface Project {
  root: string;
  mode: Snapshot["mode"];
  buildId: string;
  routes: string[];
  islands: string[];
  static: string[];
  /** What is served of static files that the build changes, by their paths. */
  staticChanged: Map<string, string>;
  /** Address of the module that makes islands interactive. */
  client: string;
  /** What browsers load, by file name. */
  clientFiles: Map<string, string>;
}

/** Finds a project's files, changes the static ones and bundles its islands for browsers. */
export async function readProject(
  root: string,
  mode: Project["mode"],
  target: string | string[],
  transforms: readonly StaticTransform[] = [],
): Promise<Project> {
  const folder = join(root, "static");
  const statics = filesIn(folder);
  const staticChanged = new Map<string, string>();
  const contents: (string | Uint8Array)[] = [];
  for (const name of statics) {
    const path = join(folder, name);
    const content = readFileSync(path);
    const file = { path, target, content, mode };
    const changed = await transformed(transforms, file);
    if (changed !== null) staticChanged.set(name, changed);
    contents.push(changed ?? content);
  }
  const found = {
    root,
    mode,
    buildId: hashOf(...statics, ...contents),
    routes: filesIn(join(root, "routes")).filter(isModule),
    islands: filesIn(join(root, "islands")).filter(isModule),
    static: statics,
    staticChanged,
  };
  const { entry, files } = await bundleIslands(found, target);
  return { ...found, client: CLIENT_URL + entry, clientFiles: files };
}

/** Loads a project's routes and islands into this process. */
export async function loadSnapshot(project: Project): Promise<Snapshot> {
  const { root, mode, buildId, client, clientFiles } = project;
  const urlOf = (...path: string[]) => pathToFileURL(join(root, ...path));
  const routes: [string, unknown][] = [];
  for (const path of project.routes) {
    routes.push([path, await import(urlOf("routes", path).href)]);
  }
  const islands: Snapshot["islands"] = new Map();
  for (const path of project.islands) {
    islands.set((await import(urlOf("islands", path).href)).default, path);
  }
  const files = new Map<string, Source>();
  for (const [name, code] of clientFiles) {
    files.set(CLIENT_URL + name, new TextEncoder().encode(code));
  }
  for (const path of project.static) {
    const changed = project.staticChanged.get(path);
    files.set(
      `/${path}`,
      changed === undefined
        ? urlOf("static", path)
        : new TextEncoder().encode(changed),
    );
  }
  return { root, mode, buildId, client, routes, islands, files };
}

/** Files below a folder by their path from there, in an order that does not depend on the disk. */
export function filesIn(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => statSync(join(folder, path)).isFile())
    .map((path) => path.replaceAll("\\", "/")).sort();
}

/** Whether a file is a route or an island: no test, and not in a folder such as `(_components)`. */
function isModule(path: string): boolean {
  return /\.[jt]sx?$/.test(path) && !/[._]test\.\w+$|\(_/.test(path);
}

function hashOf(...contents: (string | Uint8Array)[]): string {
  const hash = createHash("sha256");
  for (const content of contents) hash.update(content);
  return hash.digest("hex").slice(0, 20);
}
