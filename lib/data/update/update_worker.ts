import { updateFeeds } from "./update_feeds.ts";
import type { Outcome } from "./outcome.ts";
import {
  feedsOf,
  updateOptions,
  type UpdateSettings,
} from "./update_settings.ts";

/**
 * The thread in which a server updates its data: compiling a large file takes
 * seconds of work and much memory, neither of which requests may feel.
 */

export interface UpdateOrder {
  readonly settings: UpdateSettings;
  /** URL of the folder of the bundled databases. */
  readonly dataRoot: string;
  readonly version: string;
  /** Names of feeds; undefined for all. */
  readonly only: readonly string[] | undefined;
}

/** What the thread says once, at its end. */
export type UpdateReport =
  | { readonly outcomes: readonly Outcome[] }
  | { readonly message: string };

const thread = self as unknown as {
  onmessage: (event: MessageEvent<UpdateOrder>) => void;
  postMessage(report: UpdateReport): void;
};

thread.onmessage = async ({ data }) => {
  const { settings, version, only } = data;
  try {
    const outcomes = await updateFeeds({
      ...updateOptions(settings),
      feeds: await feedsOf(settings, new URL(data.dataRoot), Date.now),
      fetch,
      now: Date.now,
      version,
      only,
      // Whoever wants it to stop ends the thread: the data stays whole.
      signal: new AbortController().signal,
      report: () => {},
    });
    thread.postMessage({ outcomes });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    thread.postMessage({ message });
  }
};
