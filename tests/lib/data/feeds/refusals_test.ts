import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import {
  createCoverageTest,
  createFeeds,
} from "../../../../lib/data/feeds/catalogue.ts";
import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import { FEEDS } from "../../../../lib/facts/feed_facts.ts";
import { updateFeed } from "../../../../lib/data/update/update_feed.ts";
import { StoreWriter } from "../../../../lib/data/update/store_writer.ts";
import { bogonBlocks } from "../../../../lib/net/special_blocks.ts";
import { type MmdbValue, writeMmdb } from "../../../support/mmdb.ts";
import { testWith } from "../../../support/test_with.ts";
import { bitsOf } from "../bits.ts";
import { COUNTRY_RANGES, NETWORKS, ROUTES } from "../table_feeds.ts";
import { fixture, NOON, patient } from "../update/update_fixture.ts";

type Content = string | Uint8Array;

/** A file in a feed's form. */
interface Form {
  readonly rows: readonly string[];
  readonly fileOf: (rows: readonly string[]) => Content;
  /** A row about private space; none if the form has no addresses. */
  readonly private?: string;
  /** How its refusal begins; none if the form may have private space, which is ignored then. */
  readonly refusal?: RegExp;
  /** What a file says that has each row twice; none if the form cannot repeat a row. */
  readonly repeated?: RegExp;
}

const HALF = /^[1-9]\d* of [1-9]\d* (?:entries|VRPs) are repeated$/;
const PRIVATE = /^it lists 10\.0\.0\.0\/8, which is private space$/;
const both = { refusal: PRIVATE, repeated: HALF } as const;
const numbers = Array.from({ length: 8 }, (_, i) => i + 1);
const blocks = numbers.map((n) => `11.0.${n}.0/24`);
const joined = (head = "") => (rows: readonly string[]) =>
  head + rows.map((row) => `${row}\n`).join("");
const json = (of: (rows: unknown[]) => unknown) => (rows: readonly string[]) =>
  JSON.stringify(of(rows.map((row) => JSON.parse(row))));

/** Rows of JSON, with a prefix each. */
function objects(rowOf: (prefix: string) => unknown) {
  const text = (prefix: string) => JSON.stringify(rowOf(prefix));
  return { rows: blocks.map(text), private: text("10.0.0.0/8"), ...both };
}

/** Rows of text, with a block each. */
const rowsOf = (rowOf: (block: string) => string, head = ""): Form => ({
  rows: blocks.map(rowOf),
  fileOf: joined(head),
  private: rowOf("10.0.0.0/8"),
  ...both,
});

const list = rowsOf((block) => block);
const aws: Form = {
  ...objects((ip_prefix) => ({ ip_prefix, region: "us-east-1" })),
  fileOf: json((prefixes) => ({ prefixes, ipv6_prefixes: [] })),
};
const google: Form = {
  ...objects((ipv4Prefix) => ({ ipv4Prefix, scope: "us-east1" })),
  fileOf: json((prefixes) => ({ prefixes })),
};
const azure: Form = {
  ...list,
  fileOf: (addressPrefixes) => {
    const properties = { region: "eastus", addressPrefixes };
    return JSON.stringify({
      values: [{ name: "AzureCloud.eastus", properties }],
    });
  },
};
const oracle: Form = {
  ...objects((cidr) => ({ cidr })),
  fileOf: json((cidrs) => ({ regions: [{ region: "us-ashburn-1", cidrs }] })),
};
/** Rows of text, with the number of a system each. */
const systems = (rowOf: (asn: number) => string, head = ""): Form => ({
  rows: numbers.map(rowOf),
  fileOf: joined(head),
  repeated: HALF,
});
const spamhaus = (rows: readonly string[]) =>
  joined()([
    ...rows,
    `{"type":"metadata","timestamp":9,"records":${rows.length}}`,
  ]);

const more = {
  4: {
    ranges: numbers.map((n) => `${4e9 + n * 256},${4e9 + n * 256 + 255},US`),
    routes: numbers.map((n) => `${100 + n}\t11.0.${n}.0/24\t300`),
  },
  6: {
    ranges: numbers.map((n) =>
      `2c00:${n}::,2c00:${n}:ffff:ffff:ffff:ffff:ffff:ffff,US`
    ),
    routes: numbers.map((n) => `${100 + n}\t2c00:${n}::/32\t300`),
  },
};

