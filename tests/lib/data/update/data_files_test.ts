import assert from "node:assert/strict";
import {
  dataFiles,
  dueTime,
  oldData,
} from "../../../../lib/data/update/data_files.ts";
import { feedServer } from "./feed_server.ts";
import { lineFeed, lines } from "./line_feed.ts";
import { fixture, NOON } from "./update_fixture.ts";
import { createFeeds } from "../../../../lib/data/feeds/catalogue.ts";
import type {
  FeedState,
  Manifest,
} from "../../../../lib/data/update/feed_store.ts";
import { LIST_MEANINGS } from "../../../../lib/ipinfo/risk/evidence.ts";

const DAY = 86_400_000;
const origin = { license: "CC0-1.0", attribution: "Nobody", url: "https://a" };

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
      {
        ...origin,
        name: "Bundled",
        builtAt: NOON - 61 * DAY,
        isFaulty: true as const,
      },
      { ...origin, name: "a", builtAt: NOON - 90 * DAY },
    ],
    feeds,
    states: await data.store.states(),
    needsOf: ({ name }: { name: string }) =>
      name === "d" ? ["DATA_CONTACT"] : [],
    now: NOON,
  };
  const none = {
    builtAt: null,
    checkedAt: null,
    nextAt: null,
    isOld: false,
    needs: [],
    failure: null,
  };
  const files = dataFiles({ ...options, every: "weekly" });
  assert.deepEqual(files, [
    {
      ...none,
      name: "Bundled",
      isInUse: true,
      builtAt: NOON - 61 * DAY,
      isOld: true,
      isFaulty: true,
    },
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
      isInUse: false,
      nextAt: NOON + DAY / 24,
      failure: files[2].failure,
    },
    { ...none, name: "c", isInUse: false, nextAt: NOON },
    { ...none, name: "d", isInUse: false, needs: ["DATA_CONTACT"] },
  ]);
  assert.deepEqual(files[2].failure, {
    code: "malformed",
    reason: "line 1 is not a line",
  });
  assert.deepEqual(
    dataFiles({ ...options, every: "off" }).map(({ nextAt }) => nextAt),
    [null, null, null, null, null],
  );
});

const HOUR = 3_600_000;

const feed = lineFeed("a", "http://lists.example/");
const hourly = { ...feed, period: "hourly" } as const;
const daily = { ...feed, period: "daily" } as const;

const manifest: Manifest = {
  feed: "a",
  file: "a.1.txt",
  format: 1,
  url: "http://lists.example/",
  etag: null,
  lastModified: null,
  fetchedAt: NOON - 40 * DAY,
  checkedAt: NOON - DAY,
  builtAt: null,
  entries: 1,
  bytes: 1,
  sha256: "a".repeat(64),
  downloadSha256: "b".repeat(64),
};

function state(over: Partial<FeedState> = {}): FeedState {
  return { feed: "a", manifest, lastFailure: null, error: null, ...over };
}

Deno.test("dueTime - a period after the last check; a feed's own period wins", () => {
  const checked = state();
  const after = (time: number) => time - manifest.checkedAt;
  assert.deepEqual(
    (["daily", "weekly", "monthly"] as const).map((every) =>
      [feed, daily, hourly].map((one) =>
        after(dueTime(one, checked, every, NOON))
      )
    ),
    [[DAY, DAY, HOUR], [7 * DAY, DAY, HOUR], [30 * DAY, DAY, HOUR]],
  );
});

Deno.test("dueTime - 0 if there is no usable data", () => {
  for (
    const unusable of [
      state({ manifest: null }),
      state({ error: "its manifest is damaged" }),
      state({ manifest: { ...manifest, format: 2 } }),
      // Recorded by a wrong clock.
      state({ manifest: { ...manifest, checkedAt: NOON + 1 } }),
    ]
  ) assert.equal(dueTime(feed, unusable, "weekly", NOON), 0);
});

Deno.test("dueTime - failures double the delay, up to a day and to the period", () => {
  const delays = (one: typeof feed) =>
    [1, 2, 3, 4, 5, 6, 7, 2000].map((count) => {
      const lastFailure = {
        at: NOON,
        code: "unreachable",
        reason: "why",
        count,
      } as const;
      const time = dueTime(one, state({ lastFailure }), "weekly", NOON);
      return (time - NOON) / HOUR;
    });
  assert.deepEqual(delays(feed), [1, 2, 4, 8, 16, 24, 24, 24]);
  assert.deepEqual(delays(hourly), [1, 1, 1, 1, 1, 1, 1, 1]);
  const lastFailure = {
    at: NOON + 1,
    code: "unreachable",
    reason: "why",
    count: 1,
  } as const;
  assert.equal(dueTime(feed, state({ lastFailure }), "weekly", NOON), 0);
});

Deno.test("createFeeds - Tor hourly; proxies, crawlers, abusers and routes daily", () => {
  const feeds = createFeeds({ now: () => NOON });
  const periods = {
    tor: "hourly",
    proxy: "daily",
    crawler: "daily",
    abuser: "daily",
  };
  for (const { name, period } of feeds) {
    const kind = LIST_MEANINGS.get(name)?.kind;
    assert.equal(
      period,
      /^(?:ris-|rpki$)/.test(name)
        ? "daily"
        : Object.entries(periods).find(([k]) => k === kind)?.[1],
      name,
    );
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

Deno.test("oldData - downloaded data is as old as its last check", async () => {
  await using server = feedServer({ "/a": () => new Response(lines(2)) });
  await using data = await fixture();
  await data.update([lineFeed("a", `${server.origin}/a`)]);
  const states: FeedState[] = await data.store.states();
  assert.deepEqual(
    oldData([info("a", 500)], states, NOON + 60 * DAY),
    [],
  );
  assert.deepEqual(oldData([info("a", 500)], states, NOON + 61 * DAY), [
    { name: "a", days: 61 },
  ]);
});
