/** The part of Fresh 2's public API that builds an app, imported as `fresh/dev`. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { App, type Handler } from "./app.ts";
import {
  listFiles,
  loadSnapshot,
  type OnTransformOptions,
  readProject,
  type StaticTransform,
  type TransformFn,
} from "./project.ts";
import { serverModule } from "./server_module.ts";
import { applySnapshot } from "./snapshot.ts";

export type {
  OnTransformArgs,
  OnTransformOptions,
  TransformFn,
} from "./project.ts";

/** Builds an app for production, or serves it during development. */
export class Builder {
  readonly #root: string;
  readonly #target: string | string[];
  readonly #transforms: StaticTransform[] = [];

  /**
   * @param options.root folder of the project; the working directory by default
   * @param options.target browsers to support, as esbuild's `target`
   */
  constructor(options: { root?: string; target?: string | string[] } = {}) {
    this.#root = resolve(options.root ?? ".");
    this.#target = options.target ?? "es2022";
  }

  /** Adds a function that changes static files as they are served. Files in the project's folder don't change. */
  onTransformStaticFile(
    options: OnTransformOptions,
    transform: TransformFn,
  ): void {
    this.#transforms.push({ options, transform });
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
    const project = await this.#readProject("production");
    if (snapshot === "memory") {
      const loaded = await loadSnapshot(project);
      return (app) => applySnapshot(app, loaded);
    }
    const output = new Map<string, string>();
    for (const { path, text } of project.files.values()) {
      if (text !== undefined) output.set(path, text);
    }
    output.set("_fresh/server.js", serverModule(project));
    await syncOutput(this.#root, output);
    return () => {
      throw new Error('Cannot apply a build on disk: set snapshot to "memory"');
    };
  }

  /**
   * Serves the app during development. It does not watch files itself: run it with
   * `deno run --watch`, which restarts the process after a change. Pages then reload.
   */
  async listen<State>(
    importApp: () => Promise<{ app: App<State> } | App<State>>,
    options: Deno.ServeTcpOptions = {},
  ): Promise<void> {
    const project = await this.#readProject("development");
    const imported = await importApp();
    const app = imported instanceof App ? imported : imported.app;
    applySnapshot(app, await loadSnapshot(project));
    await Deno.serve(options, withLiveReload(app.handler())).finished;
  }

  #readProject(mode: "development" | "production") {
    return readProject(this.#root, mode, this.#target, this.#transforms);
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

const RELOAD_URL = "/_fresh/reload.js";
/** An event stream (HTML standard, section 9.2) with the ID of this server process. */
const SERVER_ID_URL = "/_fresh/alive";

const RELOAD_SCRIPT = `let id;
new EventSource("${SERVER_ID_URL}").onmessage = ({ data }) => {
  if (id !== undefined && id !== data) location.reload();
  id = data;
};`;

/** Adds a script to every page that reloads it after the server restarts. */
function withLiveReload(handler: Handler): Handler {
  const id = crypto.randomUUID();
  return async (req, info) => {
    const { pathname } = new URL(req.url);
    if (pathname === SERVER_ID_URL) {
      // Never closed: the browser reconnects when the server restarts.
      const events = new ReadableStream<string>({
        start: (stream) => stream.enqueue(`retry: 300\ndata: ${id}\n\n`),
      }).pipeThrough(new TextEncoderStream());
      return uncached("text/event-stream", events);
    }
    if (pathname === RELOAD_URL) {
      return uncached("text/javascript", RELOAD_SCRIPT);
    }
    const response = await handler(req, info);
    const type = response.headers.get("content-type");
    if (!type?.startsWith("text/html")) return response;
    const script = `<script type="module" src="${RELOAD_URL}"></script>`;
    return new Response(await response.text() + script, response);
  };
}

function uncached(type: string, body: BodyInit): Response {
  return new Response(body, {
    headers: { "content-type": type, "cache-control": "no-store" },
  });
}
