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

Deno.test("FeedStore - a folder that is not there is empty", async () => {
  await using data = await fixture();
  assert.deepEqual(await data.store.read(), []);
  assert.deepEqual(await data.store.states(), []);
  assert.equal(await data.store.lastCheckedAt(), null);
});

Deno.test("FeedStore.states - all feeds by name, with data or failed", () =>
  withData(async ({ store }) => {
    const states = await store.states();
    assert.deepEqual(
      states.map((s) => [s.feed, s.manifest?.entries, s.lastFailure, s.fault]),
      [
        ["a", 2, null, null],
        ["b", 3, null, null],
        ["c", undefined, {
          at: NOON,
          reason: "it is not there (404)",
        }, null],
      ],
    );
    assert.deepEqual((await store.read()).map(({ feed }) => feed), ["a", "b"]);
  }));

Deno.test("FeedStore.lastCheckedAt - the latest of all feeds", async () => {
  await using data = await fixture();
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  const feeds = ["a", "b"].map((n) => lineFeed(n, `${server.origin}/a`));
  await data.update(feeds);
  data.clock.now += 5000;
  await data.update(feeds, { only: ["a"] });
  assert.equal(await data.store.lastCheckedAt(), NOON + 5000);
});

Deno.test("FeedStore.open - manifest and bytes", () =>
  withData(async ({ store }) => {
    const { manifest, bytes } = await store.open("b");
    assert.equal(manifest.file, `b.${NOON}.txt`);
    assert.equal(new TextDecoder().decode(bytes), lines(3));
  }));

Deno.test("FeedStore.open - what is damaged is said, not served", () =>
  withData(async ({ store, folder }) => {
    const path = `${folder}/a.${NOON}.txt`;
    const cannot = (why: string) => ({
      name: "Error",
      message: `Cannot open the data of a: ${why}`,
    });
    await Deno.writeTextFile(path, "Line 0\nline 1\n");
    await assert.rejects(
      store.open("a"),
      cannot(`a.${NOON}.txt is not what was written`),
    );
    assert.equal((await store.open("a", { digest: false })).bytes.length, 14);
    await Deno.truncate(path, 5);
    await assert.rejects(
      store.open("a", { digest: false }),
      cannot(`a.${NOON}.txt has 5 bytes instead of 14`),
    );
    const short = `a.${NOON}.txt has 5 bytes instead of 14`;
    await assert.rejects(store.open("a"), cannot(short));
    assert.equal((await store.state("a")).fault, short);
    await Deno.remove(path);
    await assert.rejects(
      store.open("a"),
      cannot(`a.${NOON}.txt is missing`),
    );
    await Deno.writeTextFile(`${folder}/a.json`, '{"feed":"a"');
    await assert.rejects(store.open("a"), cannot("its manifest is damaged"));
    assert.deepEqual((await store.read()).map(({ feed }) => feed), ["b"]);
  }));

Deno.test("FeedStore.open - no data is an error in words", () =>
  withData(async ({ store }) => {
    for (const feed of ["c", "d"]) {
      await assert.rejects(store.open(feed), {
        message: `Cannot open the data of ${feed}: there is none`,
      });
    }
  }));

Deno.test("FeedStore.lock - one at a time, and free again afterwards", async () => {
  await using data = await fixture();
  {
    using first = await data.store.lock();
    assert.notEqual(first, null);
    assert.equal(await data.store.lock(), null);
  }
  using again = await data.store.lock();
  assert.notEqual(again, null);
});

Deno.test("FeedStore.lock - the folder is its owner's alone", async () => {
  await using data = await fixture();
  using _ = await data.store.lock();
  assert.equal((await Deno.stat(data.folder)).mode! & 0o777, 0o700);
});
