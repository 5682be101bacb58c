import { messageOf } from "../../core/errors.ts";
import { updateFeeds } from "./update_feeds.ts";
import type { Outcome } from "./outcome.ts";
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

/** The only message that the thread sends: the result, or the message of an error. */
export type UpdateReply =
  | { readonly outcomes: readonly Outcome[] }
  | { readonly message: string };

const thread = self as unknown as {
  onmessage: (event: MessageEvent<UpdateRequest>) => void;
  postMessage(report: UpdateReply): void;
};

thread.onmessage = async ({ data }) => {
  const { settings, version, only } = data;
  try {
    const outcomes = await updateFeeds({
      ...updateOptions(settings),
      feeds: await configuredFeeds(settings, new URL(data.dataRoot), Date.now),
      fetch,
      now: Date.now,
      version,
      only,
      // Never aborted: to stop an update the thread is terminated, which leaves the data intact.
      signal: new AbortController().signal,
      report: () => {},
    });
    thread.postMessage({ outcomes });
  } catch (error) {
    thread.postMessage({ message: messageOf(error) });
  }
};
