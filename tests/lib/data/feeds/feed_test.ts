import assert from "node:assert/strict";
import {
  configureFeeds,
  type FeedDefinition,
  parseGeofeed,
} from "../../../../lib/data/feeds/feed.ts";
import samples from "./feed.json" with { type: "json" };

const definition = (name: string, ...urls: string[]): FeedDefinition => ({
  name,
  defaultUrls: urls.map((url) => `https://${url}`),
  kind: "prefixes",
  packing: "plain",
  maxBytes: 1,
  extension: "txt",
  format: 1,
  license: "CC0-1.0",
  attribution: "Somebody",
  homepage: "https://a.example",
  compile: () => Promise.resolve({ entries: 1, builtAt: null }),
});

const configured = (
  definitions: readonly FeedDefinition[],
  urls: Record<string, string> = {},
) => configureFeeds(definitions, new Map(Object.entries(urls)));

const january = Date.UTC(2027, 0, 31, 23);

Deno.test("configureFeeds - the URL of this month, then of last month", () => {
  const [feed] = configured([
    definition("a", "a.example/{month}/x-{month}.gz"),
  ]);
  assert.deepEqual(feed.urls(january), [
    "https://a.example/2027-01/x-2027-01.gz",
    "https://a.example/2026-12/x-2026-12.gz",
  ]);
});

const cases = [
  // A Sunday.
  ["2027-01-31", ["20270125", "20270118", "20270111", "20270104"]],
  ["2027-02-01", ["20270201", "20270125", "20270118", "20270111"]],
  ["2027-02-02", ["20270201", "20270125", "20270118", "20270111"]],
] as const;
for (const [day, mondays] of cases) {
  Deno.test(`configureFeeds - the URLs of the last four Mondays on ${day}`, () => {
    const [feed] = configured([definition("a", "a.example/x-{monday}.json")]);
    for (const time of ["00:00:00", "23:59:59"]) {
      assert.deepEqual(
        feed.urls(Date.parse(`${day}T${time}Z`)),
        mondays.map((monday) => `https://a.example/x-${monday}.json`),
      );
    }
  });
}

Deno.test("configureFeeds - the default URLs in order", () => {
  const [feed] = configured([
    definition("a", "a.example/new", "a.example/old"),
  ]);
  const urls = ["https://a.example/new", "https://a.example/old"];
  assert.deepEqual(feed.urls(january), urls);
});

Deno.test("configureFeeds - a configured URL replaces the defaults, and may contain the month", () => {
  const definitions = [
    definition("a", "a.example/1", "a.example/2"),
    definition("b", "b.example/1"),
    definition("c", "c.example/1"),
  ];
  const urls = {
    a: "http://127.0.0.1:8080/a",
    b: "https://mirror.example/{month}",
  };
  assert.deepEqual(
    configured(definitions, urls).map((feed) => feed.urls(january)),
    [
      ["http://127.0.0.1:8080/a"],
      ["https://mirror.example/2027-01", "https://mirror.example/2026-12"],
      ["https://c.example/1"],
    ],
  );
});

Deno.test("configureFeeds - a mirror needs no credentials and has no SHA-256, unlike another URL of the publisher", () => {
  const licensed: FeedDefinition = {
    ...definition("a", "a.example/file"),
    credentials: "maxmind",
    hasSha256: true,
  };
  const needs = (urls?: Record<string, string>) => {
    const [{ credentials, hasSha256 }] = configured([licensed], urls);
    return [credentials, hasSha256];
  };
  assert.deepEqual(needs(), ["maxmind", true]);
  assert.deepEqual(needs({ a: "https://a.example/other" }), ["maxmind", true]);
  for (const a of ["https://mirror.example/file", "http://a.example/file"]) {
    assert.deepEqual(needs({ a }), [undefined, undefined], a);
  }
});

Deno.test("configureFeeds - removes a feed that is off", () => {
  const definitions = [
    definition("a", "a.example"),
    definition("b", "b.example"),
  ];
  const feeds = configured(definitions, { a: "off" });
  assert.deepEqual(feeds.map(({ name }) => name), ["b"]);
});

Deno.test("configureFeeds - throws for an unknown name and anything but an HTTP URL", () => {
  const refused = (name: string, url: string) => () =>
    configured([definition("a", "a.example")], { [name]: url });
  assert.throws(
    refused("b", "off"),
    /^Error: Cannot configure the feed "b": this configuration has no such feed$/,
  );
  for (const url of ["", "on", "/data/x", "file:///etc/passwd", "ftp://a/b"]) {
    assert.throws(refused("a", url), /: it is not an HTTP URL$/, url);
  }
});

const rows = samples.geofeeds as [text: string, geofeed: unknown][];
for (const [text, geofeed] of rows) {
  Deno.test(`parseGeofeed - ${text}`, () =>
    assert.deepEqual(parseGeofeed(text), geofeed));
}