const ipfire = (family: 4 | 6): Form => ({
  // In the order of the addresses.
  rows: [
    ...COUNTRY_RANGES[family].trim().split("\n")
      .filter((row) => !row.endsWith("??")),
    ...more[family].ranges,
  ],
  fileOf: (rows) =>
    joined()(
      family === 6
        ? rows
        : rows.toSorted((a, b) => Number.parseInt(a) - Number.parseInt(b)),
    ),
  private: family === 4
    ? "167772160,184549375,US"
    : "fd00::,fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff,US",
  refusal: /^it says that the private (?:10\.0\.0\.1|fd00::1) is US$/,
  // Its ranges ascend.
  repeated: /^\d+ of \d+ entries are invalid$/,
});
const ris = (family: 4 | 6): Form => ({
  rows: [...ROUTES[family].trim().split("\n"), ...more[family].routes],
  fileOf: joined("% RIS\n"),
  private: `64\t${family === 4 ? "10.0.0.0/8" : "fd00::/16"}\t300`,
  refusal: /^1 of 13 routes are private or reserved$/,
  repeated: /^\d+ of \d+ routes are repeated$/,
});
const rir = (name: string): Form => ({
  ...rowsOf(
    (block) =>
      `${name}|US|ipv4|${block.split("/")[0]}|256|20200101|allocated|x`,
    `2|${name}|1|1|19840101|20261120|+0000\n`,
  ),
  refusal: /^it lists 10\.0\.0\.0\/32, which is private space$/,
});

const COUNTRIES =
  "8.8.8.8 US,202.12.29.142 AU,41.0.0.1 ZA,200.160.2.3 BR,2001:67c:2e8:22::c100:68b NL,3.0.0.1 US,4.0.0.1 US,2c00::1 ZA,2d00::1 US,2e00::1 US";
const SYSTEMS =
  "8.8.8.8 15169,1.1.1.1 13335,193.0.6.139 3333,9.9.9.9 19281,2001:4860:4860::8888 15169,3.0.0.1 1,4.0.0.1 1,2c00::1 1,2d00::1 1,2e00::1 1";
const placeOf = (iso_code: string) => ({ country: { iso_code } });
const systemOf = (asn: string) => ({ autonomous_system_number: Number(asn) });
const mmdb = (
  known: string,
  private1: string,
  recordOf: (value: string) => MmdbValue,
): Form => ({
  rows: known.split(","),
  fileOf: (rows) =>
    writeMmdb(
      rows.map((row) => row.split(" "))
        .map(([address, value]) => [bitsOf(address), recordOf(value)]),
      { ipVersion: 6, type: "test", buildEpoch: NOON / 1000 },
    ),
  private: `10.0.0.1 ${private1}`,
  refusal: /^it says that the private 10\.0\.0\.1 is (?:US|1)$/,
});

const DATABASES: Record<string, Form | undefined> = {
  "dbip-city": mmdb(COUNTRIES, "US", placeOf),
  "geolite-city": mmdb(COUNTRIES, "US", placeOf),
  "geolite-asn": mmdb(SYSTEMS, "1", systemOf),
  iptoasn: networks((row) => row.replaceAll(",", "\t") + "\tUS\tA"),
  "dbip-asn": networks((row) => `${row},A`),
  "ris-v4": ris(4),
  "ris-v6": ris(6),
};

/** Ranges of addresses and their systems, as "start,end,asn" in the form of a file. */
function networks(rowOf: (row: string) => string): Form {
  const more = numbers.map((n) => `2c00:${n}::,2c00:${n}::ffff,${n}`);
  return {
    rows: [...NETWORKS.map(String), ...more].map(rowOf),
    fileOf: (rows) => joined()(rows.toSorted(byStart)),
    private: rowOf("10.0.0.0,10.255.255.255,64"),
    refusal: /^it says that the private 10\.0\.0\.1 is 64$/,
    repeated: /^Cannot compile row \d+: it does not start after/,
  };
}

/** IPv4 first, then by the number of the first part. */
function byStart(a: string, b: string): number {
  const keyOf = (row: string) =>
    row.split(/[\t,]/, 1)[0].includes(":") ? [1, 0] : [0, Number.parseInt(row)];
  const [left, right] = [keyOf(a), keyOf(b)];
  return left[0] - right[0] || left[1] - right[1];
}

