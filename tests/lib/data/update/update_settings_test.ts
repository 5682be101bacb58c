import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { ConfigError } from "../../../../lib/core/errors.ts";
import {
  configuredFeeds,
  createFeedStore,
  updateOptions,
  type UpdateSettings,
} from "../../../../lib/data/update/update_settings.ts";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import { bundledData } from "../../../support/bundled_data.ts";
import { compiled } from "../feeds/downloads.ts";
import { ROUTES } from "../table_feeds.ts";
import { test } from "./update_fixture.ts";

const now = () => Date.UTC(2026, 10, 21);

type Urls = readonly (readonly [feed: string, url: string])[];

const SETTINGS: UpdateSettings = {
  DATA_DIR: "/nonexistent",
  GEO_EDITION: "country",
  DATA_URLS: [],
  GEOFEEDS: [],
};

const feeds = (
  urls: Urls,
  more?: Partial<UpdateSettings>,
  dataRoot = bundledData,
) =>
  configuredFeeds(
    { ...SETTINGS, DATA_URLS: [...urls], ...more },
    dataRoot,
    now,
  );

Deno.test("configuredFeeds - the feeds of the edition, with the configured URLs", async () => {
  const url = "http://a.example/";
  const made = await feeds([["tor-exits", url], ["aws", "off"]]);
  const names = made.map(({ name }) => name);
  assert(names.includes("dbip-country") && !names.includes("dbip-city"));
  assert(!names.includes("aws"));
  const tor = made.find(({ name }) => name === "tor-exits");
  assert.deepEqual(tor?.urls(now()), [url]);
});

Deno.test("configuredFeeds - a feed for each geofeed, named by host and URL", async () => {
  const url = "https://geo.example/feed.csv";
  const second = { url: `${url}?2`, networks: [] };
  const GEOFEEDS = [{ url, networks: [64500] }, second];
  const made = await feeds([], { GEOFEEDS });
  const geofeeds = made.filter(({ name }) => name.startsWith("geofeed-"));
  assert.deepEqual(
    geofeeds.map((one) => [one.urls(now()), one.networks, one.isUnlimited]),
    [[[url], [64500], undefined], [[second.url], undefined, true]],
  );
  assert.deepEqual(made.filter(({ isUnlimited }) => isUnlimited).length, 1);
  const [one, two] = geofeeds.map(({ name }) => name);
  assert.match(one, /^geofeed-geo-example-[0-9a-f]{6}$/);
  assert.notEqual(one, two);
  const twice = feeds([], { GEOFEEDS: [second, second] });
  const message = `${second.url} is listed twice`;
  await assert.rejects(twice, configError("GEOFEEDS", message));
});

const configError = (variable: string, message: string) => (error: unknown) => {
  assert(error instanceof ConfigError);
  assert.deepEqual(error.issues, [{ variable, message }]);
  return true;
};

const cases: [message: string, ...urls: Urls][] = [
  [
    'Cannot configure the feed "tor": this configuration has no such feed',
    ["tor", "off"],
  ],
  [
    'Cannot download the feed "aws" from "ftp://a/": it is not an HTTP URL',
    ["aws", "ftp://a/"],
  ],
  [
    'the feed "aws" is listed twice',
    ...[["aws", "off"], ["gptbot", "off"], ["aws", "http://a/"]] as const,
  ],
];
for (const [message, ...urls] of cases) {
  Deno.test(`configuredFeeds - ConfigError: ${message}`, () =>
    assert.rejects(feeds(urls), configError("DATA_URLS", message)));
}

Deno.test("configuredFeeds - without the bundled tables the error of iptoasn names the remedy", async () => {
  const made = await feeds([], {}, new URL("file:///nonexistent/"));
  const { compile } = made.find(({ name }) => name === "iptoasn")!;
  const row = "8.8.8.0\t8.8.8.255\t15169\tUS\tGOOGLE\n";
  await assert.rejects(compiled(compile, row), {
    message: "the databases are not built: run `deno task build`.",
  });
});

