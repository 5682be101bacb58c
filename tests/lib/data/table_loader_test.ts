import assert from "node:assert/strict";
import { TableLoader } from "../../../lib/data/table_loader.ts";
import { lineFeed, lines } from "./update/line_feed.ts";
import { servedFixture } from "./update/update_fixture.ts";
import { testWith } from "../../support/test_with.ts";

const test = testWith(withLoader);

/** A loader over a store of the feeds "a" and "b", of two and three lines. */
async function withLoader() {
  const disk = await servedFixture();
  const { serve, store, folder, clock } = disk;
  const feeds = [serve("a", lines(2)), serve("b", lines(3))];
  await disk.update(feeds);
  const reported: string[] = [];
  const report = (name: string, error: unknown) =>
    reported.push(`${name}: ${error}`);
  const loader = new TableLoader(store, report);
  /** How many tables of lines were loaded. */
  const made = { count: 0 };
  const load = (bytes: Uint8Array) => {
    made.count++;
    return { lines: new TextDecoder().decode(bytes).split("\n").length - 1 };
  };
  return {
    ...disk,
    disk,
    reported,
    feeds,
    loader,
    made,
    load,
    loadFeeds: (some = feeds) => loader.loadFeeds(some, load),
    pathOf: async (feed: string) =>
      `${folder}/${(await store.state(feed)).manifest?.file}`,
    async update(feed: string, count: number) {
      serve(feed, lines(count));
      clock.now++;
      await disk.update(feeds, { only: [feed] });
    },
  };
}

test("TableLoader.loadFeeds - no tables before the first refreshStates", async ({ loader, loadFeeds, made, feeds }) => {
  assert.deepEqual([await loadFeeds(), loader.infosOf(feeds)], [[], []]);
  assert.equal(loader.isStoreEmpty(), true);
  await loader.refreshStates();
  assert.equal(loader.isStoreEmpty(), false);
  const tables = await loadFeeds();
  const lines = tables.map(({ table, info }) => [info.name, table.lines]);
  assert.deepEqual(lines, [["a", 2], ["b", 3]]);
  assert.deepEqual(loader.infosOf(feeds), tables.map(({ info }) => info));
  assert.equal(made.count, 2);
});

test("TableLoader.refreshStates - reports once that the store cannot be read, until it can", async ({ loader, store, folder, reported }) => {
  const first = await loader.refreshStates();
  const away = `${folder}.away`;
  const line =
    `downloaded data: Error: Cannot read ${folder}: Not a directory (os error 20): readdir '${folder}'`;
  for (let i = 1; i <= 2; i++) {
    await Deno.rename(folder, away);
    await Deno.writeTextFile(folder, "no folder");
    assert.equal(await loader.refreshStates(), first);
    assert.equal(await loader.refreshStates(), first);
    // A loader that never could.
    await new TableLoader(store, loader.report).refreshStates();
    assert.deepEqual(reported, Array(2 * i).fill(line));
    await Deno.remove(folder);
    await Deno.rename(away, folder);
    assert.equal(await loader.refreshStates(), first);
  }
});

test("TableLoader.refreshStates - the stamp changes if and only if the data or its date does", async ({ loader, update, disk, feeds }) => {
  const dated = feeds.map((feed) => ({
    ...feed,
    compile: async (source: string, target: string) => ({
      ...await feed.compile(source, target),
      builtAt: 1,
    }),
  }));
  await disk.update(dated, { force: true });
  const first = await loader.refreshStates();
  assert.equal(await loader.refreshStates(), first);
  disk.clock.now++;
  await disk.update(dated);
  assert.equal(await loader.refreshStates(), first);
  await disk.update([lineFeed("none", "http://127.0.0.1:1/")]);
  assert.equal(await loader.refreshStates(), first);
  await update("a", 4);
  assert.notEqual(await loader.refreshStates(), first);
});

test("TableLoader.loadFeeds - data without a date is as new as its last check", async ({ loader, loadFeeds, disk, feeds }) => {
  const dateOf = async () => {
    await loader.refreshStates();
    const [{ info }] = await loadFeeds();
    return [info.builtAt, info.download];
  };
  const undated = () => {
    const { now } = disk.clock;
    return [now, { at: now, isDated: false }];
  };
  assert.deepEqual(await dateOf(), undated());
  disk.clock.now += 86_400_000;
  await disk.update(feeds);
  assert.deepEqual(await dateOf(), undated());
});

