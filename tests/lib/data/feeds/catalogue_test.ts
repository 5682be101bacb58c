import assert from "node:assert/strict";
import {
  createCoverageTest,
  createFeeds,
  type FeedOptions,
} from "../../../../lib/data/feeds/catalogue.ts";
import type { Feed } from "../../../../lib/data/feeds/feed.ts";
import { cidrContains, lastAddress } from "../../../../lib/net/cidr.ts";
import { cidr } from "../../net/arbitraries.ts";
import {
  AsnClasses,
  loadAsns,
  loadPrefixes,
} from "../../../../lib/data/stored_lists.ts";
import { AsnTable } from "../../../../lib/data/networks/asn_table.ts";
import {
  RegistryRows,
  RegistryTable,
} from "../../../../lib/data/networks/registry_table.ts";
import { NETWORKS, registryFile } from "../table_feeds.ts";
import { blocksOf, compiled } from "./downloads.ts";
import { cidr as block } from "../../../support/address.ts";
import { forAll } from "../../../support/for_all.ts";
import samples from "./catalogue.json" with { type: "json" };

Deno.test("createCoverageTest - true if the union of the blocks covers a block", () => {
  const isCovered = createCoverageTest(
    ["224.0.0.0/4", "240.0.0.0/4", "10.0.0.0/8", "fc00::/7"].map(block),
  );
  for (const text of ["224.0.0.0/3", "10.1.0.0/16", "10.0.0.0/8", "fd00::/8"]) {
    assert.equal(isCovered(block(text)), true, text);
  }
  const v4 = ["0.0.0.0/0", "192.0.0.0/2", "8.0.0.0/7", "11.0.0.0/8"];
  for (const text of [...v4, "::/0", "f800::/5", "::10.0.0.0/104"]) {
    assert.equal(isCovered(block(text)), false, text);
  }
  assert.equal(createCoverageTest([])(block("10.0.0.0/8")), false);
});

Deno.test("createCoverageTest - true within a larger block, false if an end is not covered", () =>
  forAll([cidr, cidr], (one, other) => {
    const lies = cidrContains(one, other.address) &&
      cidrContains(one, lastAddress(other));
    assert.equal(createCoverageTest([one])(other), lies);
  }));

const now = () => Date.UTC(2026, 10, 21);

function feed(name: string, options: Partial<FeedOptions> = {}) {
  const found = createFeeds({ now, ...options })
    .find((feed) => feed.name === name);
  assert(found, name);
  return found;
}

Deno.test("createFeeds - every feed once, with a valid name", () => {
  const names = createFeeds({ now }).map(({ name }) => name);
  assert.deepEqual(names, samples.names);
});

Deno.test("createFeeds - every feed is in docs/feeds.md", async () => {
  const url = new URL("../../../../docs/feeds.md", import.meta.url);
  const text = await Deno.readTextFile(url);
  for (const edition of ["city", "country"] as const) {
    for (const { name } of createFeeds({ now, edition })) {
      assert(text.includes(`\`${name}\``), name);
    }
  }
});

Deno.test("createFeeds - HTTPS URLs, an attribution and a size limit for every feed", () => {
  for (const { name, urls, homepage, ...feed } of createFeeds({ now })) {
    for (const url of [...urls(now()), homepage]) {
      assert.equal(URL.parse(url)?.protocol, "https:", `${name} ${url}`);
      assert(!url.includes("{"), url);
    }
    assert(feed.license && feed.attribution, name);
    assert(feed.maxBytes >= 1 << 20 && feed.maxBytes <= 1 << 30, name);
    assert.match(feed.extension, /^(?:mmdb|bin|txt)$/, name);
  }
});

Deno.test("createFeeds - which feeds need an account or a contact, and which have a checksum", () => {
  const all = createFeeds({ now });
  const those = (which: (feed: Feed) => boolean | undefined) =>
    all.filter(which).map(({ name }) => name);
  const maxmind = those(({ credentials }) => credentials === "maxmind");
  assert.deepEqual(maxmind, ["geolite-city", "geolite-asn"]);
  assert.deepEqual(those(({ hasSha256 }) => hasSha256), maxmind);
  assert.deepEqual(
    those(({ credentials }) => credentials === "contact"),
    ["vpn", "vpsh", "mobile", "satnet", "asns"].map((tag) => `bgptools-${tag}`),
  );
});

Deno.test("createFeeds - replaces URLs and removes feeds by name", () => {
  const urls = new Map([["aws", "off"], ["gptbot", "http://localhost/x"]]);
  const all = createFeeds({ now }).length;
  assert.equal(createFeeds({ now, urls }).length, all - 1);
  const replaced = feed("gptbot", { urls }).urls(now());
  assert.deepEqual(replaced, ["http://localhost/x"]);
});

