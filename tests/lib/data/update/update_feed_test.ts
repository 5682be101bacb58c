import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import type { Manifest } from "../../../../lib/data/update/feed_store.ts";
import assert from "node:assert/strict";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import {
  type FeedContext,
  updateFeed,
} from "../../../../lib/data/update/update_feed.ts";
import { file } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { NOON, patient, writerFixture } from "./update_fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(withWriter);

const context: FeedContext = {
  fetch,
  now: () => NOON,
  userAgent: "porthole/1.2.3",
  force: false,
  limits: patient,
  signal: new AbortController().signal,
  report() {},
};

async function withWriter() {
  const data = await writerFixture();
  return {
    ...data,
    /** Updates a feed; `made` is its manifest so far. */
    updateFeed: (
      feed: Feed,
      made: Manifest | null = null,
      more?: Partial<FeedContext>,
    ) => updateFeed(feed, made, data.writer, { ...context, ...more }),
  };
}

test("updateFeed - returns the new manifest, then null if there is nothing newer", async ({ serve, updateFeed, store }) => {
  const feed = serve("a", file(lines(3), '"1"'), { format: 7 });
  const made = await updateFeed(feed);
  assert.equal(made?.file, `a.${NOON}.txt`);
  assert.deepEqual([made.format, made.entries], [7, 3]);
  assert.equal(await updateFeed(feed, made), null);
  assert.deepEqual((await store.manifests())[0], made);
});

test("updateFeed - keeps a fresh download for other feeds, and nothing else", async ({ serve, origin, updateFeed }) => {
  const feed = serve("a", file(lines(3), '"1"'));
  const shared: NonNullable<FeedContext["shared"]> = {};
  const made = await updateFeed(feed, null, { shared });
  const { download } = shared;
  assert.equal(download?.url, `${origin}/a`);
  assert.equal(download.response.kind, "fresh");
  assert.equal(new TextDecoder().decode(download.file), lines(3));
  const later: typeof shared = {};
  assert.equal(await updateFeed(feed, made, { shared: later }), null);
  assert.deepEqual(later, {});
});

test("updateFeed - passes the signal to compile", async ({ serve, updateFeed, files }) => {
  let given: AbortSignal | undefined;
  const feed = serve("a", lines(3), {
    compile(_source, _target, signal) {
      given = signal;
      return Promise.reject(new Error("that is all"));
    },
  });
  await assert.rejects(updateFeed(feed), { message: "that is all" });
  assert.equal(given, context.signal);
  assert.deepEqual(files(), []);
});

const { compile } = lineFeed("a", "");

test("updateFeed - removes the download before it compiles the unpacked data", async ({ serve, updateFeed, files }) => {
  let during: string[] = [];
  let unpacked = "";
  const feed = serve("a", new Uint8Array(gzipSync(lines(3))), {
    packing: "gzip",
    async compile(source, target, signal) {
      during = files();
      unpacked = basename(source);
      return await compile(source, target, signal);
    },
  });
  assert.equal((await updateFeed(feed))?.entries, 3);
  assert.deepEqual(during, [unpacked]);
});

test("updateFeed - discards data that was compiled after an abort", async ({ serve, updateFeed, files, store }) => {
  const controller = new AbortController();
  const feed = serve("a", lines(3), {
    async compile(source, target, signal) {
      controller.abort(new Error("enough"));
      return await compile(source, target, signal);
    },
  });
  const { signal } = controller;
  await assert.rejects(updateFeed(feed, null, { signal }), {
    message: "enough",
  });
  assert.deepEqual(files(), []);
  assert.deepEqual(await store.manifests(), []);
});

test("updateFeed - rejects a 304 to an unconditional request", async ({ updateFeed }) => {
  const feed = lineFeed("a", "http://lists.example/a");
  const fetch = () => Promise.resolve(new Response(null, { status: 304 }));
  await assert.rejects(updateFeed(feed, null, { fetch }), {
    message: "lists.example responded 304",
  });
});

test("updateFeed - sends credentials only for feeds that need them, and requires a SHA-256 if there should be one", async ({ serve, updateFeed, requests }) => {
  const credentials = { accountId: "1", licenseKey: "k" };
  for (const needed of ["maxmind", undefined] as const) {
    const more = { credentials: needed, hasSha256: true };
    const updating = updateFeed(serve("a", lines(3), more), null, {
      credentials,
    });
    const message = "its SHA-256 does not exist";
    await assert.rejects(updating, { code: "wrong_checksum", message });
  }
  const sent = requests.map(({ headers }) => headers.get("authorization"));
  assert.deepEqual(sent, ["Basic MTpr", "Basic MTpr", null, null]);
});

test("updateFeed - accepts half of the entries, and no fewer", async ({ serve, updateFeed }) => {
  const six = await updateFeed(serve("a", lines(6)));
  const three = await updateFeed(serve("a", lines(3)), six);
  assert.equal(three?.entries, 3);
  await assert.rejects(updateFeed(serve("a", lines(1)), three), {
    message: "shrank from 3 to 1 entries (use --force to accept it)",
  });
});
