import assert from "node:assert/strict";
import {
  dataFiles,
  dueTime,
  oldData,
} from "../../../../lib/data/update/data_files.ts";
import { lineFeed, lines, MANIFEST } from "./line_feed.ts";
import { NOON, test } from "./update_fixture.ts";
import { createFeeds } from "../../../../lib/data/feeds/catalogue.ts";
import type { FeedState } from "../../../../lib/data/update/feed_store.ts";
import { LIST_MEANINGS } from "../../../../lib/ipinfo/risk/evidence.ts";

const DAY = 86_400_000;
const origin = { license: "CC0-1.0", attribution: "Nobody", url: "https://a" };

test("dataFiles - lists data in use first, with its dates and what is wrong", async ({ serve, feed, update, store }) => {
  const served = [serve("a", lines(2)), serve("b", "garbage\n")];
  await update(served);
  const bundled = { name: "Bundled", builtAt: NOON - 61 * DAY } as const;
  const needs = ["DATA_CONTACT"];
  const options = {
    infos: [
      { ...origin, ...bundled, isFaulty: true as const },
      { ...origin, name: "a", builtAt: NOON - 90 * DAY },
    ],
    feeds: [...served, feed("c"), feed("d")],
    states: await store.states(),
    needsOf: ({ name }: { name: string }) => name === "d" ? needs : [],
    now: NOON,
  };
  const none = {
    isInUse: false,
    builtAt: null,
    checkedAt: null,
    nextAt: null,
    isOld: false,
    needs: [],
    failure: null,
  };
  const files = dataFiles({ ...options, every: "weekly" });
  assert.deepEqual(files, [
    { ...none, ...bundled, isInUse: true, isOld: true, isFaulty: true },
    {
      name: "a",
      isInUse: true,
      // The download does not say when it was made.
      builtAt: null,
      checkedAt: NOON,
      nextAt: NOON + 7 * DAY,
      // It is the newest there is.
      isOld: false,
      needs: [],
      failure: null,
    },
    {
      ...none,
      name: "b",
      nextAt: NOON + DAY / 24,
      failure: { code: "malformed", reason: "line 1 is not a line" },
    },
    { ...none, name: "c", nextAt: NOON },
    { ...none, name: "d", needs },
  ]);
  for (const { nextAt } of dataFiles({ ...options, every: "off" })) {
    assert.equal(nextAt, null);
  }
});

const HOUR = 3_600_000;

const feed = lineFeed("a", "http://lists.example/");
const hourly = { ...feed, period: "hourly" } as const;
const daily = { ...feed, period: "daily" } as const;

const manifest = { ...MANIFEST, checkedAt: NOON - DAY };

function state(over: Partial<FeedState> = {}): FeedState {
  return { feed: "a", manifest, lastFailure: null, error: null, ...over };
}

Deno.test("dueTime - a period after the last check; a feed's own period wins", () => {
  const cases = [
    ["daily", [DAY, DAY, HOUR]],
    ["weekly", [7 * DAY, DAY, HOUR]],
    ["monthly", [30 * DAY, DAY, HOUR]],
  ] as const;
  for (const [every, periods] of cases) {
    const times = [feed, daily, hourly]
      .map((one) => dueTime(one, state(), every, NOON) - manifest.checkedAt);
    assert.deepEqual(times, periods, every);
  }
});

Deno.test("dueTime - 0 if there is no usable data", () => {
  const unusable = [
    { manifest: null },
    { error: "its manifest is damaged" },
    { manifest: { ...manifest, format: 2 } },
    // Recorded by a wrong clock.
    { manifest: { ...manifest, checkedAt: NOON + 1 } },
  ];
  for (const over of unusable) {
    assert.equal(dueTime(feed, state(over), "weekly", NOON), 0);
  }
});

Deno.test("dueTime - failures double the delay, up to a day and to the period", () => {
  const failure = { code: "unreachable", reason: "why" } as const;
  const due = (one: typeof feed, at: number, count: number) => {
    const lastFailure = { ...failure, at, count };
    return dueTime(one, state({ lastFailure }), "weekly", NOON);
  };
  const delays = (one: typeof feed) =>
    [1, 2, 3, 4, 5, 6, 7, 2000].map((count) =>
      (due(one, NOON, count) - NOON) / HOUR
    );
  assert.deepEqual(delays(feed), [1, 2, 4, 8, 16, 24, 24, 24]);
  assert.deepEqual(delays(hourly), [1, 1, 1, 1, 1, 1, 1, 1]);
  assert.equal(due(feed, NOON + 1, 1), 0);
});

Deno.test("createFeeds - Tor hourly; proxies, crawlers, abusers and routes daily", () => {
  const isDaily = /^(?:ris-.*|rpki|proxy|crawler|abuser)$/;
  for (const { name, period } of createFeeds({ now: () => NOON })) {
    const kind = LIST_MEANINGS.get(name)?.kind ?? name;
    const daily = isDaily.test(kind) ? "daily" : undefined;
    assert.equal(period, kind === "tor" ? "hourly" : daily, name);
  }
});

function info(name: string, ageDays: number) {
  return { name, builtAt: NOON - ageDays * DAY };
}

Deno.test("oldData - data more than 60 days old, oldest first", () => {
  const infos = [
    info("a", 60),
    info("b", 60.01),
    info("c", 170),
    info("d", -1),
  ];
  assert.deepEqual(oldData(infos, [], NOON), [
    { name: "c", days: 170 },
    { name: "b", days: 60 },
  ]);
});

test("oldData - downloaded data is as old as its last check", async ({ serve, update, store }) => {
  await update([serve("a", lines(2))]);
  const states = await store.states();
  const oldAfter = (days: number) =>
    oldData([info("a", 500)], states, NOON + days * DAY);
  assert.deepEqual(oldAfter(60), []);
  assert.deepEqual(oldAfter(61), [{ name: "a", days: 61 }]);
});
