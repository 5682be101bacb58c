import { ASN_FORMAT } from "../networks/asn_table.ts";
import type { Edition } from "../bundled.ts";
import {
  configureFeeds,
  type Feed,
  type FeedDefinition,
  type Geofeed,
} from "./feed.ts";
import { ROUTE_COLUMNS } from "../networks/asn_table.ts";
import { compileRoutes } from "./route_feeds.ts";
import { compileIptoasn, type IptoasnOptions } from "./asn_feeds.ts";
import { PLACE_FORMAT } from "../places/place_table.ts";
import { compileMmdb, compilePlaces } from "./database_checks.ts";
import { AddressRanges, type RangeList } from "../../net/ranges.ts";
import { type Cidr, lastAddress } from "../../net/cidr.ts";
import { compareWords } from "../../net/prefix.ts";
import { listedFeeds } from "./listed_feeds.ts";

const MIB = 1 << 20;

/** Version of the MaxMind DB format. These files are stored unchanged. */
const MMDB_FORMAT = 2;

interface DatabaseFeedOptions extends IptoasnOptions {
  /** The edition in use. The database of the other edition is not downloaded. */
  readonly edition: Edition;
  readonly isBogon: (cidr: Cidr) => boolean;
}

/** Geolocation and ASN databases. */
function databaseFeeds(options: DatabaseFeedOptions): FeedDefinition[] {
  const geolite = {
    kind: "geo-file",
    packing: "tar.gz",
    maxBytes: 512 * MIB,
    extension: "mmdb",
    format: MMDB_FORMAT,
    license: "GeoLite End User License Agreement",
    attribution: "This product includes GeoLite Data created by MaxMind",
    homepage: "https://www.maxmind.com",
    credentials: "maxmind",
    hasSha256: true,
  } as const;
  const { now, edition } = options;
  return [
    {
      name: `dbip-${edition}`,
      kind: "geo",
      defaultUrls: [
        `https://download.db-ip.com/free/dbip-${edition}-lite-{month}.mmdb.gz`,
      ],
      packing: "gzip",
      maxBytes: 512 * MIB,
      extension: "bin",
      format: PLACE_FORMAT.version,
      license: "CC-BY-4.0",
      attribution: "IP Geolocation by DB-IP",
      homepage: "https://db-ip.com",
      compile: (from, to) => compilePlaces(now, from, to),
    },
    {
      name: "geolite-city",
      defaultUrls: [
        "https://download.maxmind.com/geoip/databases/GeoLite2-City/download?suffix=tar.gz",
      ],
      ...geolite,
      compile: (from, to) => compileMmdb({ content: "places", now }, from, to),
    },
    {
      name: "geolite-asn",
      defaultUrls: [
        "https://download.maxmind.com/geoip/databases/GeoLite2-ASN/download?suffix=tar.gz",
      ],
      ...geolite,
      compile: (from, to) => compileMmdb({ content: "asns", now }, from, to),
    },
    {
      name: "iptoasn",
      kind: "asn",
      defaultUrls: ["https://iptoasn.com/data/ip2asn-combined.tsv.gz"],
      packing: "gzip",
      maxBytes: 256 * MIB,
      extension: "bin",
      format: ASN_FORMAT,
      license: "PDDL-1.0",
      attribution: "Routes by iptoasn.com",
      homepage: "https://iptoasn.com",
      compile: (from, to, signal) => compileIptoasn(options, from, to, signal),
    },
    ...([4, 6] as const).map((family): FeedDefinition => ({
      name: `ris-v${family}`,
      kind: "routes",
      family,
      period: "daily",
      defaultUrls: [
        `https://www.ris.ripe.net/dumps/riswhoisdump.IPv${family}.gz`,
      ],
      packing: "gzip",
      maxBytes: 256 * MIB,
      extension: "bin",
      format: ROUTE_COLUMNS.version,
      license: "Terms of RIPE NCC",
      attribution: "Routes by the RIPE NCC's Routing Information Service",
      homepage: "https://ris.ripe.net",
      compile: (from, to, signal) =>
        compileRoutes({ ...options, family }, from, to, signal),
    })),
  ];
}

/** Creates a test for whether the union of `blocks` covers a block. */
export function createCoverageTest(
  blocks: Iterable<Cidr>,
): (cidr: Cidr) => boolean {
  const ranges = new AddressRanges();
  for (const block of blocks) ranges.addCidr(block);
  const v4 = ranges.v4.merged();
  const v6 = ranges.v6.merged();
  return (cidr) => {
    const first = cidr.address;
    const last = lastAddress(cidr);
    if (first.family === 4 && last.family === 4) {
      return some(
        v4,
        (at) => v4.starts[at] <= first.value && last.value <= v4.ends[at],
      );
    }
    if (first.family === 4 || last.family === 4) return false;
    return some(
      v6,
      (at) =>
        compareWords(wordsAt(v6.starts, at), first.words) <= 0 &&
        compareWords(last.words, wordsAt(v6.ends, at)) <= 0,
    );
  };
}

/** Whether any range passes, given the index of its first word. Linear: the lists are short. */
function some(ranges: RangeList, passes: (at: number) => boolean): boolean {
  for (let row = 0; row < ranges.count; row++) {
    if (passes(row * ranges.width)) return true;
  }
  return false;
}

function wordsAt(words: Uint32Array, at: number) {
  return [words[at], words[at + 1], words[at + 2], words[at + 3]] as const;
}

export interface FeedOptions {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** The edition in use. */
  readonly edition?: Edition;
  /** URLs by feed name that replace the defaults; "off" removes a feed. */
  readonly urls?: ReadonlyMap<string, string>;
  /** Geofeeds that the operator has configured. */
  readonly geofeeds?: readonly Geofeed[];
  /** Full names of autonomous systems, by number. */
  readonly organizations?: () => Promise<ReadonlyMap<number, string>>;
  /** Whether a block is entirely bogon, see `createCoverageTest`. Such entries of lists are ignored. */
  readonly isBogon?: (cidr: Cidr) => boolean;
}

/**
 * Creates all feeds.
 *
 * @throws {Error} if `urls` contains an unknown feed or an invalid URL
 */
export function createFeeds(options: FeedOptions): Feed[] {
  const {
    now,
    edition = "city",
    urls = new Map(),
    geofeeds,
    organizations = () => Promise.resolve(new Map()),
    isBogon = () => false,
  } = options;
  return configureFeeds([
    ...databaseFeeds({ now, edition, organizations, isBogon }),
    ...listedFeeds(isBogon, geofeeds),
  ], urls);
}
