import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";
import {
  updateFeeds,
  type UpdateOptions,
} from "../../../../lib/data/update/update_feeds.ts";
import type { Outcome } from "../../../../lib/data/update/outcome.ts";

export const NOON = Date.UTC(2026, 10, 21, 12);

/** Waits that no test reaches, but for those that shorten them. */
export const patient = { idleMs: 60_000, totalMs: 120_000, pauseMs: 0 };

export interface Fixture extends AsyncDisposable {
  folder: string;
  store: FeedStore;
  /** Milliseconds since the epoch. */
  clock: { now: number };
  update(
    feeds: readonly Feed[],
    more?: Partial<UpdateOptions>,
  ): Promise<Outcome[]>;
  /** Names in the folder, sorted, the lock and the time of the last run aside. */
  files(): string[];
  text(feed: string): Promise<string>;
}

/** A store in a folder of its own, and updates of it. */
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
        .filter((name) => !/^update\.(lock|time)$/.test(name)).sort(),
    text: async (feed) =>
      new TextDecoder().decode((await store.open(feed)).bytes),
    async [Symbol.asyncDispose]() {
      await Deno.remove(parent, { recursive: true });
    },
  };
}
