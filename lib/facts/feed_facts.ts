import classes from "../../facts/asn_classes.csv" with { type: "text" };
import feeds from "../../facts/feeds.csv" with { type: "text" };
import { oneOf, readFacts } from "./read_facts.ts";

const NAME = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const TEXT = /^[!-~]+(?: [!-~]+)*$/;
const OPTIONAL = /^(?:[a-z0-9-]+)?$/;
const TRAIT = /^[a-z]*$/;
const WEIGHT = /^(?:\d\d)?$/;

const FORMATS = [
  "dbip",
  "geolite-city",
  "geolite-asn",
  "iptoasn",
  "dbip-asn",
  "ipverse-asn",
  "ris-v4",
  "ris-v6",
  "delegated",
  "geofeed",
  "harvested-geofeeds",
  "aws",
  "aws-regions",
  "azure",
  "azure-regions",
  "google",
  "google-regions",
  "oracle",
  "oracle-regions",
  "ipfire",
  "vrps",
  "plain",
  "netset",
  "anycast-census",
  "anycatch",
  "tor-exit-addresses",
  "spamhaus-blocks",
  "spamhaus-asns",
  "bgptools-tag",
  "bgptools-classes",
] as const;

export type FeedFormat = typeof FORMATS[number];

/** A row of `facts/feeds.csv`. */
export interface FeedFact {
  readonly name: string;
  readonly format: FeedFormat;
  readonly urls: readonly string[];
  readonly period?: "hourly" | "daily";
  readonly homepage: string;
  readonly license: string;
  readonly attribution: string;
}

const rows = readFacts("feeds.csv", feeds, {
  name: NAME,
  format: oneOf(FORMATS),
  period: /^(?:hourly|daily)?$/,
  trait: TRAIT,
  weight: WEIGHT,
  source: OPTIONAL,
  statement: OPTIONAL,
  as_type: OPTIONAL,
  includes: OPTIONAL,
  urls: /^https:\/\/[!-~]+(?: https:\/\/[!-~]+)*$/,
  homepage: /^https:\/\/[!-~]+$/,
  license: TEXT,
  attribution: TEXT,
});

export const FEEDS: readonly FeedFact[] = rows.map(({ cells }) => ({
  name: cells.name,
  format: cells.format as FeedFormat,
  urls: cells.urls.split(" "),
  ...cells.period && { period: cells.period as FeedFact["period"] },
  homepage: cells.homepage,
  license: cells.license,
  attribution: cells.attribution,
}));

/** What an entry of each feed says about an address or a network; empty cells mean nothing. */
export const FEED_MEANINGS = rows.filter(({ cells }) => cells.trait).map((
  { cells: { name, trait, weight, source, statement, as_type, includes } },
) => ({
  name,
  trait,
  weight: Number(weight),
  source,
  statement,
  asType: as_type,
  includes,
}));

/** The classes of networks in `bgptools-asns`. */
export const ASN_CLASS_MEANINGS = readFacts("asn_classes.csv", classes, {
  class: /^[a-z/]+$/,
  as_type: NAME,
  trait: TRAIT,
  weight: WEIGHT,
  network_class: OPTIONAL,
}, ["class"]).map(({ cells }) => ({
  name: cells.class,
  asType: cells.as_type,
  trait: cells.trait,
  weight: Number(cells.weight),
  networkClass: cells.network_class,
}));
