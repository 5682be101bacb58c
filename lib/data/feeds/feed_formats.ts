import type { FeedFact, FeedFormat } from "../../facts/feed_facts.ts";
import { ASN_COLUMNS, ROUTE_COLUMNS } from "../networks/asn_table.ts";
import { REGISTERED_COUNTRIES } from "../networks/registered_countries.ts";
import { REGISTRY_COLUMNS } from "../networks/registry_layout.ts";
import { VRP_COLUMNS } from "../networks/vrp_table.ts";
import { PLACE_FORMAT } from "../places/place_table.ts";
import { ASN_CLASSES, PREFIX_COLUMNS } from "../stored_lists.ts";
import {
  compileAsnClasses,
  compileAsnNames,
  compileAsnRanges,
  compileAsns,
  parseTaggedAsns,
} from "./asn_feeds.ts";
import { CLOUDS, compileCloudPlaces } from "./cloud_ranges.ts";
import { compileMmdb, compilePlaces } from "./database_checks.ts";
import { compileDelegated } from "./delegated.ts";
import type { Feed, FeedDefinition, FeedDeps } from "./feed.ts";
import { compileGeofeed, compileHarvest } from "./geofeed.ts";
import { compileIpfire } from "./ipfire_feed.ts";
import { compilePrefixes, type ParsedList } from "./prefix_file.ts";
import {
  parseAnycastCensus,
  parseAnycatch,
  parseExitAddresses,
  parsePlainList,
  parseSpamhaus,
} from "./prefix_formats.ts";
import { compileRoutes } from "./route_feeds.ts";
import { compileVrps } from "./vrp_feed.ts";

/** Of a list. */
const LIST_BYTES = 32 << 20;

/** What the feeds of a kind have in common. By default, they are not packed, and stored as "bin". */
const KINDS = {
  geo: {
    packing: "gzip",
    maxBytes: 512 << 20,
    format: PLACE_FORMAT.version,
  },
  "geo-file": {
    packing: "tar.gz",
    maxBytes: 512 << 20,
    extension: "mmdb",
    // Version of the MaxMind DB format. These files are stored unchanged.
    format: 2,
    credentials: "maxmind",
    hasSha256: true,
  },
  asn: {
    packing: "gzip",
    maxBytes: 256 << 20,
    format: ASN_COLUMNS.version,
  },
  "asn-names": { maxBytes: LIST_BYTES, format: ASN_COLUMNS.version },
  routes: {
    packing: "gzip",
    maxBytes: 256 << 20,
    format: ROUTE_COLUMNS.version,
  },
  registry: {
    // The largest, RIPE's, is about 20 MiB.
    maxBytes: 128 << 20,
    format: REGISTRY_COLUMNS.version,
  },
  geofeed: {
    // The largest known file, Apple's, has about 12 MiB.
    maxBytes: 64 << 20,
    format: PLACE_FORMAT.version,
  },
  countries: {
    // The largest, a dump of both families, has about 80 MiB.
    maxBytes: 256 << 20,
    format: REGISTERED_COUNTRIES.version,
  },
  vrps: {
    // rpki-client's has about 90 MiB.
    maxBytes: 512 << 20,
    format: VRP_COLUMNS.version,
  },
  prefixes: { maxBytes: LIST_BYTES, format: PREFIX_COLUMNS.version },
  anycast: { maxBytes: LIST_BYTES, format: PREFIX_COLUMNS.version },
  asns: { maxBytes: LIST_BYTES, format: ASN_CLASSES.version },
  "asn-classes": { maxBytes: LIST_BYTES, format: ASN_CLASSES.version },
} as const;

/** About 520,000 rows, of which each has its origin. */
const HARVEST = {
  isHarvest: true,
  packing: "gzip",
  maxBytes: 256 << 20,
} as const;

type Files = Parameters<Feed["compile"]>;
type Parse = (source: string) => Promise<ParsedList>;

