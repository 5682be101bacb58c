import assert from "node:assert/strict";
import { lineFeed, lines } from "./line_feed.ts";
import { NOON, writerFixture } from "./update_fixture.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(withWriter);

const feed = lineFeed("a", "http://lists.example/");

async function withWriter() {
  const data = await writerFixture(({ update, serve }) =>
    update([serve("a", lines(2))])
  );
  const write = async (...names: string[]) => {
    for (const name of names) {
      await Deno.writeTextFile(`${data.folder}/${name}`, "x");
    }
  };
  return { ...data, write };
}

test("StoreWriter.removeLeftovers - removes files of killed updates, and no others", async ({ writer, write, folder, files }) => {
  const foreign = ["notes.txt", "a.json.bak", "B.1.txt", "city.mmdb"];
  await write(...foreign);
  await write(
    "a.1.txt",
    `a.${NOON}.download`,
    `a.${NOON + 1}.unpacked`,
    `a.${NOON + 1}.txt.part`,
    "a.json.tmp",
    "b.failed.json.tmp",
    "b.5.mmdb",
    // Of a feed that has failed, and has no data.
    "c.5.mmdb",
  );
  await Deno.mkdir(`${folder}/a.7.txt`);
  const failure = { at: 1, code: "disk_full", reason: "why", count: 1 };
  await Deno.writeTextFile(`${folder}/c.failed.json`, JSON.stringify(failure));
  await writer.removeLeftovers();
  const kept = ["a.7.txt", `a.${NOON}.txt`, "a.json", "c.failed.json"];
  assert.deepEqual(files(), [...foreign, ...kept].sort());
});

test("StoreWriter.removeLeftovers - keeps the files of a feed with a damaged manifest", async ({ writer, folder, files }) => {
  await Deno.writeTextFile(`${folder}/a.json`, "{");
  await writer.removeLeftovers();
  assert.deepEqual(files(), [`a.${NOON}.txt`, "a.json"]);
});

test("StoreWriter.draft - names are new even if the clock was set back", async ({ writer }) => {
  const file = async (now: number) => (await writer.draft(feed, now)).file;
  assert.equal(await file(NOON + 9), `a.${NOON + 9}.txt`);
  assert.equal(await file(NOON), `a.${NOON + 1}.txt`);
  assert.equal(await file(0), `a.${NOON + 1}.txt`);
});

test("StoreWriter.commit - replaces the file of the data before", async ({ writer, write, files, store }) => {
  const draft = await writer.draft(feed, NOON + 1);
  await Deno.writeTextFile(draft.target, "line\n");
  await write("notes.txt");
  const origin = {
    url: "http://lists.example/",
    etag: null,
    lastModified: null,
    fetchedAt: NOON + 1,
    downloadSha256: "0".repeat(64),
  };
  const content = { entries: 1, builtAt: null };
  const manifest = await writer.commit(draft, origin, content);
  assert.deepEqual(files(), [`a.${NOON + 1}.txt`, "a.json", "notes.txt"]);
  assert.deepEqual((await store.state("a")).manifest, manifest);
  assert.equal(manifest.bytes, 5);
  assert.equal(await writer.isIntact(manifest), true);
  await write(manifest.file);
  assert.equal(await writer.isIntact(manifest), false);
});

test("StoreWriter.discard - removes all files of the draft, but not of a longer name", async ({ writer, write, files }) => {
  const draft = await writer.draft(feed, NOON + 1);
  for (const path of [draft.download, draft.target, `${draft.target}.part`]) {
    await Deno.writeTextFile(path, "x");
  }
  const longer = `a.${NOON + 1}0.txt`;
  await write(longer);
  await writer.discard(draft);
  assert.deepEqual(files(), [`a.${NOON}.txt`, longer, "a.json"]);
});

test("StoreWriter.recordFailure - the data stays, and the next success clears the failure", async ({ writer, store }) => {
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
  const checked = { ...manifest, checkedAt: NOON + 5 };
  await writer.record(checked);
  assert.deepEqual(await store.state("a"), {
    feed: "a",
    manifest: checked,
    lastFailure: null,
    error: null,
  });
});
