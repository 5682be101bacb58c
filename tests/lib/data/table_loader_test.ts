import assert from "node:assert/strict";
import { TableLoader } from "../../../lib/data/table_loader.ts";
import { feedServer } from "./update/feed_server.ts";
import { lineFeed, lines } from "./update/line_feed.ts";
import { type Fixture, fixture } from "./update/update_fixture.ts";

/** Parts over a store of the feeds "a" and "b", of two and three lines. */
async function world(
  test: (parts: {
    disk: Fixture;
    parts: TableLoader;
    reported: string[];
    feeds: ReturnType<typeof lineFeed>[];
    pathOf(feed: string): Promise<string>;
    update(feed: string, count: number): Promise<void>;
  }) => Promise<void>,
) {
  await using disk = await fixture();
  await using server = feedServer({
    "/a": () => new Response(lines(2)),
    "/b": () => new Response(lines(3)),
  });
  const feeds = ["a", "b"].map((name) =>
    lineFeed(name, `${server.origin}/${name}`)
  );
  await disk.update(feeds);
  const reported: string[] = [];
  await test({
    disk,
    reported,
    feeds,
    parts: new TableLoader(
      disk.store,
      (name, error) => reported.push(`${name}: ${error}`),
    ),
    async pathOf(feed) {
      const { manifest } = await disk.store.state(feed);
      return `${disk.folder}/${manifest?.file}`;
    },
    async update(feed, count) {
      server.routes[`/${feed}`] = () => new Response(lines(count));
      disk.clock.now++;
      await disk.update(feeds, { only: [feed] });
    },
  });
}

/** A table that holds its lines, and counts how often one was made. */
function loader() {
  const made = { count: 0 };
  return {
    made,
    load(bytes: Uint8Array) {
      made.count++;
      return { lines: new TextDecoder().decode(bytes).split("\n").length - 1 };
    },
  };
}

Deno.test("TableLoader.ofFeeds - nothing before the first look", () =>
  world(async ({ parts, feeds }) => {
    const { load, made } = loader();
    assert.deepEqual(await parts.loadFeeds(feeds, load), []);
    assert.equal(parts.isStoreEmpty(), true);
    await parts.refreshStates();
    assert.equal(parts.isStoreEmpty(), false);
    const tables = await parts.loadFeeds(feeds, load);
    assert.deepEqual(
      tables.map(({ table, info }) => [info.name, table.lines]),
      [["a", 2], ["b", 3]],
    );
    assert.equal(made.count, 2);
  }));

Deno.test("TableLoader.look - another answer exactly when the data is another", () =>
  world(async ({ parts, update, disk, feeds }) => {
    const first = await parts.refreshStates();
    assert.equal(await parts.refreshStates(), first);
    disk.clock.now++;
    await disk.update(feeds);
    assert.equal(await parts.refreshStates(), first);
    await disk.update([lineFeed("none", "http://127.0.0.1:1/")]);
    assert.equal(await parts.refreshStates(), first);
    await update("a", 4);
    assert.notEqual(await parts.refreshStates(), first);
  }));

Deno.test("TableLoader.ofFeeds - loads again what has changed, and that alone", () =>
  world(async ({ parts, feeds, update }) => {
    const { load, made } = loader();
    await parts.refreshStates();
    const [, before] = await parts.loadFeeds(feeds, load);
    await update("a", 4);
    await parts.refreshStates();
    const [a, b] = await parts.loadFeeds(feeds, load);
    assert.equal(a.table.lines, 4);
    assert.equal(b, before);
    assert.equal(made.count, 3);
  }));

Deno.test("TableLoader.ofFeeds - what cannot be used is tried and told once", () =>
  world(async ({ parts, feeds, reported }) => {
    let tried = 0;
    const load = (): never => {
      tried++;
      throw new Error("no table");
    };
    await parts.refreshStates();
    for (let turn = 0; turn < 2; turn++) {
      assert.deepEqual(await parts.loadFeeds(feeds, load), []);
      parts.evictUnused();
    }
    assert.equal(tried, 2);
    assert.deepEqual(reported.sort(), [
      "a: Error: no table",
      "b: Error: no table",
    ]);
  }));

Deno.test("TableLoader.joined - one table, made again when one of its feeds changes", () =>
  world(async ({ parts, feeds, update }) => {
    const { load } = loader();
    const join = (all: readonly { lines: number }[]) => ({
      lines: all.reduce((sum, { lines }) => sum + lines, 0),
    });
    const joined = () => parts.loadJoined("all", feeds, { load, join });
    assert.equal(await joined(), undefined);
    await parts.refreshStates();
    const first = await joined();
    assert.equal(first?.table.lines, 5);
    assert.deepEqual(first?.infos.map(({ name }) => name), ["a", "b"]);
    assert.equal(await joined(), first);
    await update("b", 7);
    await parts.refreshStates();
    assert.equal((await joined())?.table.lines, 9);
  }));

Deno.test("TableLoader.joined - where a file broke the table stays; a new one is made without it", () =>
  world(async ({ parts, feeds, disk, pathOf, reported }) => {
    const { load } = loader();
    const join = (all: readonly { lines: number }[]) => all.length;
    const joined = (of: TableLoader) =>
      of.loadJoined("all", feeds, { load, join });
    await parts.refreshStates();
    const first = await joined(parts);
    await Deno.truncate(await pathOf("a"), 3);
    await parts.refreshStates();
    assert.equal(await joined(parts), first);
    assert.equal(reported.length, 1);
    const fresh = new TableLoader(disk.store, () => {});
    await fresh.refreshStates();
    assert.equal((await joined(fresh))?.table, 1);
  }));

Deno.test("TableLoader.sweep - forgets what nobody asked for", () =>
  world(async ({ parts, feeds }) => {
    const { load, made } = loader();
    await parts.refreshStates();
    await parts.loadFeeds(feeds, load);
    parts.evictUnused();
    await parts.loadFeeds(feeds.slice(1), load);
    parts.evictUnused();
    await parts.loadFeeds(feeds, load);
    assert.equal(made.count, 3);
  }));

Deno.test("TableLoader.loadFiles - a file that cannot be used is told once the others have been read", () =>
  world(async ({ parts }) => {
    const slow = Promise.withResolvers<string>();
    let isOver = false;
    const files = parts.loadFiles(
      ["slow", "broken"],
      (path) =>
        path === "slow" ? slow.promise : Promise.reject(new Error("broken")),
    )
      .catch((error) => {
        isOver = true;
        return error;
      });
    await new Promise((resolve) => setTimeout(resolve, 20));
    assert.equal(isOver, false);
    slow.resolve("table");
    assert.equal((await files).message, "broken");
  }));