/** The kind of the feeds of a format, what else they have, and how they are compiled. */
interface Format extends Partial<Pick<Feed, "family" | "hasNames">> {
  readonly kind: keyof typeof KINDS;
  readonly compile: (
    deps: FeedDeps & { readonly name: string },
    ...files: Files
  ) => ReturnType<Feed["compile"]>;
}

const mmdb = (content: "places" | "asns"): Format => ({
  kind: "geo-file",
  compile: ({ now }, source, target) =>
    compileMmdb({ content, now }, source, target),
});

const asnRanges = (shape: "iptoasn" | "dbip-asn"): Format => ({
  kind: "asn",
  compile: (deps, ...files) => compileAsnRanges(shape, deps, ...files),
});

const routes = (family: 4 | 6): Format => ({
  kind: "routes",
  family,
  compile: (deps, ...files) => compileRoutes({ ...deps, family }, ...files),
});

const prefixes = (parse: Parse, hasPrivate?: boolean): Format => ({
  kind: "prefixes",
  compile: ({ isBogon }, source, target) =>
    compilePrefixes({ parse, isBogon, hasPrivate }, source, target),
});

const asns = (parse: Parse): Format => ({
  kind: "asns",
  compile: (_, source, target) => compileAsns(parse, source, target),
});

const regions = (cloud: keyof typeof CLOUDS): Format => ({
  kind: "geofeed",
  compile: ({ isBogon }, source, target) =>
    compileCloudPlaces(cloud, isBogon, source, target),
});

const FORMATS: Readonly<Record<FeedFormat, Format>> = {
  dbip: { kind: "geo", compile: compilePlaces },
  "geolite-city": mmdb("places"),
  "geolite-asn": mmdb("asns"),
  iptoasn: asnRanges("iptoasn"),
  "dbip-asn": { ...asnRanges("dbip-asn"), hasNames: true },
  "ipverse-asn": {
    kind: "asn-names",
    hasNames: true,
    compile: compileAsnNames,
  },
  "ris-v4": routes(4),
  "ris-v6": routes(6),
  delegated: { kind: "registry", compile: compileDelegated },
  geofeed: { kind: "geofeed", compile: compileGeofeed },
  "harvested-geofeeds": { kind: "geofeed", compile: compileHarvest },
  "aws-regions": regions("aws"),
  "google-regions": regions("google"),
  "azure-regions": regions("azure"),
  "oracle-regions": regions("oracle"),
  "anycast-census": { ...prefixes(parseAnycastCensus), kind: "anycast" },
  anycatch: { ...prefixes(parseAnycatch), kind: "anycast" },
  ipfire: {
    kind: "countries",
    compile: (_, ...files) => compileIpfire(...files),
  },
  vrps: { kind: "vrps", compile: compileVrps },
  plain: prefixes(parsePlainList),
  netset: prefixes(parsePlainList, true),
  "tor-exit-addresses": prefixes(parseExitAddresses),
  google: prefixes(CLOUDS.google.parse),
  aws: prefixes(CLOUDS.aws.parse),
  azure: prefixes(CLOUDS.azure.parse),
  oracle: prefixes(CLOUDS.oracle.parse),
  "spamhaus-blocks": prefixes((source) => parseSpamhaus(source, "cidr")),
  "spamhaus-asns": asns((source) => parseSpamhaus(source, "asn")),
  "bgptools-tag": asns(parseTaggedAsns),
  "bgptools-classes": {
    kind: "asn-classes",
    compile: (_, source, target) => compileAsnClasses(source, target),
  },
};

/** The feed of a row of `facts/feeds.csv`. */
export function definitionOf(
  { format, urls, ...fact }: FeedFact,
  deps: FeedDeps,
): FeedDefinition {
  const { compile, ...own } = FORMATS[format];
  return {
    ...fact,
    packing: "plain",
    extension: "bin",
    ...KINDS[own.kind],
    ...own,
    ...format === "harvested-geofeeds" && HARVEST,
    defaultUrls: urls,
    ...format.startsWith("bgptools") && { credentials: "contact" },
    compile: (...files) => compile({ ...deps, name: fact.name }, ...files),
  };
}