test("TableLoader.loadFeeds - reloads only what has changed", async ({ loader, loadFeeds, made, update }) => {
  await loader.refreshStates();
  const [, before] = await loadFeeds();
  await update("a", 4);
  await loader.refreshStates();
  const [a, b] = await loadFeeds();
  assert.equal(a.table.lines, 4);
  assert.equal(b, before);
  assert.equal(made.count, 3);
});

test("TableLoader.loadFeeds - tries and reports unusable data once", async ({ loader, feeds, reported }) => {
  let tried = 0;
  const load = (): never => {
    tried++;
    throw new Error("no table");
  };
  await loader.refreshStates();
  for (let turn = 0; turn < 2; turn++) {
    assert.deepEqual(await loader.loadFeeds(feeds, load), []);
    loader.evictUnused();
  }
  assert.equal(tried, 2);
  const errors = ["a: Error: no table", "b: Error: no table"];
  assert.deepEqual(reported.sort(), errors);
});

test("TableLoader.loadFeeds - no data of another format, and none with a wrong SHA-256 unless it has a checksum of its own", async ({ loader, feeds: [a, b], load, store, pathOf, reported }) => {
  await loader.refreshStates();
  await Deno.writeTextFile(await pathOf("a"), lines(2).replace("0", "9"));
  const other = { ...b, format: b.format + 1 };
  assert.deepEqual(await loader.loadFeeds([a, other], load), []);
  assert.deepEqual(loader.infosOf([other]), []);
  assert.deepEqual(reported.sort(), [
    "a: Error: Cannot open the data of a: a.1795262400000.txt is damaged",
    "b: Error: it was made for another version of Porthole; run `data update` to download it again",
  ]);
  const fresh = new TableLoader(store, () => {});
  await fresh.refreshStates();
  const own = [{ ...a, extension: "bin" }] as const;
  assert.equal((await fresh.loadFeeds(own, load)).length, 1);
});

test("TableLoader.loadMerged - merges the table again if one of its feeds changes", async ({ loader, feeds, load, update }) => {
  const merge = (all: readonly { lines: number }[]) => ({
    lines: all.reduce((sum, { lines }) => sum + lines, 0),
  });
  const merged = () => loader.loadMerged("all", feeds, { load, merge });
  assert.equal(await merged(), undefined);
  await loader.refreshStates();
  const first = await merged();
  assert.equal(first?.table.lines, 5);
  assert.deepEqual(first?.infos.map(({ name }) => name), ["a", "b"]);
  assert.equal(await merged(), first);
  await update("b", 7);
  await loader.refreshStates();
  assert.equal((await merged())?.table.lines, 9);
});

test("TableLoader.loadMerged - keeps the table if a file breaks, and loads a new one without that file", async ({ loader, feeds, load, store, pathOf, reported }) => {
  const merge = (all: readonly { lines: number }[]) => all.length;
  const merged = (of: TableLoader) =>
    of.loadMerged("all", feeds, { load, merge });
  await loader.refreshStates();
  const first = await merged(loader);
  await Deno.truncate(await pathOf("a"), 3);
  await loader.refreshStates();
  assert.equal(await merged(loader), first);
  assert.equal(reported.length, 1);
  const fresh = new TableLoader(store, () => {});
  await fresh.refreshStates();
  assert.equal((await merged(fresh))?.table, 1);
});

test("TableLoader.evictUnused - drops tables that were not requested", async ({ loader, feeds, loadFeeds, made }) => {
  await loader.refreshStates();
  await loadFeeds();
  loader.evictUnused();
  await loadFeeds(feeds.slice(1));
  loader.evictUnused();
  await loadFeeds();
  assert.equal(made.count, 3);
});

test("TableLoader.loadFiles - rejects for an unusable file after the others have been read", async ({ loader }) => {
  const slow = Promise.withResolvers<string>();
  let isOver = false;
  const load = (path: string) =>
    path === "slow" ? slow.promise : Promise.reject(new Error("broken"));
  const files = loader.loadFiles(["slow", "broken"], load).catch((error) => {
    isOver = true;
    return error;
  });
  await new Promise((resolve) => setTimeout(resolve, 20));
  assert.equal(isOver, false);
  slow.resolve("table");
  assert.equal((await files).message, "broken");
});
