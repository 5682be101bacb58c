import assert from "node:assert/strict";
import fc from "fast-check";
import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import { lines, MANIFEST } from "./line_feed.ts";
import { NOON, servedFixture } from "./update_fixture.ts";
import {
  feedName,
  parseFailure,
  parseManifest,
} from "../../../../lib/data/update/feed_store.ts";
import { SharedFiles } from "../../../../lib/data/shared_files.ts";
import { testWith } from "../../../support/test_with.ts";

const test = testWith(async () => {
  const data = await servedFixture();
  const { serve, feed } = data;
  await data.update([serve("a", lines(2)), serve("b", lines(3)), feed("c")]);
  return data;
});

test("FeedStore - a missing folder is empty", async ({ store, folder }) => {
  await Deno.remove(folder, { recursive: true });
  assert.deepEqual(await store.manifests(), []);
  assert.deepEqual(await store.states(), []);
});

test("FeedStore.states - all feeds that have data or failed, by name", async ({ store, folder }) => {
  for (const other of ["notes", "A.json"]) {
    await Deno.writeTextFile(`${folder}/${other}`, "{}");
  }
  const states = await store.states();
  const reason = "its URL does not exist (404)";
  const failure = { at: NOON, code: "missing", reason, count: 1 };
  assert.deepEqual(
    states.map((s) => [s.feed, s.manifest?.entries, s.lastFailure, s.error]),
    [
      ["a", 2, null, null],
      ["b", 3, null, null],
      ["c", undefined, failure, null],
    ],
  );
  const manifests = await store.manifests();
  assert.deepEqual(manifests.map(({ feed }) => feed), ["a", "b"]);
});

test("FeedStore.state - an unreadable manifest is an error of its feed only", async ({ store, folder }) => {
  await Deno.mkdir(`${folder}/x4bnet-vpn.json`);
  await Deno.mkdir(`${folder}/a.failed.json`);
  const states = await store.states();
  const feeds = states.map(({ feed }) => feed);
  assert.deepEqual(feeds, ["a", "b", "c", "x4bnet-vpn"]);
  const [a, b, , vpn] = states;
  assert.deepEqual([a.error, a.lastFailure, b.error], [null, null, null]);
  assert.equal(vpn.manifest, null);
  assert.match(vpn.error ?? "", /^its manifest cannot be read: .*directory/i);
  await assert.rejects(
    store.open("x4bnet-vpn"),
    /^Error: Cannot open the data of x4bnet-vpn: its manifest cannot be read: /,
  );
});

test("FeedStore.states - names the path if it is not a folder", async ({ store, folder }) => {
  await Deno.remove(folder, { recursive: true });
  await Deno.writeTextFile(folder, "a file");
  await assert.rejects(store.states(), (error) => {
    assert(error instanceof Error && error.constructor === Error);
    assert(error.message.startsWith(`Cannot read ${folder}: `));
    return true;
  });
});

test("FeedStore.open - returns manifest and bytes", async ({ store }) => {
  const { manifest, bytes } = await store.open("b");
  assert.equal(manifest.file, `b.${NOON}.txt`);
  assert.equal(new TextDecoder().decode(bytes), lines(3));
});

test("FeedStore.open - rejects if the data is damaged", async ({ store, folder }) => {
  const file = `a.${NOON}.txt`;
  const path = `${folder}/${file}`;
  const cannot = (why: string) => ({
    name: "Error",
    message: `Cannot open the data of a: ${why}`,
  });
  const digest = false;
  await Deno.writeTextFile(path, "Line 0\nline 1\n");
  await assert.rejects(store.open("a"), cannot(`${file} is damaged`));
  assert.equal((await store.open("a", { digest })).bytes.length, 14);
  await Deno.truncate(path, 5);
  const short = `${file} has 5 bytes instead of 14`;
  await assert.rejects(store.open("a", { digest }), cannot(short));
  await assert.rejects(store.open("a"), cannot(short));
  assert.equal((await store.state("a")).error, short);
  await Deno.remove(path);
  await assert.rejects(store.open("a"), cannot(`${file} is missing`));
  await Deno.writeTextFile(`${folder}/a.json`, '{"feed":"a"');
  await assert.rejects(store.open("a"), cannot("its manifest is damaged"));
  assert.deepEqual((await store.manifests()).map(({ feed }) => feed), ["b"]);
});

