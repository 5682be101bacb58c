/** A website that was visited, and the time at which its tests look. */
import type { UmamiData, UmamiStats } from "../../support/umami_server.ts";

/** Noon of the last of the thirty days. */
export const NOW = Date.UTC(2026, 10, 21, 12);
/** When the first of them began. */
export const START = Date.UTC(2026, 9, 23);

const now: UmamiStats = {
  visitors: 1_234,
  pageviews: 4_321,
  visits: 2_000,
  bounces: 500,
  totaltime: 180_000,
};

const before: UmamiStats = {
  visitors: 1_000,
  pageviews: 5_000,
  visits: 1_600,
  bounces: 320,
  totaltime: 160_000,
};

export const site: UmamiData = {
  stats: (startMs) => startMs === START ? now : before,
  pageviews: {
    "2026-10-21": 75,
    "2026-10-22": 45,
    "2026-10-23": 10,
    "2026-11-20": 60,
    "2026-11-21": 140,
    "2026-11-20 09": 12,
    "2026-11-21 08": 30,
    "2026-11-21 12": 20,
  },
  visitors: {
    "2026-10-23": 4,
    "2026-11-20": 30,
    "2026-11-21": 70,
    "2026-11-21 12": 15,
  },
  countries: [
    ["DE", 600],
    ["US", 300],
    ["CN", 150],
    ["FR", 80],
    [null, 40],
    ["AT", 3],
  ],
  regions: [
    ["DE-BY", 400, "DE"],
    ["US-CA", 200, "US"],
    ["FR-IDF", 80, "FR"],
    ["CN-BJ", 70, "CN"],
    [null, 20, "IE"],
    ["DE-BE", 10, "DE"],
  ],
  pages: [["/", 900], ["/docs", 300], ["/blog/first", 120]],
  referrers: [["news.example.org", 200], ["search.example.com", 50]],
  browsers: [["chrome", 700], ["safari", 400], ["lynx", 2]],
  devices: [["desktop", 800], ["mobile", 434]],
  active: 7,
};

/** Nobody came. */
export const desert: UmamiData = {
  stats: () => ({
    visitors: 0,
    pageviews: 0,
    visits: 0,
    bounces: 0,
    totaltime: 0,
  }),
  pageviews: {},
  visitors: {},
  countries: [],
  regions: [],
};
