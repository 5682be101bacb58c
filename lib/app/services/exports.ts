import { mkdir, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Caller } from "../../core/fair_queue.ts";
import { Semaphore } from "../../core/semaphore.ts";
import { runInThread } from "../../core/thread_request.ts";
import type { SharedFiles } from "../../data/shared_files.ts";
import type { Tables } from "../../data/tables.ts";
import { operatorMessage } from "../../data/update/outcome.ts";
import { pickUpdateSettings } from "../../data/update/update_settings.ts";
import { providerKey } from "../../net/client_address.ts";
import {
  type ExportManifest,
  isOpenData,
  MANIFEST_FILE,
  parseManifest,
} from "../../ipinfo/export/export_manifest.ts";
import { RANGE_LISTS_BUSY } from "../../ipinfo/ranges/range_lists.ts";
import type { ExportRequest } from "./export_worker.ts";
import type { Base } from "./deps.ts";

/** Downloads at the same time: each has a file open. */
const MAX_READERS = 16;
const READERS_PER_CLIENT = 2;
const MAX_WAITING = 32;
const WAIT_MS = 5_000;

export type Exports = Awaited<ReturnType<typeof openExports>>;

type ExportDeps =
  & Pick<
    Base,
    "config" | "dataRoot" | "version" | "log"
  >
  & {
    tables: () => Pick<Tables, "infos">;
    /** Their files. */
    files: Pick<SharedFiles, "inUse">;
  };

/** Opens the exports. Reads what the last process has left. */
export async function openExports(deps: ExportDeps) {
  const { config, dataRoot, version, log, tables, files } = deps;
  const folder = join(config.DATA_DIR, "export");
  const readers = new Semaphore({
    permits: MAX_READERS,
    maxWaiting: MAX_WAITING,
    maxPerGroup: READERS_PER_CLIENT,
    networkOf: providerKey,
  });
  const text = await readFile(join(folder, MANIFEST_FILE), "utf8")
    .catch(() => "");
  let manifest = parseManifest(text);
  const stopped = new AbortController();
  let running: Promise<void> | null = null;

  function stampNow(): string {
    const infos = tables().infos.filter(isOpenData)
      .map(({ name, builtAt }) => `${name} ${builtAt}`);
    return [version, config.GEO_EDITION, ...infos].join("\n");
  }

  /** Deletes the files of older exports, and of those that did not end. */
  async function removeOthers(): Promise<void> {
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      // Who is reading an old file can read it to its end.
      if (entry.isDirectory() && entry.name !== manifest?.folder) {
        await rm(join(folder, entry.name), { recursive: true, force: true });
      }
    }
  }

  async function run(): Promise<void> {
    // Newer tables can come while it runs.
    for (let stamp = stampNow(); manifest?.stamp !== stamp;) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      // A process that was killed has left its files.
      await removeOthers();
      try {
        const request: ExportRequest = {
          settings: pickUpdateSettings(config),
          dataRoot: dataRoot.href,
          folder,
          stamp,
          files: files.inUse(),
        };
        const program = new URL("./export_worker.ts", import.meta.url);
        const { signal } = stopped;
        manifest = await runInThread<ExportManifest>(
          program,
          "export",
          request,
          signal,
        );
      } finally {
        await removeOthers();
      }
      log.info("exported files are up to date", {
        bytes: manifest.files.reduce((sum, { bytes }) => sum + bytes, 0),
      });
      stamp = stampNow();
    }
  }

  return {
    isForMembers: config.EXPORT === "members",
    /** What there is to download; null until the first export has ended. */
    get manifest() {
      return manifest;
    },
    /** Files that are being read. */
    readers,
    pathOf: (of: ExportManifest, name: string) => join(folder, of.folder, name),
    /** Waits for a permit to read a file. @throws {AppError} 503 */
    acquireReader: (caller: Caller) =>
      readers.acquire(caller, { timeoutMs: WAIT_MS, busy: RANGE_LISTS_BUSY }),
    /** Call once the server listens, and whenever newer tables are in use. */
    update() {
      running ??= run().catch((error) => {
        if (stopped.signal.aborted) return;
        log.error("files cannot be exported", {
          error: operatorMessage(error),
        });
      }).finally(() => running = null);
    },
    /** Stops an export under way; the files of the last one stay. */
    async stop() {
      stopped.abort(new Error("stopped"));
      await running;
    },
  };
}