Deno.test("createFeeds - compiles each prefix list from its format", async () => {
  const google = '{"prefixes":[{"ipv4Prefix":"198.51.100.7/32"}]}';
  const spamhaus = '{"cidr":"198.51.100.7/32"}\n' +
    '{"type":"metadata","timestamp":1795219200,"records":1}\n';
  const plain = "198.51.100.7\n";
  const census = "prefix,number_of_sites,backing_prefix\n198.51.100.7/32,2,-\n";
  const anycatch = "198.51.100.7/32,198.51.100.7\n";
  const exit = "ExitAddress 198.51.100.7 2026-11-20 20:11:12\n";
  const aws =
    '{"prefixes":[{"ip_prefix":"198.51.100.7/32"}],"ipv6_prefixes":[]}';
  const azure =
    '{"values":[{"properties":{"addressPrefixes":["198.51.100.7/32"]}}]}';
  const oracle =
    '{"regions":[{"region":"x","cidrs":[{"cidr":"198.51.100.7/32"}]}]}';
  const downloads = [
    [census, "anycast-census-v4 anycast-census-v6"],
    [anycatch, "bgptools-anycast-v4 bgptools-anycast-v6"],
    [exit, "tor-exit-addresses"],
    [plain, "tor-exits x4bnet-vpn x4bnet-vpn-v6 x4bnet-datacenter"],
    [plain, "x4bnet-datacenter-v6 firehol-level1 firehol-proxies"],
    [plain, "cloudflare-v4 cloudflare-v6"],
    [spamhaus, "spamhaus-drop-v4 spamhaus-drop-v6"],
    [google, "googlebot bingbot gptbot oai-searchbot chatgpt-user"],
    [google, "perplexitybot perplexity-user applebot duckduckbot google-cloud"],
    [aws, "aws"],
    [azure, "azure"],
    [oracle, "oracle"],
  ].flatMap(([file, names]) =>
    names.split(" ").map((name) => [name, file] as const)
  );
  assert.deepEqual(
    downloads.map(([name]) => name).sort(),
    createFeeds({ now }).filter(({ kind }) => /^(prefixes|anycast)$/.test(kind))
      .map(({ name }) => name).sort(),
  );
  for (const [name, download] of downloads) {
    const { entries, stored } = await compiled(feed(name).compile, download);
    assert.equal(entries, 1, name);
    assert.equal(loadPrefixes(stored).size, 1, name);
  }
});

Deno.test("createFeeds - compiles each ASN list from its format", async () => {
  const drop = '{"asn":64500}\n{"type":"metadata","timestamp":9}\n';
  const tags = ["vpn", "vpsh", "mobile", "satnet"];
  const downloads = [
    ["spamhaus-asndrop", drop],
    ...tags.map((tag) => [`bgptools-${tag}`, 'AS64500,"A"\n']),
  ];
  for (const [name, download] of downloads) {
    const { stored } = await compiled(feed(name).compile, download);
    assert.deepEqual(loadAsns(stored), new Set([64500]), name);
  }
  const csv = 'asn,name,class,cc\nAS64500,"A",Eyeball,DE\n';
  const { stored } = await compiled(feed("bgptools-asns").compile, csv);
  assert.equal(new AsnClasses(stored).classOf(64500), "Eyeball");
});

Deno.test("createFeeds - compiles each registry's own file", async () => {
  for (const name of ["arin", "ripencc", "apnic", "lacnic", "afrinic"]) {
    const file = registryFile(name, ["US|asn|64500|1"]);
    const { stored } = await compiled(feed(`rir-${name}`).compile, file);
    const rir = name === "ripencc" ? "RIPE" : name.toUpperCase();
    const table = new RegistryTable([new RegistryRows(stored)]);
    assert.deepEqual(table.asn(64500), { rir, created: "2014-10-15" });
  }
});

Deno.test("createFeeds - passes on isBogon and organizations", async () => {
  const isBogon = createCoverageTest([block("10.0.0.0/8")]);
  const { stored: list } = await compiled(
    feed("firehol-level1", { isBogon }).compile,
    "10.0.0.0/8\n198.51.100.7\n",
  );
  assert.deepEqual(blocksOf(loadPrefixes(list)), ["198.51.100.7"]);
  const rows = NETWORKS.map((row) => [...row, "US", "A"].join("\t"));
  const names = new Map([[15169, "Name of 15169"]]);
  const organizations = () => Promise.resolve(names);
  const { compile } = feed("iptoasn", { organizations });
  const { stored } = await compiled(compile, rows.join("\n"));
  const [, google] = AsnTable.load(stored).organizations();
  assert.equal(google.org, "Name of 15169");
});

Deno.test("createFeeds - has collected geofeeds only if their URL is configured, after the operator's", () => {
  const name = "geofeeds";
  const url = "https://mirror.example/geofeed.csv.gz";
  const isThere = (urls?: ReadonlyMap<string, string>) =>
    createFeeds({ now, urls }).some((feed) => feed.name === name);
  assert.equal(isThere(), false);
  assert.equal(isThere(new Map([[name, "off"]])), false);
  const geofeeds = [{ url: "https://a.example/f.csv", networks: [] }];
  const all = createFeeds({ now, urls: new Map([[name, url]]), geofeeds });
  const places = all.filter(({ kind }) => kind === "geofeed");
  assert.deepEqual(
    places.slice(-2).map((
      { isHarvest, isUnlimited, urls },
    ) => [isHarvest, isUnlimited, urls(now())]),
    [[undefined, true, ["https://a.example/f.csv"]], [true, undefined, [url]]],
  );
});
