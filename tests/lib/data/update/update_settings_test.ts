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
import { testWith } from "../../../support/test_with.ts";
import { compiled } from "../feeds/downloads.ts";
import { feedServer } from "./feed_server.ts";
import { fixture } from "./update_fixture.ts";

const test = testWith(fixture);

const now = () => Date.UTC(2026, 10, 21);

const feeds = (
  urls: readonly (readonly [string, string])[],
  dataRoot = bundledData,
  geofeeds: UpdateSettings["GEOFEEDS"] = [],
  DATA_DIR = "/nonexistent",
) =>
  configuredFeeds(
    {
      DATA_DIR,
      GEO_EDITION: "country",
      DATA_URLS: [...urls],
      GEOFEEDS: geofeeds,
    },
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
  [
    [["tor", "off"]],
    'Cannot configure the feed "tor": this configuration has no such feed',
  ],
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

const routes = [
  "15169\t8.8.8.0/24",
  "13335\t1.1.1.0/24",
  "3333\t193.0.0.0/21",
  "19281\t9.9.9.0/24",
  "64000\t4.0.0.0/9",
].map((row) => `${row}\t300\n`).join("");

test("configuredFeeds - routes take names from DB-IP, then ipverse, and from the bundled table if ipverse is missing", async (disk) => {
  const named = async (urls: readonly (readonly [string, string])[] = []) => {
    const folder = disk.folder.replace(/data$/, "");
    const made = await feeds(urls, bundledData, [], folder);
    const ris = made.find(({ name }) => name === "ris-v4");
    assert(ris);
    const { stored } = await compiled(
      (source, target) => ris.compile(source, target),
      routes,
    );
    return [...AsnTable.loadRoutes(stored).organizations()]
      .map(({ asn, org }) => `${asn} ${org}`);
  };
  const bundled = [
    "13335 Cloudflare, Inc.",
    "64000 ",
    "15169 Google LLC",
    "19281 Quad9",
    "3333 Reseaux IP Europeens Network Coordination Centre (RIPE NCC)",
  ];
  const sorted = (names: readonly string[]) => names.toSorted();
  assert.deepEqual(sorted(await named()), sorted(bundled));

  const csv = gzipSync([
    '1.1.1.0,1.1.1.255,13335,"Cloudflare, newly named"',
    "4.0.0.0,4.127.255.255,64000,New Network",
    "8.8.8.0,8.8.8.255,15169,Alphabet",
    "193.0.0.0,193.0.7.255,3333,RIPE NCC",
    "2001:4860::,2001:4860:ffff:ffff:ffff:ffff:ffff:ffff,15169,Another name",
    "",
  ].join("\n"));
  await using server = feedServer({
    "/asn": () => new Response(csv),
    "/names": () =>
      new Response(
        "asn,handle,description,country-code\n" +
          "13335,CLOUDFLARENET,Not this one,US\n" +
          "19281,QUAD9,Quad9 of ipverse,CH\n",
      ),
  });
  const own = [["dbip-asn", `${server.origin}/asn`]] as const;
  const all = await feeds(own, bundledData, [], "/nonexistent");
  const [outcome] = await disk.update(all, { only: ["dbip-asn"] });
  assert.equal(outcome.message.split(",")[0], "5 entries");
  assert.deepEqual(
    sorted(await named(own)),
    sorted([
      "13335 Cloudflare, newly named",
      "64000 New Network",
      "15169 Alphabet",
      "19281 Quad9",
      "3333 RIPE NCC",
    ]),
  );
  assert.deepEqual(
    sorted(await named([["dbip-asn", "off"]])),
    sorted(bundled),
    "a feed that is off",
  );
  const both = [...own, ["ipverse-asn", `${server.origin}/names`]] as const;
  const [names] = await disk.update(
    await feeds(both, bundledData, [], "/nonexistent"),
    { only: ["ipverse-asn"] },
  );
  assert.equal(names.message.split(",")[0], "2 entries");
  assert.deepEqual(
    sorted(await named(both)),
    sorted([
      "13335 Cloudflare, newly named",
      "64000 New Network",
      "15169 Alphabet",
      "19281 Quad9 of ipverse",
      "3333 RIPE NCC",
    ]),
  );
  assert.deepEqual(
    sorted(await named([["dbip-asn", "off"]])),
    sorted([
      "13335 Not this one",
      "64000 ",
      "15169 ",
      "19281 Quad9 of ipverse",
      "3333 ",
    ]),
    "nothing of the bundled table",
  );
  const file = disk.files().find((name) => name.startsWith("dbip-asn"));
  await Deno.writeTextFile(`${disk.folder}/${file}`, "damaged");
  const rest = [...own, ["ipverse-asn", "off"]] as const;
  assert.deepEqual(sorted(await named(rest)), sorted(bundled), "damaged");
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
