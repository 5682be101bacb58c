import assert from "node:assert/strict";
import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import { FeedStore } from "../../../../lib/data/update/feed_store.ts";
import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import {
  updateFeeds,
  type UpdateOptions,
} from "../../../../lib/data/update/update_feeds.ts";
import { testWith } from "../../../support/test_with.ts";
import { feedServer } from "./feed_server.ts";

export const NOON = Date.UTC(2026, 10, 21, 12);

/** Timeouts that no test reaches, unless it shortens them. */
export const patient = {
  idleTimeoutMs: 60_000,
  totalTimeoutMs: 120_000,
  retryDelayMs: 0,
};

/** A store in a temporary folder, and updates of it. */
export async function fixture() {
  const parent = await Deno.makeTempDir();
  const folder = `${parent}/data`;
  const store = new FeedStore(folder);
  /** Milliseconds since the epoch. */
  const clock = { now: NOON };
  return {
    folder,
    store,
    clock,
    update: (feeds: readonly Feed[], more?: Partial<UpdateOptions>) =>
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
    /** Sorted names in the folder, except the lock. */
    files: () =>
      [...Deno.readDirSync(folder)].map(({ name }) => name)
        .filter((name) => name !== "update.lock").sort(),
    text: async (feed: string) =>
      new TextDecoder().decode((await store.open(feed)).bytes),
    [Symbol.asyncDispose]: () => Deno.remove(parent, { recursive: true }),
  };
}

/** The same with a server. */
export async function servedFixture() {
  const [data, server] = [await fixture(), feedServer()];
  return {
    ...data,
    ...server,
    async [Symbol.asyncDispose]() {
      await server[Symbol.asyncDispose]();
      await data[Symbol.asyncDispose]();
    },
  };
}

type ServedFixture = Awaited<ReturnType<typeof servedFixture>>;

/** A test with such a store and server. */
export const test = testWith(servedFixture);

/** The same with a writer of the store, opened after `prepare`. */
export async function writerFixture(
  prepare?: (data: ServedFixture) => Promise<unknown>,
) {
  const data = await servedFixture();
  await prepare?.(data);
  const writer = await StoreWriter.open(data.store);
  assert(writer);
  return {
    ...data,
    writer,
    async [Symbol.asyncDispose]() {
      writer[Symbol.dispose]();
      await data[Symbol.asyncDispose]();
    },
  };
}