test("FeedStore.open - reads once more if the file has just been replaced", async ({ store }) => {
  for (const missing of [1, 2]) {
    let reads = 0;
    const files = new SharedFiles();
    const read = files.read.bind(files);
    files.read = (path) =>
      ++reads > missing
        ? read(path)
        : Promise.reject(new Deno.errors.NotFound());
    const opened = store.open("b", { files });
    if (missing === 1) assert.equal((await opened).bytes.length, 21);
    else await assert.rejects(opened, /b\.\d+\.txt is missing/);
  }
});

test("FeedStore.open - rejects if there is no data", async ({ store }) => {
  for (const feed of ["c", "d"]) {
    await assert.rejects(store.open(feed), {
      message: `Cannot open the data of ${feed}: there is no data`,
    });
  }
});

test("StoreWriter.open - null while another writer holds the lock", async ({ store }) => {
  {
    using first = await StoreWriter.open(store);
    assert.notEqual(first, null);
    assert.equal(await StoreWriter.open(store), null);
  }
  using again = await StoreWriter.open(store);
  assert.notEqual(again, null);
});

test("StoreWriter.open - the folder is accessible only by its owner", async ({ store, folder }) => {
  using _ = await StoreWriter.open(store);
  assert.equal((await Deno.stat(folder)).mode! & 0o777, 0o700);
});

const manifest = { ...MANIFEST, feed: "tor", file: "tor.1795262400000.txt" };
const text = JSON.stringify(manifest);

Deno.test("parseManifest - reads a written manifest", () =>
  assert.deepEqual(parseManifest("tor", text), manifest));

Deno.test("parseManifest - null for a file of another folder or feed", () => {
  const files = ["../tor.1.txt", "/etc/passwd", "tor.1.txt/x", "tor-2.1.txt"];
  for (const file of [...files, "tor.txt", "tor.json", ""]) {
    const text = JSON.stringify({ ...manifest, file });
    assert.equal(parseManifest("tor", text), null, file);
  }
  assert.equal(parseManifest("to", text), null);
});

Deno.test("parseManifest - null if a field is missing or of another type", () => {
  for (const key of Object.keys(manifest)) {
    const { [key as keyof typeof manifest]: _, ...rest } = manifest;
    assert.equal(parseManifest("tor", JSON.stringify(rest)), null, key);
    const wrong = JSON.stringify({ ...manifest, [key]: { a: 1 } });
    assert.equal(parseManifest("tor", wrong), null, key);
  }
});

Deno.test("parseManifest, parseFailure - never throw", () => {
  const text = fc.oneof(fc.string(), fc.json());
  fc.assert(fc.property(text, (text) => {
    assert.equal(parseManifest("tor", text), null);
    assert.equal(parseFailure(text), null);
  }));
});

Deno.test("parseManifest - null for truncated text", () =>
  fc.assert(fc.property(fc.nat(text.length - 1), (length) => {
    assert.equal(parseManifest("tor", text.slice(0, length)), null);
  })));

Deno.test("parseFailure - time, code, reason, and how many there were", () => {
  const third = { at: 1, code: "disk_full", reason: "full", count: 3 };
  assert.deepEqual(parseFailure(JSON.stringify(third)), third);
  assert.equal(parseFailure(JSON.stringify({ ...third, count: 0 })), null);
  assert.equal(parseFailure(JSON.stringify({ ...third, code: "" })), null);
});

Deno.test("feedName - lower case with hyphens", () => {
  for (const good of ["tor-exits", "x4b", "a"]) {
    assert.equal(feedName.safeParse(good).success, true, good);
  }
  for (const bad of ["", "-a", "a-", "A", "a.b", "a/b", "..", "a--b"]) {
    assert.equal(feedName.safeParse(bad).success, false, bad);
  }
});
