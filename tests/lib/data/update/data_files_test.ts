import assert from "node:assert/strict";
import { dataFiles } from "../../../../lib/data/update/data_files.ts";
import { feedServer } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { fixture, NOON } from "./update_fixture.ts";

const DAY = 86_400_000;
const origin = { licence: "CC0-1.0", attribution: "Nobody", url: "https://a" };

Deno.test("dataFiles - lists data in use first, with its dates and what is wrong", async () => {
  await using server = feedServer({
    "/a": () => new Response(lines(2)),
    "/b": () => new Response("garbage\n"),
  });
  await using data = await fixture();
  const feeds = ["a", "b", "c", "d"].map((name) =>
    lineFeed(name, `${server.origin}/${name}`)
  );
  await data.update(feeds.slice(0, 2));
  const options = {
    infos: [
      { ...origin, name: "Bundled", builtAt: NOON - 61 * DAY },
      { ...origin, name: "a", builtAt: NOON - 90 * DAY },
    ],
    feeds,
    states: await data.store.states(),
    needOf: ({ name }: { name: string }) =>
      name === "d" ? "needs DATA_CONTACT" : undefined,
    now: NOON,
  };
  const none = { builtAt: null, checkedAt: null, nextAt: null, isOld: false };
  const files = dataFiles({ ...options, every: "weekly" });
  assert.deepEqual(files, [
    {
      ...none,
      name: "Bundled",
      isInUse: true,
      builtAt: NOON - 61 * DAY,
      isOld: true,
      problem: null,
    },
    {
      name: "a",
      isInUse: true,
      builtAt: NOON - 90 * DAY,
      checkedAt: NOON,
      nextAt: NOON + 7 * DAY,
      // It is the newest there is.
      isOld: false,
      problem: null,
    },
    {
      ...none,
      name: "b",
      isInUse: false,
      nextAt: NOON + DAY / 24,
      problem: files[2].problem,
    },
    { ...none, name: "c", isInUse: false, nextAt: NOON, problem: null },
    { ...none, name: "d", isInUse: false, problem: "needs DATA_CONTACT" },
  ]);
  assert.match(files[2].problem ?? "", /line 1 is not a line/);
  assert.deepEqual(
    dataFiles({ ...options, every: "off" }).map(({ nextAt }) => nextAt),
    [null, null, null, null, null],
  );
});
