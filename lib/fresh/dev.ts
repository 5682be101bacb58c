/** The part of Fresh 2's public API that builds an app, imported as `fresh/dev`. */
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { App, type Handler } from "./app.ts";
import {
  fileSources,
  importModules,
  listFiles,
  type OnTransformOptions,
  type ProjectSource,
  readProject,
  readStaticFiles,
  snapshotWith,
  type TransformFn,
} from "./project.ts";
import { serverModule } from "./server_module.ts";
import { applySnapshot, type Snapshot } from "./snapshot.ts";

export type {
  OnTransformArgs,
  OnTransformOptions,
  TransformFn,
} from "./project.ts";

/** Builds an app for production, or serves it during development. */
export class Builder {
  readonly #source: ProjectSource;

  /**
   * @param options.root folder of the project; the working directory by default
   * @param options.target browsers to support, as esbuild's `target`
   */
  constructor(options: { root?: string; target?: string | string[] } = {}) {
    const { root = ".", target = "es2022" } = options;
    this.#source = { root: resolve(root), target, transforms: [] };
  }

  /** Adds a function that changes static files as they are served. Files in the project's folder don't change. */
  onTransformStaticFile(
    options: OnTransformOptions,
    transform: TransformFn,
  ): void {
    this.#source.transforms.push({ options, transform });
  }

  /**
   * Writes the production build to `_fresh`: `server.js`, which exports `fetch` for `deno serve`, the
   * browser modules, and the transformed static files. With `snapshot: "memory"` it writes nothing.
   *
   * @returns a function that applies a build in memory to an app
   */
  async build(
    { snapshot }: { snapshot?: "disk" | "memory" } = {},
  ): Promise<<State>(app: App<State>) => void> {
    const { root } = this.#source;
    const project = await readProject(this.#source, "production");
    if (snapshot === "memory") {
      const modules = await importModules(root, "production");
      const loaded = snapshotWith(project, modules);
      return (app) => applySnapshot(app, loaded);
    }
    const output = new Map<string, string>();
    for (const { path, text } of project.files.values()) {
      if (text !== undefined) output.set(path, text);
    }
    output.set("_fresh/server.js", serverModule(project));
    await syncOutput(root, output);
    return () => {
      throw new Error('Cannot apply a build on disk: set snapshot to "memory"');
    };
  }

  /**
   * Serves the app during development, and reloads its pages when a static file
   * has changed. It does not watch modules: run it with `deno run --watch`, which
   * restarts the process after a change. Pages then reload as well.
   */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> } | App<State>>,
    options: Deno.ServeTcpOptions = {},
  ): Promise<void> {
    const { root } = this.#source;
    const reading = readProject(this.#source, "development");
    // Reported when awaited: the islands are bundled while modules are imported.
    reading.catch(() => {});
    const [imported, modules] = await Promise.all([
      importApp(),
      importModules(root, "development"),
    ]);
    const app = imported instanceof App ? imported : imported.app;
    const snapshot = snapshotWith(await reading, modules);
    applySnapshot(app, snapshot);
    const reload = new LiveReload();
    const server = Deno.serve(options, reload.wrap(app.handler()));
    const watching = new AbortController();
    const watched = this.#watchStatic(app, snapshot, reload, watching.signal);
    await server.finished;
    watching.abort();
    await watched;
  }

  /** Reads the static files again after each change of their folder. */
  async #watchStatic<State>(
    app: App<State>,
    snapshot: Snapshot,
    reload: LiveReload,
    signal: AbortSignal,
  ): Promise<void> {
    const { root } = this.#source;
    const folder = join(root, "static");
    if (!existsSync(folder)) return;
    const watcher = Deno.watchFs(folder);
    signal.addEventListener("abort", () => watcher.close());
    let current = snapshot;
    for await (const { kind } of watcher) {
      if (kind === "access") continue;
      // A file is often emptied before it is written.
      await new Promise((resolve) => setTimeout(resolve, SAVING_MS));
      try {
        const { buildId, files } = await readStaticFiles(
          this.#source,
          "development",
        );
        if (buildId === current.buildId) continue;
        // The browser modules stay, though they hold the former version.
        const sources = fileSources({ root, files });
        const all = new Map([...snapshot.files, ...sources]);
        current = { ...snapshot, buildId, files: all };
        applySnapshot(app, current);
        reload.reload();
      } catch (error) {
        // The next change may fix it: a file may have been removed while it was
        // read.
        console.error(error);
      }
    }
  }
}

/** Writes files by their path in the project, and removes all others from `_fresh`. */
async function syncOutput(
  root: string,
  files: ReadonlyMap<string, string>,
): Promise<void> {
  for (const [name, text] of files) {
    const path = join(root, name);
    const current = await readFile(path, "utf8").catch(() => undefined);
    // Writing a file again would restart a process that watches it.
    if (current === text) continue;
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text);
  }
  for (const name of listFiles(join(root, "_fresh"))) {
    if (!files.has(`_fresh/${name}`)) await rm(join(root, "_fresh", name));
  }
}

/** How long it may take an editor to write a file that it has opened. */
const SAVING_MS = 30;

const RELOAD_URL = "/_fresh/reload.js";
/** An event stream (HTML standard, section 9.2) with the ID of what is served. */
const SERVER_ID_URL = "/_fresh/alive";

const RELOAD_SCRIPT = `let id;
new EventSource("${SERVER_ID_URL}").onmessage = ({ data }) => {
  if (id !== undefined && id !== data) location.reload();
  id = data;
};`;

/** Adds a script to every page that reloads it after the server restarts, or after `reload`. */
class LiveReload {
  #id = crypto.randomUUID();
  readonly #browsers = new Set<ReadableStreamDefaultController<string>>();

  /** Reloads all open pages. */
  reload(): void {
    this.#id = crypto.randomUUID();
    for (const browser of this.#browsers) browser.enqueue(this.#event());
  }

  wrap(handler: Handler): Handler {
    return async (req, info) => {
      const { pathname } = new URL(req.url);
      if (pathname === SERVER_ID_URL) {
        const events = this.#events().pipeThrough(new TextEncoderStream());
        return uncached("text/event-stream", events);
      }
      if (pathname === RELOAD_URL) {
        return uncached("text/javascript", RELOAD_SCRIPT);
      }
      // The script is added to the page itself, not to its compressed form.
      const headers = new Headers(req.headers);
      headers.delete("accept-encoding");
      const response = await handler(new Request(req, { headers }), info);
      const type = response.headers.get("content-type");
      if (!type?.startsWith("text/html")) return response;
      const script = `<script type="module" src="${RELOAD_URL}"></script>`;
      return new Response(await response.text() + script, response);
    };
  }

  /** Never closed by the server: a browser reconnects after a restart. */
  #events(): ReadableStream<string> {
    let browser: ReadableStreamDefaultController<string>;
    return new ReadableStream({
      start: (controller) => {
        browser = controller;
        browser.enqueue(`retry: ${RETRY_MS}\n${this.#event()}`);
        this.#browsers.add(browser);
      },
      cancel: () => {
        this.#browsers.delete(browser);
      },
    });
  }

  #event(): string {
    return `data: ${this.#id}\n\n`;
  }
}

/** How long a browser waits before it asks whether the server is back. */
const RETRY_MS = 25;

function uncached(type: string, body: BodyInit): Response {
  return new Response(body, {
    headers: { "content-type": type, "cache-control": "no-store" },
  });
}
