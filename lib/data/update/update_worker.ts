import { garbageCollection, serveThread } from "../../core/thread_request.ts";
import { updateFeeds } from "./update_feeds.ts";
import {
  configuredFeeds,
  updateOptions,
  type UpdateSettings,
} from "./update_settings.ts";

/**
 * The worker thread in which the server updates its data: compiling a large file
 * takes seconds and much memory, which must not slow down requests.
 */

/** The message that starts an update. */
export interface UpdateRequest {
  readonly settings: UpdateSettings;
  /** URL of the folder of the bundled databases. */
  readonly dataRoot: string;
  /** Version of the program, for the User-Agent. */
  readonly version: string;
  /** Names of the feeds to update; undefined for all. */
  readonly only: readonly string[] | undefined;
}

const collectGarbage = garbageCollection();

serveThread(async ({ settings, dataRoot, version, only }: UpdateRequest) =>
  await updateFeeds({
    ...updateOptions(settings),
    feeds: await configuredFeeds(settings, new URL(dataRoot), Date.now),
    fetch,
    now: Date.now,
    version,
    only,
    // Never aborted: to stop an update the thread is terminated, which leaves the data intact.
    signal: new AbortController().signal,
    report({ phase }) {
      if (phase === "done") collectGarbage();
    },
  })
);