/** By the format in `facts/feeds.csv`. */
const FORMS: Record<string, (name: string) => Form> = {
  delegated: (name) => rir(name.slice("rir-".length)),
  ipfire: (name) => ipfire(name === "ipfire-v4" ? 4 : 6),
  vrps: () => ({
    ...objects((prefix) => ({ asn: 1, prefix, maxLength: 24 })),
    fileOf: json((roas) => ({ roas })),
  }),
  geofeed: () => rowsOf((block) => `${block},US,,,`),
  "harvested-geofeeds": () => ({
    ...rowsOf(
      (block) => `${block},US,,,,ARIN,${block},https://a.example/,,,,,,`,
      "prefix,country,region,city,postal_code,rir,inetnum,url,fetched_at,signed,signature_valid,bgp_valid,confidence,flags\n",
    ),
    refusal: undefined,
  }),
  "aws-regions": () => aws,
  "google-regions": () => google,
  "azure-regions": () => azure,
  "oracle-regions": () => oracle,
  "anycast-census": () =>
    rowsOf(
      (block) => `${block},2,-`,
      "prefix,number_of_sites,backing_prefix\n",
    ),
  anycatch: () => ({
    ...rowsOf((block) => `${block},${block.slice(0, -4)}1`),
    private: "10.0.0.0/24,10.0.0.1",
    refusal: /^it lists 10\.0\.0\.0\/24, which is private space$/,
  }),
  plain: () => list,
  netset: () => ({ ...list, refusal: undefined }),
  "tor-exit-addresses": () => ({
    rows: numbers.map((n) => `ExitAddress 11.0.0.${n} 2026-11-20 20:11:12`),
    fileOf: joined(),
    private: "ExitAddress 10.0.0.1 2026-11-20 20:11:12",
    refusal: /^it lists 10\.0\.0\.1\/32, which is private space$/,
    repeated: HALF,
  }),
  google: () => google,
  aws: () => aws,
  // The blocks of each service are among those of its region as well.
  azure: () => ({ ...azure, repeated: undefined }),
  oracle: () => oracle,
  "spamhaus-blocks": () => ({
    ...objects((cidr) => ({ cidr })),
    fileOf: spamhaus,
  }),
  "spamhaus-asns": () => ({
    ...systems((asn) => JSON.stringify({ asn })),
    fileOf: spamhaus,
  }),
  "bgptools-tag": () => systems((asn) => `AS${asn},"A"`),
  "ipverse-asn": () =>
    systems(
      (asn) => `${asn},A,A Inc.,US`,
      "asn,handle,description,country-code\n",
    ),
  "bgptools-classes": () =>
    systems((asn) => `AS${asn},"A",Eyeball,US`, "asn,name,class,cc\n"),
};

const formats = new Map(FEEDS.map(({ name, format }) => [name, format]));
const feeds = createFeeds({
  now: () => NOON,
  isBogon: createCoverageTest(bogonBlocks()),
  urls: new Map([["geofeeds", "https://a.example/geofeed.csv.gz"]]),
});
const test = testWith(fixture);

for (const feed of feeds) {
  test(`${feed.name} - refuses half of its entries, the same twice, and private space`, async ({ store }) => {
    using writer = await StoreWriter.open(store);
    assert(writer);
    const database = DATABASES[feed.name];
    const form = database ?? FORMS[formats.get(feed.name)!](feed.name);
    const { rows, fileOf } = form;
    const update = async (content: Content) =>
      await updateFeed(
        { ...feed, packing: "plain", hasSha256: false } satisfies Feed,
        (await store.state(feed.name)).manifest,
        writer,
        contextOf(content),
      );
    const stored = await update(fileOf(rows));
    assert(stored, feed.name);
    const refused = async (content: Content, message: RegExp) => {
      await assert.rejects(update(content), { message });
      const { manifest } = await store.state(feed.name);
      assert.deepEqual(manifest, stored);
    };
    // The first five rows of databases are those that it must have.
    const few = rows.length > 8
      ? rows.slice(0, database ? 4 : 5)
      : rows.slice(0, 3);
    await refused(fileOf(few), /^shrank from \d+ to \d+ entries/);
    if (form.repeated) await refused(fileOf([...rows, ...rows]), form.repeated);
    if (!form.private) return;
    const withPrivate = fileOf([...rows, form.private]);
    if (form.refusal) await refused(withPrivate, form.refusal);
    else assert.equal((await update(withPrivate))?.entries, stored.entries);
  });
}

/** What an update gets if a server responds with this file. */
function contextOf(content: Content) {
  const file = typeof content === "string"
    ? new TextEncoder().encode(content)
    : content;
  return {
    fetch: () => Promise.reject(new Error("it must not ask")),
    now: () => NOON,
    userAgent: "porthole/1.2.3",
    force: false,
    limits: patient,
    signal: new AbortController().signal,
    report() {},
    shared: {
      download: {
        url: "https://a.example/",
        response: {
          kind: "fresh",
          bytes: file.length,
          sha256: createHash("sha256").update(file).digest("hex"),
          etag: null,
          lastModified: null,
        },
        file,
      },
    },
  } as const;
}
