import { garbageCollection, serveThread } from "../../core/thread_request.ts";
import { updateFeeds } from "./update_feeds.ts";
import {
  configuredFeeds,
  updateOptions,
  type UpdateRequest,
} from "./update_settings.ts";

/**
 * The worker thread in which the server updates its data: compiling a large file
 * takes seconds and much memory, which must not slow down requests.
 */

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
