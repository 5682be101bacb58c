import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import assert from "node:assert/strict";
import { feedServer } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { type Fixture, fixture, NOON } from "./update_fixture.ts";

async function withData(test: (data: Fixture) => Promise<void>) {
  await using data = await fixture();
  await using server = feedServer({
    "/a": () => new Response(lines(2)),
    "/b": () => new Response(lines(3)),
  });
  await data.update(
    ["a", "b", "c"].map((name) => lineFeed(name, `${server.origin}/${name}`)),
  );
  await test(data);
}

Deno.test("FeedStore - a missing folder is empty", async () => {
  await using data = await fixture();
  assert.deepEqual(await data.store.manifests(), []);
  assert.deepEqual(await data.store.states(), []);
});

Deno.test("FeedStore.states - all feeds that have data or failed, by name", () =>
  withData(async ({ store }) => {
    const states = await store.states();
    assert.deepEqual(
      states.map((s) => [s.feed, s.manifest?.entries, s.lastFailure, s.error]),
      [
        ["a", 2, null, null],
        ["b", 3, null, null],
        ["c", undefined, {
          at: NOON,
          reason: "its URL does not exist (404)",
          count: 1,
        }, null],
      ],
    );
    assert.deepEqual((await store.manifests()).map(({ feed }) => feed), [
      "a",
      "b",
    ]);
  }));

Deno.test("FeedStore.state - an unreadable manifest is an error of its feed only", () =>
  withData(async ({ store, folder }) => {
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
  }));

Deno.test("FeedStore.states - names the path if it is not a folder", async () => {
  await using data = await fixture();
  await Deno.writeTextFile(data.folder, "a file");
  await assert.rejects(data.store.states(), (error) => {
    assert(error instanceof Error && error.constructor === Error);
    assert(error.message.startsWith(`Cannot read ${data.folder}: `));
    return true;
  });
});

Deno.test("FeedStore.open - returns manifest and bytes", () =>
  withData(async ({ store }) => {
    const { manifest, bytes } = await store.open("b");
    assert.equal(manifest.file, `b.${NOON}.txt`);
    assert.equal(new TextDecoder().decode(bytes), lines(3));
  }));

Deno.test("FeedStore.open - rejects if the data is damaged", () =>
  withData(async ({ store, folder }) => {
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
  }));

Deno.test("FeedStore.open - rejects if there is no data", () =>
  withData(async ({ store }) => {
    for (const feed of ["c", "d"]) {
      await assert.rejects(store.open(feed), {
        message: `Cannot open the data of ${feed}: there is no data`,
      });
    }
  }));

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
