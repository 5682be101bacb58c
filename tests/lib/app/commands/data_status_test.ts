import assert from "node:assert/strict";
import {
  dataStatus,
  type DataStatusOptions,
} from "../../../../lib/app/commands/data_status.ts";
import type { Manifest } from "../../../../lib/data/update/feed_store.ts";
import { lineFeed } from "../../data/update/line_feed.ts";
import samples from "./data_status.json" with { type: "json" };

const now = Date.UTC(2026, 10, 21, 12);
const HOUR = 3_600_000;

const manifest: Manifest = {
  feed: "tor-exits",
  file: "tor-exits.1.txt",
  format: 1,
  url: "https://lists.example/tor",
  etag: null,
  lastModified: null,
  fetchedAt: now - 5 * HOUR,
  checkedAt: now - HOUR,
  builtAt: null,
  entries: 1200,
  bytes: 17_400,
  sha256: "a".repeat(64),
  downloadSha256: "b".repeat(64),
};

const url = "https://lists.example/";
const whole = { lastFailure: null, error: null };

const options: DataStatusOptions = {
  now,
  dnsIndex: { path: "data/dns_index", entries: 4_096, bytes: 1_200_000 },
  bundled: [{
    name: "DB-IP city lite",
    builtAt: Date.UTC(2026, 5, 5),
    license: "CC-BY-4.0",
    attribution: "IP Geolocation by DB-IP",
    url: "https://db-ip.com",
    bytes: 134_000_000,
  }],
  configured: [{
    path: "/srv/City.mmdb",
    variable: "GEO_DATABASES",
    bytes: 70_000_000,
    info: {
      name: "GeoLite2-City",
      builtAt: Date.UTC(2026, 10, 20),
      license: "LicenseRef-GeoLite2-EULA",
      attribution: "GeoLite2 by MaxMind",
      url: "https://www.maxmind.com",
    },
  }, {
    path: "/srv/cn.xdb",
    variable: "CN_REGION_DB",
    error: "it is not there",
  }],
  feeds: ["tor-exits", "asn", "drop", "city", "vpn"].map((name) =>
    lineFeed(name, url, name === "tor-exits" ? { period: "hourly" } : {})
  ),
  every: "weekly",
  needOf: ({ name }) => name === "vpn" ? "needs DATA_CONTACT" : undefined,
  states: [
    { feed: "tor-exits", manifest, ...whole },
    {
      feed: "asn",
      manifest: { ...manifest, builtAt: now - 49 * HOUR, entries: 515_000 },
      lastFailure: {
        ...{ at: now - 24 * HOUR, code: "disk_full", count: 6 },
        reason: "the disk is full",
      },
      error: null,
    },
    {
      feed: "drop",
      manifest: null,
      lastFailure: {
        ...{ at: now, code: "unusable_download", count: 2 },
        reason: "lists.example answers 503",
      },
      error: "its manifest is damaged",
    },
    { feed: "gone", manifest, ...whole },
  ],
};

Deno.test("dataStatus - prints a table of bundled databases and all feeds", () =>
  assert.equal(
    dataStatus(options),
    `
NAME             DATE        AGE       CHECKED  NEXT RUN    ENTRIES      SIZE  LICENSE                   NOTE
DB-IP city lite  2026-06-05  169 days  –        –                 –  134.0 MB  CC-BY-4.0                 bundled
/srv/City.mmdb   2026-11-20  36 hours  –        –                 –   70.0 MB  LicenseRef-GeoLite2-EULA  set by GEO_DATABASES
/srv/cn.xdb      –           –         –        –                 –         –  –                         set by CN_REGION_DB; it is not there
tor-exits        –           –         1 hour   due           1,200   17.4 KB  CC0-1.0
asn              2026-11-19  2 days    1 hour   due         515,000   17.4 KB  CC0-1.0                   failed on 2026-11-20: the disk is full
drop             –           –         –        in 2 hours        –         –  CC0-1.0                   its manifest is damaged; failed on 2026-11-21: lists.example answers 503
city             –           –         –        due               –         –  CC0-1.0                   not downloaded yet
vpn              –           –         –        –                 –         –  CC0-1.0                   needs DATA_CONTACT
gone             –           –         1 hour   –             1,200   17.4 KB  –                         not in use: its feed is disabled or belongs to the other edition
data/dns_index   –           –         –        –             4,096    1.2 MB  –                         names seen by lookups
`.slice(1),
  ));

