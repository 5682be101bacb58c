import assert from "node:assert/strict";
import { ConfigError } from "../../../../lib/core/errors.ts";
import {
  configuredFeeds,
  createFeedStore,
  updateOptions,
  type UpdateSettings,
} from "../../../../lib/data/update/update_settings.ts";
import { bundledData } from "../../../support/bundled_data.ts";
import { compiled } from "../feeds/downloads.ts";

const now = () => Date.UTC(2026, 10, 21);

const feeds = (
  urls: readonly (readonly [string, string])[],
  dataRoot = bundledData,
  geofeeds: UpdateSettings["GEOFEEDS"] = [],
) =>
  configuredFeeds(
    { GEO_EDITION: "country", DATA_URLS: [...urls], GEOFEEDS: geofeeds },
    dataRoot,
    now,
  );

Deno.test("configuredFeeds - the feeds of the edition, with the configured URLs", async () => {
  const made = await feeds([["tor-exits", "http://a.example/"], [
    "aws",
    "off",
  ]]);
  const names = made.map(({ name }) => name);
  assert(names.includes("dbip-country") && !names.includes("dbip-city"));
  assert(!names.includes("aws"));
  assert.deepEqual(
    made.find(({ name }) => name === "tor-exits")?.urls(now()),
    ["http://a.example/"],
  );
});

Deno.test("configuredFeeds - a feed for each geofeed, named by host and URL", async () => {
  const url = "https://geo.example/feed.csv";
  const made = await feeds([], bundledData, [
    { url, networks: [64500] },
    { url: `${url}?2`, networks: [] },
  ]);
  const geofeeds = made.filter(({ name }) => name.startsWith("geofeed-"));
  assert.deepEqual(geofeeds.map((feed) => feed.urls(now())), [[url], [
    `${url}?2`,
  ]]);
  assert.deepEqual(
    geofeeds.map(({ networks, isUnlimited }) => [networks, isUnlimited]),
    [[[64500], undefined], [undefined, true]],
  );
  assert.deepEqual(made.filter(({ isUnlimited }) => isUnlimited).length, 1);
  const [one, two] = geofeeds.map(({ name }) => name);
  assert.match(one, /^geofeed-geo-example-[0-9a-f]{6}$/);
  assert.notEqual(one, two);
  const twice = { url, networks: [] };
  await assert.rejects(feeds([], bundledData, [twice, twice]), (error) => {
    assert(error instanceof ConfigError);
    const message = `${url} is listed twice`;
    assert.deepEqual(error.issues, [{ variable: "GEOFEEDS", message }]);
    return true;
  });
});

const cases = [
  [[["tor", "off"]], 'Cannot configure the feed "tor": it does not exist'],
  [
    [["aws", "ftp://a/"]],
    'Cannot download the feed "aws" from "ftp://a/": it is not an HTTP URL',
  ],
  [
    [["aws", "off"], ["gptbot", "off"], ["aws", "http://a.example/"]],
    'the feed "aws" is listed twice',
  ],
] as const;
for (const [urls, message] of cases) {
  Deno.test(`configuredFeeds - ConfigError: ${message}`, async () => {
    await assert.rejects(feeds(urls), (error) => {
      assert(error instanceof ConfigError);
      assert.deepEqual(error.issues, [{ variable: "DATA_URLS", message }]);
      return true;
    });
  });
}

Deno.test("configuredFeeds - without the bundled tables the error of iptoasn names the remedy", async () => {
  const made = await feeds([], new URL("file:///nonexistent/"));
  const iptoasn = made.find(({ name }) => name === "iptoasn");
  assert(iptoasn);
  await assert.rejects(
    compiled(
      (source, target) => iptoasn.compile(source, target),
      "8.8.8.0\t8.8.8.255\t15169\tUS\tGOOGLE\n",
    ),
    { message: "the databases are not built: run `deno task build`." },
  );
});

Deno.test("updateOptions - credentials if both are set, and the store in DATA_DIR", () => {
  const settings: UpdateSettings = {
    DATA_DIR: "/srv/porthole",
    GEO_EDITION: "country",
    DATA_URLS: [],
    GEOFEEDS: [],
    DATA_CONTACT: "admin@site.example",
    MAXMIND_ACCOUNT_ID: "1",
    MAXMIND_LICENSE_KEY: undefined,
  };
  const { store, ...rest } = updateOptions(settings);
  assert.equal(store.folder, "/srv/porthole/data");
  assert.equal(createFeedStore(settings).folder, store.folder);
  assert.deepEqual(rest, {
    credentials: undefined,
    contact: "admin@site.example",
  });
  assert.deepEqual(
    updateOptions({ ...settings, MAXMIND_LICENSE_KEY: "k" }).credentials,
    { accountId: "1", licenseKey: "k" },
  );
});
