import assert from "node:assert/strict";
import fc from "fast-check";
import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import { feedServer } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { type Fixture, fixture, NOON } from "./update_fixture.ts";
import {
  feedName,
  type Manifest,
  parseFailure,
  parseManifest,
} from "../../../../lib/data/update/feed_store.ts";
import { testIn } from "../../../support/test_with.ts";

const test = testIn(withData);

async function withData(body: (data: Fixture) => Promise<void>) {
  await using data = await fixture();
  await using server = feedServer({
    "/a": () => new Response(lines(2)),
    "/b": () => new Response(lines(3)),
  });
  await data.update(
    ["a", "b", "c"].map((name) => lineFeed(name, `${server.origin}/${name}`)),
  );
  await body(data);
}

Deno.test("FeedStore - a missing folder is empty", async () => {
  await using data = await fixture();
  assert.deepEqual(await data.store.manifests(), []);
  assert.deepEqual(await data.store.states(), []);
});

test("FeedStore.states - all feeds that have data or failed, by name", async ({ store }) => {
  const states = await store.states();
  assert.deepEqual(
    states.map((s) => [s.feed, s.manifest?.entries, s.lastFailure, s.error]),
    [
      ["a", 2, null, null],
      ["b", 3, null, null],
      ["c", undefined, {
        at: NOON,
        code: "missing",
        reason: "its URL does not exist (404)",
        count: 1,
      }, null],
    ],
  );
  assert.deepEqual((await store.manifests()).map(({ feed }) => feed), [
    "a",
    "b",
  ]);
});

test("FeedStore.state - an unreadable manifest is an error of its feed only", async ({ store, folder }) => {
  await Deno.mkdir(`${folder}/x4bnet-vpn.json`);
  await Deno.mkdir(`${folder}/a.failed.json`);
  const states = await store.states();
  assert.deepEqual(states.map(({ feed }) => feed), [
    "a",
    "b",
    "c",
    "x4bnet-vpn",
  ]);
  const [a, b, , vpn] = states;
  assert.deepEqual([a.error, a.lastFailure, b.error], [null, null, null]);
  assert.equal(vpn.manifest, null);
  assert.match(vpn.error ?? "", /^its manifest cannot be read: .*directory/i);
  await assert.rejects(
    store.open("x4bnet-vpn"),
    /^Error: Cannot open the data of x4bnet-vpn: its manifest cannot be read: /,
  );
});

Deno.test("FeedStore.states - names the path if it is not a folder", async () => {
  await using data = await fixture();
  await Deno.writeTextFile(data.folder, "a file");
  await assert.rejects(data.store.states(), (error) => {
    assert(error instanceof Error && error.constructor === Error);
    assert(error.message.startsWith(`Cannot read ${data.folder}: `));
    return true;
  });
});

test("FeedStore.open - returns manifest and bytes", async ({ store }) => {
  const { manifest, bytes } = await store.open("b");
  assert.equal(manifest.file, `b.${NOON}.txt`);
  assert.equal(new TextDecoder().decode(bytes), lines(3));
});

test("FeedStore.open - rejects if the data is damaged", async ({ store, folder }) => {
  const path = `${folder}/a.${NOON}.txt`;
  const cannot = (why: string) => ({
    name: "Error",
    message: `Cannot open the data of a: ${why}`,
  });
  await Deno.writeTextFile(path, "Line 0\nline 1\n");
  await assert.rejects(
    store.open("a"),
    cannot(`a.${NOON}.txt is damaged`),
  );
  assert.equal((await store.open("a", { digest: false })).bytes.length, 14);
  await Deno.truncate(path, 5);
  await assert.rejects(
    store.open("a", { digest: false }),
    cannot(`a.${NOON}.txt has 5 bytes instead of 14`),
  );
  const short = `a.${NOON}.txt has 5 bytes instead of 14`;
  await assert.rejects(store.open("a"), cannot(short));
  assert.equal((await store.state("a")).error, short);
  await Deno.remove(path);
  await assert.rejects(
    store.open("a"),
    cannot(`a.${NOON}.txt is missing`),
  );
  await Deno.writeTextFile(`${folder}/a.json`, '{"feed":"a"');
  await assert.rejects(store.open("a"), cannot("its manifest is damaged"));
  assert.deepEqual((await store.manifests()).map(({ feed }) => feed), ["b"]);
});

test("FeedStore.open - rejects if there is no data", async ({ store }) => {
  for (const feed of ["c", "d"]) {
    await assert.rejects(store.open(feed), {
      message: `Cannot open the data of ${feed}: there is no data`,
    });
  }
});

Deno.test("StoreWriter.open - null while another writer holds the lock", async () => {
  await using data = await fixture();
  {
    using first = await StoreWriter.open(data.store);
    assert.notEqual(first, null);
    assert.equal(await StoreWriter.open(data.store), null);
  }
  using again = await StoreWriter.open(data.store);
  assert.notEqual(again, null);
});

Deno.test("StoreWriter.open - the folder is accessible only by its owner", async () => {
  await using data = await fixture();
  using _ = await StoreWriter.open(data.store);
  assert.equal((await Deno.stat(data.folder)).mode! & 0o777, 0o700);
});

const manifest: Manifest = {
  feed: "tor-exits",
  file: "tor-exits.1795262400000.txt",
  format: 1,
  url: "https://lists.example/tor",
  etag: '"a"',
  lastModified: null,
  fetchedAt: 1795262400000,
  checkedAt: 1795262400000,
  builtAt: null,
  entries: 1200,
  bytes: 17000,
  sha256: "a".repeat(64),
  downloadSha256: "b".repeat(64),
};

Deno.test("parseManifest - reads a written manifest", () => {
  assert.deepEqual(
    parseManifest("tor-exits", JSON.stringify(manifest)),
    manifest,
  );
});

Deno.test("parseManifest - null for a file of another folder or feed", () => {
  const files = [
    "../tor-exits.1.txt",
    "/etc/passwd",
    "tor-exits.1.txt/x",
    "tor-exits-2.1.txt",
    "tor-exits.txt",
    "tor-exits.json",
    "",
  ];
  for (const file of files) {
    const text = JSON.stringify({ ...manifest, file });
    assert.equal(parseManifest("tor-exits", text), null, file);
  }
  assert.equal(parseManifest("tor", JSON.stringify(manifest)), null);
});

Deno.test("parseManifest - null if a field is missing or of another type", () => {
  for (const key of Object.keys(manifest)) {
    const { [key as keyof Manifest]: _, ...rest } = manifest;
    assert.equal(parseManifest("tor-exits", JSON.stringify(rest)), null, key);
    const wrong = JSON.stringify({ ...manifest, [key]: { a: 1 } });
    assert.equal(parseManifest("tor-exits", wrong), null, key);
  }
});

Deno.test("parseManifest, parseFailure - never throw", () => {
  const text = fc.oneof(fc.string(), fc.json());
  fc.assert(fc.property(text, (text) => {
    assert.equal(parseManifest("tor-exits", text), null);
    assert.equal(parseFailure(text), null);
  }));
});

Deno.test("parseManifest - null for truncated text", () => {
  const text = JSON.stringify(manifest);
  fc.assert(fc.property(fc.nat(text.length - 1), (length) => {
    assert.equal(parseManifest("tor-exits", text.slice(0, length)), null);
  }));
});

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
