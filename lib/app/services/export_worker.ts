import { setPriority } from "node:os";
import { garbageCollection, serveThread } from "../../core/thread_request.ts";
import { SharedFiles } from "../../data/shared_files.ts";
import { TableReloader } from "../../data/table_reloader.ts";
import {
  configuredFeeds,
  createFeedStore,
  type UpdateSettings,
} from "../../data/update/update_settings.ts";
import {
  type ExportManifest,
  openFeeds,
} from "../../ipinfo/export/export_manifest.ts";
import { writeExport } from "../../ipinfo/export/write_export.ts";
import { Profiles } from "../../ipinfo/profiles.ts";
import { localSources } from "./sources.ts";

/**
 * The worker thread that compiles the exported files, with tables of its own: those
 * of the server may contain what must not be redistributed.
 */

/** The message that starts an export. */
export interface ExportRequest {
  readonly settings: UpdateSettings;
  /** URL of the folder of the bundled databases. */
  readonly dataRoot: string;
  /** The folder of all exports. */
  readonly folder: string;
  readonly stamp: string;
  /** The files of tables that the server has in memory. */
  readonly files: ReadonlyMap<string, SharedArrayBuffer>;
}

/** Of this thread on Linux, of the process elsewhere. */
const LOWEST = 19;

// Requests come first. Without the permission, they share the processor with it.
const permission = { name: "sys", kind: "setPriority" } as const;
if (
  Deno.build.os === "linux" &&
  Deno.permissions.querySync(permission).state === "granted"
) setPriority(LOWEST);

const collectGarbage = garbageCollection();
const PROFILES_PER_COLLECTION = 50_000;

serveThread(run);

async function run(
  { settings, dataRoot, folder, stamp, files }: ExportRequest,
): Promise<ExportManifest> {
  const bundled = new URL(dataRoot);
  const shared = new SharedFiles();
  shared.give(files);
  const { current: tables } = await TableReloader.open({
    bundled,
    edition: settings.GEO_EDITION,
    async feeds() {
      const feeds = await configuredFeeds(settings, bundled, Date.now);
      const replaced = settings.DATA_URLS.map(([name]) => name);
      return openFeeds(feeds, new Set(replaced));
    },
    files: shared,
    geoDatabases: [],
    regionalFiles: [],
    store: createFeedStore(settings),
    report: (name, error) => {
      throw new Error(`${name}: ${error}`);
    },
  });
  await tables.geo.loaded(6);
  const now = Date.now();
  const profiles = new Profiles({
    local: localSources(tables),
    now: () => now,
  });
  let described = 0;
  return await writeExport({
    tables,
    describe(ip) {
      if (++described % PROFILES_PER_COLLECTION === 0) collectGarbage();
      return profiles.describeLocal(ip);
    },
    folder,
    stamp,
    now,
  });
}
