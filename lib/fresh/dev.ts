/** The part of Fresh 2's public API that builds an app, under the specifier `fresh/dev`. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { App } from "./app.ts";
import { serveWithReload } from "./dev_server.ts";
import { filesIn, loadSnapshot, readProject } from "./project.ts";
import { serverModule } from "./server_module.ts";
import { applySnapshot } from "./snapshot.ts";
import type {
  OnTransformOptions,
  StaticTransform,
  TransformFn,
} from "./static_transforms.ts";

export type {
  OnTransformArgs,
  OnTransformOptions,
  TransformFn,
} from "./static_transforms.ts";

/** Builds an app for production, or serves it while it is being written. */
export class Builder {
  readonly #root: string;
  readonly #target: string | string[];
  readonly #transforms: StaticTransform[] = [];

  /**
   * @param options.root folder of the project; the working directory by default
   * @param options.target browsers the client code must run in, as esbuild's `target`
   */
  constructor(options: { root?: string; target?: string | string[] } = {}) {
    this.#root = resolve(options.root ?? ".");
    this.#target = options.target ?? "es2022";
  }

  /** Has static files served as a function makes them; those in the project's folder stay as they are. */
  onTransformStaticFile(
    options: OnTransformOptions,
    transform: TransformFn,
  ): void {
    this.#transforms.push({ options, transform });
  }

  /**
   * Writes the production build to `_fresh`: `server.js`, which exports `fetch` for `deno serve`, the
   * modules for browsers, and the static files that were changed. With `snapshot: "memory"` it writes nothing.
   *
   * @returns a function that gives an app its project's files, if the build is in memory
   */
  async build(
    { snapshot }: { snapshot?: "disk" | "memory" } = {},
  ): Promise<<State>(app: App<State>) => void> {
    const project = await this.#readProject("production");
    if (snapshot === "memory") {
      const loaded = await loadSnapshot(project);
      return (app) => applySnapshot(app, loaded);
    }
    const folder = join(this.#root, "_fresh");
    await writeFiles(join(folder, "client"), project.clientFiles);
    await writeFiles(join(folder, "static"), project.staticChanged);
    await writeChanged(join(folder, "server.js"), serverModule(project));
    return () => {
      throw new Error('Cannot apply a build on disk: set snapshot to "memory"');
    };
  }

  /**
   * Serves the app while it is being written. It does not watch files itself: run it under
   * `deno run --watch`, which starts the process anew after a change; pages notice that and reload.
   */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> } | App<State>>,
    options: Deno.ServeTcpOptions = {},
  ): Promise<void> {
    const project = await this.#readProject("development");
    const imported = await importApp();
    const app = imported instanceof App ? imported : imported.app;
    applySnapshot(app, await loadSnapshot(project));
    await serveWithReload(app.handler(), options);
  }

  #readProject(mode: "development" | "production") {
    return readProject(this.#root, mode, this.#target, this.#transforms);
  }
}

/** Makes a folder hold these files and no others. */
async function writeFiles(
  folder: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, text] of files) {
    const path = join(folder, name);
    await mkdir(dirname(path), { recursive: true });
    await writeChanged(path, text);
  }
  for (const name of filesIn(folder)) {
    if (!files.has(name)) await rm(join(folder, name));
  }
}

/** Writes a file unless it is right already: a process that watches it would start anew. */
async function writeChanged(path: string, text: string): Promise<void> {
  const present = await readFile(path, "utf8").catch(() => undefined);
  if (present !== text) await writeFile(path, text);
}
