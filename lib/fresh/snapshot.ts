import type { ComponentType } from "preact";
import type { App } from "./app.ts";
import { setBuildId } from "./build_id.ts";

/** A module of the browser's side. */
export interface ClientModule {
  /** Path it is served at. */
  url: string;
  /** Paths of the modules it imports, in turn as well. */
  imports: readonly string[];
}

/** A file that is served as it is. */
export interface StaticFile {
  /** Size in bytes. */
  size: number;
  /** SHA-256 of the content, in hex. */
  hash: string;
  contentType: string;
  /** Whether the path changes with the content, so that caches may keep it for ever. */
  immutable: boolean;
  /** The content itself, or where to read it. */
  content: Uint8Array<ArrayBuffer> | URL;
}

/** What a build found and made: everything an app needs to know of its project's files. */
export interface Snapshot {
  /** Changes with the static files: the version in the addresses that `asset()` makes. */
  buildId: string;
  /** Folder of the project. */
  root: string;
  mode: "development" | "production";
  /** Route files by their path below the routes folder. */
  routes: readonly (readonly [path: string, module: unknown])[];
  islands: ReadonlyMap<ComponentType<never>, ClientModule>;
  /** The module that makes the islands of a page interactive. */
  client: ClientModule;
  /** A module that every page loads: the live reload of the development server. */
  pageScript?: string;
  /** By the path they are served at. */
  files: ReadonlyMap<string, StaticFile>;
}

const snapshots = new WeakMap<object, Snapshot>();

/** Gives an app its project's files. Call it before `app.handler()`. */
export function applySnapshot<State>(
  app: App<State>,
  snapshot: Snapshot,
): void {
  setBuildId(snapshot.buildId);
  snapshots.set(app, snapshot);
}

/** The project's files of an app, once they are known. */
export function snapshotOf<State>(app: App<State>): Snapshot | undefined {
  return snapshots.get(app);
}
