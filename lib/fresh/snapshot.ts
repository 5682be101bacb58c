import type { ComponentType } from "preact";

/** Configuration of an app, which handlers see as `ctx.config`. */
export interface Config {
  /** Folder of the project. */
  root: string;
  basePath: string;
  mode: "development" | "production";
  trustProxy: boolean;
}

/** Content of a file, or its location. */
export type FileSource = Uint8Array<ArrayBuffer> | URL;

/** The result of a build: what an app needs to know of its project's files. */
export interface Snapshot {
  /** Folder of the project. */
  root: string;
  mode: Config["mode"];
  /** Hash of the static files; the version in URLs made by `asset()`. */
  buildId: string;
  /** URL of the module that hydrates islands. */
  client: string;
  /** Modules by path in the routes folder. A route's may be a function that imports it. */
  routes: (readonly [path: string, module: unknown])[];
  /** Names of the islands in the client module. */
  islands: Map<ComponentType<never>, string>;
  /** Static files and browser modules by URL path. */
  files: Map<string, FileSource>;
}

/** URL prefix of the browser modules, whose names change with their content. */
export const CLIENT_URL = "/_fresh/js/";

/** Query parameter that holds the version of a static file. */
export const VERSION_PARAM = "__frsh_c";

/** The bundler defines it in browser modules; the server takes it from the snapshot. */
declare const FRESH_BUILD_ID: string | undefined;

/** Version of the static files in use; empty if no build is known. */
export const assets = {
  version: typeof FRESH_BUILD_ID === "string" ? FRESH_BUILD_ID : "",
};

const snapshots = new WeakMap<Config, Snapshot>();

/** Gives an app its project's files. Call it before `app.handler()`. */
export function applySnapshot(
  { config }: { config: Config },
  snapshot: Snapshot,
): void {
  const { root, mode, buildId } = snapshot;
  Object.assign(config, { root, mode });
  assets.version = buildId;
  snapshots.set(config, snapshot);
}

/** The snapshot of the app with this configuration, if one was applied. */
export function snapshotOf(config: Config): Snapshot | undefined {
  return snapshots.get(config);
}