Deno.test("dataStatus - prints ages in hours below two days, then in days", () => {
  const feeds = [lineFeed("tor-exits", url)];
  const only = {
    ...options,
    bundled: [],
    configured: [],
    dnsIndex: null,
    feeds,
  };
  const ageAfter = (hours: number) =>
    dataStatus({ ...only, now: manifest.checkedAt + hours * HOUR })
      .split("\n")[1].split(/ {2,}/)[3];
  assert.deepEqual(
    [-1, 0.9, 1, 47.9, 48, 72].map(ageAfter),
    ["0 hours", "0 hours", "1 hour", "47 hours", "2 days", "3 days"],
  );
});

Deno.test("dataStatus - prints JSON", () => {
  const text = dataStatus({
    ...options,
    states: options.states.slice(1),
    feeds: options.feeds.slice(1, 5),
    json: true,
  });
  assert(text.endsWith("}\n"));
  const { notDownloaded: none, others } = samples;
  const NEXT = "2026-11-21T12:00:00.000Z";
  assert.deepEqual(JSON.parse(text), {
    ...others,
    feeds: [
      {
        ...{ ...none, name: "asn", entries: 515_000, bytes: 17_400 },
        built_at: "2026-11-19T11:00:00.000Z",
        fetched_at: "2026-11-21T07:00:00.000Z",
        checked_at: "2026-11-21T11:00:00.000Z",
        next_run_at: NEXT,
        last_failure: {
          at: "2026-11-20T12:00:00.000Z",
          reason: "the disk is full",
        },
      },
      {
        ...{ ...none, name: "drop", error: "its manifest is damaged" },
        next_run_at: "2026-11-21T14:00:00.000Z",
        last_failure: { at: NEXT, reason: "lists.example answers 503" },
      },
      { ...none, name: "city", next_run_at: NEXT },
      { ...none, name: "vpn", needs: "needs DATA_CONTACT" },
    ],
  });
});

Deno.test("dataStatus - shows no next run if updates are off", () => {
  const text = dataStatus({ ...options, every: "off", json: true });
  const { feeds } = JSON.parse(text) as { feeds: { next_run_at: unknown }[] };
  const times = feeds.map(({ next_run_at }) => next_run_at);
  assert.deepEqual(times, Array(5).fill(null));
});

Deno.test("dataStatus - repeats what the maker of bundled data warns of", () => {
  const warning =
    "its maker says that it contains errors and gets no updates; in use until `data update` has others";
  const faulty = {
    ...options,
    bundled: [{ ...options.bundled[0], isFaulty: true as const }],
  };
  const [, first] = dataStatus(faulty).split("\n");
  assert(first.endsWith(`  bundled; ${warning}`), first);
  const { bundled } = JSON.parse(dataStatus({ ...faulty, json: true }));
  assert.equal(bundled[0].warning, warning);
});

Deno.test("dataStatus - warns of a geofeed that can place any address", () => {
  const warning =
    "can place any address: GEOFEEDS has no AS numbers before its URL";
  const one = {
    ...options,
    feeds: [lineFeed("geofeed-a", url, { isUnlimited: true })],
    states: [],
  };
  const row = dataStatus(one).match(/^geofeed-a .*?(not.*)$/m)?.[1];
  assert.equal(row, `not downloaded yet; ${warning}`);
  const { feeds } = JSON.parse(dataStatus({ ...one, json: true }));
  assert.equal(feeds[0].warning, warning);
});