const routes = `${ROUTES[4]}64000\t4.0.0.0/9\t300\n`;

test("configuredFeeds - routes take names from DB-IP, then ipverse, and from the bundled table if ipverse is missing", async (disk) => {
  const DATA_DIR = disk.folder.replace(/data$/, "");
  const named = async (urls: Urls = []) => {
    const made = await feeds(urls, { DATA_DIR });
    const { compile } = made.find(({ name }) => name === "ris-v4")!;
    const { stored } = await compiled(compile, routes);
    const names = AsnTable.loadRoutes(stored).organizations();
    return Array.from(names, ({ asn, org }) => `${asn} ${org}`).sort();
  };
  const bundled = [
    "13335 Cloudflare, Inc.",
    "15169 Google LLC",
    "19281 Quad9",
    "3333 Reseaux IP Europeens Network Coordination Centre (RIPE NCC)",
    "64000 ",
  ];
  assert.deepEqual(await named(), bundled);

  disk.routes["/asn"] = gzipSync([
    '1.1.1.0,1.1.1.255,13335,"Cloudflare, newly named"',
    "4.0.0.0,4.127.255.255,64000,New Network",
    "8.8.8.0,8.8.8.255,15169,Alphabet",
    "193.0.0.0,193.0.7.255,3333,RIPE NCC",
    "2001:4860::,2001:4860:ffff:ffff:ffff:ffff:ffff:ffff,15169,Another name",
    "",
  ].join("\n"));
  disk.routes["/names"] = "asn,handle,description,country-code\n" +
    "13335,CLOUDFLARENET,Not this one,US\n19281,QUAD9,Quad9 of ipverse,CH\n";
  const own = [["dbip-asn", `${disk.origin}/asn`]] as const;
  const update = async (urls: Urls, feed: string) => {
    const [{ message }] = await disk.update(await feeds(urls), {
      only: [feed],
    });
    return message.split(",")[0];
  };
  assert.equal(await update(own, "dbip-asn"), "5 entries");
  const namesWith = (quad9: string) => [
    "13335 Cloudflare, newly named",
    "15169 Alphabet",
    `19281 ${quad9}`,
    "3333 RIPE NCC",
    "64000 New Network",
  ];
  assert.deepEqual(await named(own), namesWith("Quad9"));
  const off = [["dbip-asn", "off"]] as const;
  assert.deepEqual(await named(off), bundled, "a feed that is off");
  const both = [...own, ["ipverse-asn", `${disk.origin}/names`]] as const;
  assert.equal(await update(both, "ipverse-asn"), "2 entries");
  assert.deepEqual(await named(both), namesWith("Quad9 of ipverse"));
  assert.deepEqual(
    await named(off),
    [
      "13335 Not this one",
      "15169 ",
      "19281 Quad9 of ipverse",
      "3333 ",
      "64000 ",
    ],
    "nothing of the bundled table",
  );
  const file = disk.files().find((name) => name.startsWith("dbip-asn"));
  await Deno.writeTextFile(`${disk.folder}/${file}`, "damaged");
  const rest = [...own, ["ipverse-asn", "off"]] as const;
  assert.deepEqual(await named(rest), bundled, "damaged");
});

Deno.test("updateOptions - credentials if both are set, and the store in DATA_DIR", () => {
  const settings: UpdateSettings = {
    ...SETTINGS,
    DATA_DIR: "/srv/porthole",
    DATA_CONTACT: "admin@site.example",
    MAXMIND_ACCOUNT_ID: "1",
    MAXMIND_LICENSE_KEY: undefined,
  };
  const { store, ...rest } = updateOptions(settings);
  assert.equal(store.folder, "/srv/porthole/data");
  assert.equal(createFeedStore(settings).folder, store.folder);
  const contact = "admin@site.example";
  assert.deepEqual(rest, { credentials: undefined, contact });
  const both = { ...settings, MAXMIND_LICENSE_KEY: "k" };
  const credentials = { accountId: "1", licenseKey: "k" };
  assert.deepEqual(updateOptions(both).credentials, credentials);
});
