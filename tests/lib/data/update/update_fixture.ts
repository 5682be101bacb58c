import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";
import {
  updateFeeds,
  type UpdateOptions,
} from "../../../../lib/data/update/update_feeds.ts";
import type { Outcome } from "../../../../lib/data/update/outcome.ts";

export const NOON = Date.UTC(2026, 10, 21, 12);

/** Timeouts that no test reaches, unless it shortens them. */
export const patient = {
  idleTimeoutMs: 60_000,
  totalTimeoutMs: 120_000,
  retryDelayMs: 0,
};

export interface Fixture extends AsyncDisposable {
  folder: string;
  store: FeedStore;
  /** Milliseconds since the epoch. */
  clock: { now: number };
  update(
    feeds: readonly Feed[],
    more?: Partial<UpdateOptions>,
  ): Promise<Outcome[]>;
  /** Sorted names in the folder, except the lock. */
  files(): string[];
  text(feed: string): Promise<string>;
}

/** A store in a temporary folder, and updates of it. */
export async function fixture(): Promise<Fixture> {
  const parent = await Deno.makeTempDir();
  const folder = `${parent}/data`;
  const store = new FeedStore(folder);
  const clock = { now: NOON };
  return {
    folder,
    store,
    clock,
    update: (feeds, more) =>
      updateFeeds({
        feeds,
        store,
        fetch,
        now: () => clock.now,
        version: "1.2.3",
        signal: new AbortController().signal,
        report() {},
        limits: patient,
        ...more,
      }),
    files: () =>
      [...Deno.readDirSync(folder)].map(({ name }) => name)
        .filter((name) => name !== "update.lock").sort(),
    text: async (feed) =>
      new TextDecoder().decode((await store.open(feed)).bytes),
    async [Symbol.asyncDispose]() {
      await Deno.remove(parent, { recursive: true });
    },
  };
}
