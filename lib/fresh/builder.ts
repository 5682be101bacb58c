import { resolve } from "node:path";
import { App, type ListenOptions } from "./app.ts";
import { serveWithReload } from "./dev_server.ts";
import { writeFolder } from "./output.ts";
import { buildProject, loadSnapshot } from "./project.ts";
import { serverFiles } from "./server_files.ts";
import { applySnapshot, type Snapshot } from "./snapshot.ts";

/** Where the parts of a project are. Relative paths start from `root`. */
export interface BuildOptions {
  /** Browsers the client code must run in, as esbuild's `target`. */
  target?: string | string[];
  /** Folder of the project; the working directory by default. */
  root?: string;
  /** The module that exports `app`: `main.ts` by default. */
  serverEntry?: string;
  /** Where a build is written: `_fresh` by default. */
  outDir?: string;
  staticDir?: string;
  islandDir?: string;
  routeDir?: string;
}

/** Builds an app for production, or serves it while it is being written. */
export class Builder {
  readonly config: Required<BuildOptions>;

  constructor(options: BuildOptions = {}) {
    const root = resolve(options.root ?? ".");
    this.config = {
      target: options.target ?? "es2022",
      root,
      serverEntry: resolve(root, options.serverEntry ?? "main.ts"),
      outDir: resolve(root, options.outDir ?? "_fresh"),
      staticDir: resolve(root, options.staticDir ?? "static"),
      islandDir: resolve(root, options.islandDir ?? "islands"),
      routeDir: resolve(root, options.routeDir ?? "routes"),
    };
  }

  /**
   * Writes the production build: `server.js`, which exports `fetch` for `deno serve`, and the
   * modules for the browser. With `snapshot: "memory"` it writes nothing.
   *
   * @returns a function that gives an app its project's files, if the build is in memory
   */
  async build(
    options: { mode?: Snapshot["mode"]; snapshot?: "disk" | "memory" } = {},
  ): Promise<<State>(app: App<State>) => void> {
    const project = await buildProject(
      this.config,
      options.mode ?? "production",
    );
    if (options.snapshot === "memory") {
      const snapshot = await loadSnapshot(project);
      return (app) => applySnapshot(app, snapshot);
    }
    await writeFolder(this.config.outDir, serverFiles(project));
    return () => {
      throw new Error(
        'Cannot apply a build on disk: run its server.js, or build with snapshot "memory"',
      );
    };
  }

  /**
   * Serves the app while it is being written. It does not watch files itself: run it under
   * `deno run --watch=routes,islands,components,lib,static`, which starts the process anew after a
   * change; pages notice that and reload.
   */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> } | App<State>>,
    options: ListenOptions = {},
  ): Promise<void> {
    const project = await buildProject(this.config, "development");
    const imported = await importApp();
    const app = imported instanceof App ? imported : imported.app;
    applySnapshot(app, await loadSnapshot(project));
    await serveWithReload(app.handler(), options);
  }
}
