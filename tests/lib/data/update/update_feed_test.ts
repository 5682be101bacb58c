import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import assert from "node:assert/strict";
import { basename } from "node:path";
import { gzipSync } from "node:zlib";
import {
  type FeedContext,
  updateFeed,
} from "../../../../lib/data/update/update_feed.ts";
import { feedServer, file } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { fixture, NOON, patient } from "./update_fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(fixture);

const context: FeedContext = {
  fetch,
  now: () => NOON,
  userAgent: "porthole/1.2.3",
  force: false,
  limits: patient,
  signal: new AbortController().signal,
  report() {},
};

test("updateFeed - returns the new manifest, then null if there is nothing newer", async ({ store }) => {
  await using server = feedServer({ "/a": file(lines(3), '"1"') });
  const feed = lineFeed("a", `${server.origin}/a`, { format: 7 });
  using writer = await StoreWriter.open(store);
  assert(writer);
  const made = await updateFeed(feed, null, writer, context);
  assert.deepEqual([made?.file, made?.format, made?.entries], [
    `a.${NOON}.txt`,
    7,
    3,
  ]);
  assert.equal(await updateFeed(feed, made, writer, context), null);
  assert.deepEqual((await store.manifests())[0], made);
});

test("updateFeed - keeps a fresh download for other feeds, and nothing else", async ({ store }) => {
  await using server = feedServer({ "/a": file(lines(3), '"1"') });
  const url = `${server.origin}/a`;
  const feed = lineFeed("a", url);
  using writer = await StoreWriter.open(store);
  assert(writer);
  const shared: NonNullable<FeedContext["shared"]> = {};
  const made = await updateFeed(feed, null, writer, { ...context, shared });
  const { download } = shared;
  assert.equal(download?.url, url);
  assert.equal(download.response.kind, "fresh");
  assert.equal(new TextDecoder().decode(download.file), lines(3));
  const later: typeof shared = {};
  assert.equal(
    await updateFeed(feed, made, writer, { ...context, shared: later }),
    null,
  );
  assert.deepEqual(later, {});
});

test("updateFeed - passes the signal to compile", async ({ store, files }) => {
  await using server = feedServer({ "/a": () => new Response(lines(3)) });
  let given: AbortSignal | undefined;
  const feed = lineFeed("a", `${server.origin}/a`, {
    compile(_source, _target, signal) {
      given = signal;
      return Promise.reject(new Error("that is all"));
    },
  });
  using writer = await StoreWriter.open(store);
  assert(writer);
  await assert.rejects(updateFeed(feed, null, writer, context), {
    message: "that is all",
  });
  assert.equal(given, context.signal);
  assert.deepEqual(files(), []);
});

test("updateFeed - removes the download before it compiles the unpacked data", async ({ files, store }) => {
  const packed = new Uint8Array(gzipSync(lines(3)));
  await using server = feedServer({ "/a": () => new Response(packed) });
  const plain = lineFeed("a", `${server.origin}/a`);
  let during: string[] = [];
  let unpacked = "";
  const feed = lineFeed("a", `${server.origin}/a`, {
    packing: "gzip",
    async compile(source, target, signal) {
      during = files();
      unpacked = basename(source);
      return await plain.compile(source, target, signal);
    },
  });
  using writer = await StoreWriter.open(store);
  assert(writer);
  const made = await updateFeed(feed, null, writer, context);
  assert.equal(made?.entries, 3);
  assert.deepEqual(during, [unpacked]);
});

test("updateFeed - discards data that was compiled after an abort", async ({ store, files }) => {
  await using server = feedServer({ "/a": () => new Response(lines(3)) });
  const controller = new AbortController();
  const plain = lineFeed("a", `${server.origin}/a`);
  const feed = lineFeed("a", `${server.origin}/a`, {
    async compile(source, target, signal) {
      controller.abort(new Error("enough"));
      return await plain.compile(source, target, signal);
    },
  });
  using writer = await StoreWriter.open(store);
  assert(writer);
  await assert.rejects(
    updateFeed(feed, null, writer, { ...context, signal: controller.signal }),
    { message: "enough" },
  );
  assert.deepEqual(files(), []);
  assert.deepEqual(await store.manifests(), []);
});

test("updateFeed - rejects a 304 to an unconditional request", async ({ store }) => {
  const feed = lineFeed("a", "http://lists.example/a");
  using writer = await StoreWriter.open(store);
  assert(writer);
  await assert.rejects(
    updateFeed(feed, null, writer, {
      ...context,
      fetch: () => Promise.resolve(new Response(null, { status: 304 })),
    }),
    { message: "lists.example responded 304" },
  );
});

test("updateFeed - accepts half of the entries, and no fewer", async ({ store }) => {
  let count = 6;
  await using server = feedServer({ "/a": () => new Response(lines(count)) });
  const feed = lineFeed("a", `${server.origin}/a`);
  using writer = await StoreWriter.open(store);
  assert(writer);
  const six = await updateFeed(feed, null, writer, context);
  count = 3;
  const three = await updateFeed(feed, six, writer, context);
  assert.equal(three?.entries, 3);
  count = 1;
  await assert.rejects(updateFeed(feed, three, writer, context), {
    message: "shrank from 3 to 1 entries (use --force to accept it)",
  });
});
