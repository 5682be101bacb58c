import { createHash } from "node:crypto";
import {
  type FeedFact,
  type FeedFormat,
  FEEDS,
} from "../../facts/feed_facts.ts";
import type { Cidr } from "../../net/cidr.ts";
import { REGISTRY_COLUMNS } from "../networks/registry_layout.ts";
import { PLACE_FORMAT } from "../places/place_table.ts";
import { PREFIX_COLUMNS, STORED_TEXT_FORMAT } from "../stored_lists.ts";
import {
  compileAsnClasses,
  compileAsns,
  parseTaggedAsns,
} from "./asn_feeds.ts";
import {
  AWS,
  AZURE,
  type Cloud,
  compileCloudPlaces,
  GOOGLE,
} from "./cloud_places.ts";
import { compileDelegated, registryNamed } from "./delegated.ts";
import type { Feed, FeedDefinition, Geofeed } from "./feed.ts";
import { compileGeofeed, compileHarvest } from "./geofeed.ts";
import { compilePrefixes, type ParsedList } from "./prefix_file.ts";
import { VRP_COLUMNS } from "../networks/vrp_table.ts";
import { REGISTERED_COUNTRIES } from "../networks/registered_countries.ts";
import { compileIpfire } from "./ipfire_feed.ts";
import { compileVrps } from "./vrp_feed.ts";
import {
  parseAnycastCensus,
  parseAwsRanges,
  parseAzureTags,
  parseExitAddresses,
  parseGoogleRanges,
  parsePlainList,
  parseSpamhaus,
} from "./prefix_formats.ts";

const text = {
  packing: "plain",
  maxBytes: 32 << 20,
  extension: "txt",
  format: STORED_TEXT_FORMAT,
} as const;

const list = {
  ...text,
  extension: "bin",
  format: PREFIX_COLUMNS.version,
} as const;

/** What the feeds of a kind have in common. */
const KINDS = {
  registry: {
    packing: "plain",
    // The largest, RIPE's, is about 20 MiB.
    maxBytes: 128 << 20,
    extension: "bin",
    format: REGISTRY_COLUMNS.version,
  },
  geofeed: {
    packing: "plain",
    // The largest known file, Apple's, has about 12 MiB.
    maxBytes: 64 << 20,
    extension: "bin",
    format: PLACE_FORMAT.version,
  },
  countries: {
    packing: "plain",
    // The largest, a dump of both families, has about 80 MiB.
    maxBytes: 256 << 20,
    extension: "bin",
    format: REGISTERED_COUNTRIES.version,
  },
  vrps: {
    packing: "plain",
    // rpki-client's has about 90 MiB.
    maxBytes: 512 << 20,
    extension: "bin",
    format: VRP_COLUMNS.version,
  },
  prefixes: list,
  anycast: list,
  asns: text,
  "asn-classes": text,
} as const;

/** About 520,000 rows, of which each has its origin. */
const HARVEST = {
  isHarvest: true,
  packing: "gzip",
  maxBytes: 256 << 20,
} as const;

type Compile = Feed["compile"];
type IsBogon = (cidr: Cidr) => boolean;
type Parse = (source: string) => Promise<ParsedList>;

/** The kind of the feeds of a format, and how the feed of a name is compiled. */
interface Format {
  readonly kind: keyof typeof KINDS;
  readonly compileOf: (name: string, isBogon: IsBogon) => Compile;
}

const prefixes = (parse: Parse, hasPrivate?: boolean): Format => ({
  kind: "prefixes",
  compileOf: (_, isBogon) => (source, target) =>
    compilePrefixes({ parse, isBogon, hasPrivate }, source, target),
});

const asns = (parse: Parse): Format => ({
  kind: "asns",
  compileOf: (name) => (source, target) =>
    compileAsns({ name, parse }, source, target),
});

const regions = (cloud: Cloud): Format => ({
  kind: "geofeed",
  compileOf: (_, isBogon) => (source, target) =>
    compileCloudPlaces(cloud, isBogon, source, target),
});

const FORMATS: Readonly<Record<FeedFormat, Format>> = {
  delegated: {
    kind: "registry",
    compileOf: (name) => (source, target, signal) =>
      compileDelegated(registryNamed(name), source, target, signal),
  },
  geofeed: {
    kind: "geofeed",
    compileOf: (_, isBogon) => (source, target, signal) =>
      compileGeofeed(isBogon, source, target, signal),
  },
  "harvested-geofeeds": {
    kind: "geofeed",
    compileOf: (_, isBogon) => (source, target, signal) =>
      compileHarvest(isBogon, source, target, signal),
  },
  "aws-regions": regions(AWS),
  "google-regions": regions(GOOGLE),
  "azure-regions": regions(AZURE),
  "anycast-census": { ...prefixes(parseAnycastCensus), kind: "anycast" },
  ipfire: { kind: "countries", compileOf: () => compileIpfire },
  vrps: {
    kind: "vrps",
    compileOf: (_, isBogon) => (source, target, signal) =>
      compileVrps(isBogon, source, target, signal),
  },
  plain: prefixes(parsePlainList),
  netset: prefixes(parsePlainList, true),
  "tor-exit-addresses": prefixes(parseExitAddresses),
  google: prefixes(parseGoogleRanges),
  aws: prefixes(parseAwsRanges),
  azure: prefixes(parseAzureTags),
  "spamhaus-blocks": prefixes((source) => parseSpamhaus(source, "cidr")),
  "spamhaus-asns": asns((source) => parseSpamhaus(source, "asn")),
  "bgptools-tag": asns(parseTaggedAsns),
  "bgptools-classes": {
    kind: "asn-classes",
    compileOf: (name) => (source, target) =>
      compileAsnClasses(name, source, target),
  },
};

/**
 * The feeds of `facts/feeds.csv`, and the operator's geofeeds after those of places.
 *
 * @param isBogon blocks to ignore
 */
export function listedFeeds(
  isBogon: IsBogon,
  geofeeds: readonly Geofeed[] = [],
): FeedDefinition[] {
  const listed = FEEDS.map((fact) => definitionOf(fact, isBogon));
  const own = geofeeds.map(({ url, networks }): FeedDefinition => {
    const { hostname, origin } = new URL(url);
    const fact: FeedFact = {
      name: geofeedName(url),
      format: "geofeed",
      urls: [url],
      license: `Terms of ${hostname}`,
      attribution: `Places by ${hostname}`,
      homepage: origin,
    };
    return {
      ...definitionOf(fact, isBogon),
      ...networks.length > 0 ? { networks } : { isUnlimited: true },
    };
  });
  return listed.toSpliced(
    listed.findLastIndex(({ kind, isHarvest }) =>
      kind === "geofeed" && !isHarvest
    ) + 1,
    0,
    ...own,
  );
}

function definitionOf(
  { format, urls, ...fact }: FeedFact,
  isBogon: IsBogon,
): FeedDefinition {
  const { kind, compileOf } = FORMATS[format];
  return {
    ...fact,
    ...KINDS[kind],
    ...format === "harvested-geofeeds" && HARVEST,
    kind,
    defaultUrls: urls,
    ...format.startsWith("bgptools") && { credentials: "contact" },
    compile: compileOf(fact.name, isBogon),
  };
}

/** The host, and a hash: data of one URL must not pass for that of another. */
function geofeedName(url: string): string {
  const host = new URL(url).hostname.replace(/[^a-z0-9]+/g, "-").slice(0, 40)
    .replace(/^-|-$/g, "");
  const hash = createHash("sha256").update(url).digest("hex").slice(0, 6);
  return `geofeed-${host}-${hash}`;
}
