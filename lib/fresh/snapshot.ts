import type { ComponentType } from "preact";
import type { App } from "./app.ts";
import { assets } from "./asset.ts";
import type { Config } from "./context.ts";

/** Where browsers find the modules of a build; their names change with their content. */
export const CLIENT_URL = "/_fresh/js/";

/** The content of a file, or where to read it. */
export type Source = Uint8Array<ArrayBuffer> | URL;

/** What a build found and made: everything an app needs to know of its project's files. */
export interface Snapshot {
  /** Folder of the project. */
  root: string;
  mode: Config["mode"];
  /** Changes with the static files: the version in the addresses that `asset()` makes. */
  buildId: string;
  /** Address of the module that makes islands interactive. */
  client: string;
  /** Modules by their path below the routes folder; that of a route may be a function that loads it. */
  routes: (readonly [path: string, module: unknown])[];
  /** The names under which the client module knows the islands. */
  islands: Map<ComponentType<never>, string>;
  /** What is served as it is, by path. */
  files: Map<string, Source>;
}

const snapshots = new WeakMap<Config, Snapshot>();

/** Gives an app its project's files. Call it before `app.handler()`. */
export function applySnapshot<State>(
  { config }: App<State>,
  snapshot: Snapshot,
): void {
  const { root, mode, buildId } = snapshot;
  Object.assign(config, { root, mode });
  assets.version = buildId;
  snapshots.set(config, snapshot);
}

/** The project's files of the app with this configuration, once they are known. */
export function snapshotOf(config: Config): Snapshot | undefined {
  return snapshots.get(config);
}
