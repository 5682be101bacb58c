import assert from "node:assert/strict";
import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import { feedServer } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { type Fixture, fixture, NOON } from "./update_fixture.ts";

async function withWriter(
  test: (writer: StoreWriter, data: Fixture) => Promise<void>,
) {
  await using data = await fixture();
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  await data.update([lineFeed("a", `${server.origin}/a`)]);
  using writer = await StoreWriter.open(data.store);
  assert(writer);
  await test(writer, data);
}

Deno.test("StoreWriter.removeLeftovers - removes files of killed updates, and no others", () =>
  withWriter(async (writer, { folder, files }) => {
    const foreign = ["notes.txt", "a.json.bak", "B.1.txt", "city.mmdb"];
    const left = [
      "a.1.txt",
      `a.${NOON}.download`,
      `a.${NOON + 1}.unpacked`,
      `a.${NOON + 1}.txt.part`,
      "a.json.tmp",
      "b.failed.json.tmp",
      "b.5.mmdb",
      // Of a feed that has failed, and has no data.
      "c.5.mmdb",
    ];
    for (const name of [...foreign, ...left]) {
      await Deno.writeTextFile(`${folder}/${name}`, "x");
    }
    await Deno.mkdir(`${folder}/a.7.txt`);
    const failure = { at: 1, code: "disk_full", reason: "why", count: 1 };
    await Deno.writeTextFile(
      `${folder}/c.failed.json`,
      JSON.stringify(failure),
    );
    await writer.removeLeftovers();
    assert.deepEqual(
      files(),
      [
        ...foreign,
        "a.7.txt",
        `a.${NOON}.txt`,
        "a.json",
        "c.failed.json",
      ].sort(),
    );
  }));

Deno.test("StoreWriter.removeLeftovers - keeps the files of a feed with a damaged manifest", () =>
  withWriter(async (writer, { folder, files }) => {
    await Deno.writeTextFile(`${folder}/a.json`, "{");
    await writer.removeLeftovers();
    assert.deepEqual(files(), [`a.${NOON}.txt`, "a.json"]);
  }));

Deno.test("StoreWriter.draft - names are new even if the clock was set back", () =>
  withWriter(async (writer) => {
    const feed = lineFeed("a", "http://lists.example/");
    const file = async (now: number) => (await writer.draft(feed, now)).file;
    assert.equal(await file(NOON + 9), `a.${NOON + 9}.txt`);
    assert.equal(await file(NOON), `a.${NOON + 1}.txt`);
    assert.equal(await file(0), `a.${NOON + 1}.txt`);
  }));

Deno.test("StoreWriter.commit - replaces the file of the data before", () =>
  withWriter(async (writer, { folder, files, store }) => {
    const feed = lineFeed("a", "http://lists.example/");
    const draft = await writer.draft(feed, NOON + 1);
    await Deno.writeTextFile(draft.target, "line\n");
    await Deno.writeTextFile(`${folder}/notes.txt`, "x");
    const origin = {
      url: "http://lists.example/",
      etag: null,
      lastModified: null,
      fetchedAt: NOON + 1,
      downloadSha256: "0".repeat(64),
    };
    const manifest = await writer.commit(draft, origin, {
      entries: 1,
      builtAt: null,
    });
    assert.deepEqual(files(), [`a.${NOON + 1}.txt`, "a.json", "notes.txt"]);
    assert.deepEqual((await store.state("a")).manifest, manifest);
    assert.equal(manifest.bytes, 5);
  }));

Deno.test("StoreWriter.discard - removes all files of the draft, but not of a longer name", () =>
  withWriter(async (writer, { folder, files }) => {
    const feed = lineFeed("a", "http://lists.example/");
    const draft = await writer.draft(feed, NOON + 1);
    for (const path of [draft.download, draft.target, `${draft.target}.part`]) {
      await Deno.writeTextFile(path, "x");
    }
    await Deno.writeTextFile(`${folder}/a.${NOON + 1}0.txt`, "x");
    await writer.discard(draft);
    assert.deepEqual(files(), [
      `a.${NOON}.txt`,
      `a.${NOON + 1}0.txt`,
      "a.json",
    ]);
  }));

Deno.test("StoreWriter.recordFailure - the data stays, and the next success clears the failure", () =>
  withWriter(async (writer, { store }) => {
    const failure = {
      at: 1,
      code: "disk_full",
      reason: "why",
      count: 2,
    } as const;
    await writer.recordFailure("a", failure);
    const { manifest, lastFailure } = await store.state("a");
    assert.deepEqual(lastFailure, failure);
    assert(manifest);
    await writer.record({ ...manifest, checkedAt: NOON + 5 });
    assert.deepEqual(await store.state("a"), {
      feed: "a",
      manifest: { ...manifest, checkedAt: NOON + 5 },
      lastFailure: null,
      error: null,
    });
  }));
