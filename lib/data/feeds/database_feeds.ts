import { ASN_FORMAT } from "../asn_layout.ts";
import type { Edition } from "../bundled.ts";
import type { FeedDefinition } from "./feed_urls.ts";
import { compileIptoasn, type IptoasnOptions } from "./iptoasn.ts";
import { compileMmdb } from "./mmdb.ts";

const MIB = 1 << 20;

/** Of the MaxMind DB format, which is kept as it comes. */
const MMDB_FORMAT = 2;

export interface DatabaseFeedOptions extends IptoasnOptions {
  /** The edition whose database is in use: the other is not asked for. */
  readonly edition: Edition;
}

/** Databases of places, and of who announces which addresses. */
export function databaseFeeds(options: DatabaseFeedOptions): FeedDefinition[] {
  const geolite = {
    holds: "geo-file",
    packing: "tar.gz",
    maxBytes: 512 * MIB,
    extension: "mmdb",
    format: MMDB_FORMAT,
    licence: "GeoLite End User License Agreement",
    attribution: "This product includes GeoLite Data created by MaxMind",
    homepage: "https://www.maxmind.com",
    credentials: "maxmind",
    hasSha256: true,
  } as const;
  const { now, edition } = options;
  return [
    {
      name: `dbip-${edition}`,
      holds: "geo",
      defaultUrls: [
        `https://download.db-ip.com/free/dbip-${edition}-lite-{month}.mmdb.gz`,
      ],
      packing: "gzip",
      maxBytes: 512 * MIB,
      extension: "mmdb",
      format: MMDB_FORMAT,
      licence: "CC-BY-4.0",
      attribution: "IP Geolocation by DB-IP",
      homepage: "https://db-ip.com",
      compile: (from, to) => compileMmdb({ holds: "places", now }, from, to),
    },
    {
      name: "geolite-city",
      defaultUrls: [
        "https://download.maxmind.com/geoip/databases/GeoLite2-City/download?suffix=tar.gz",
      ],
      ...geolite,
      compile: (from, to) => compileMmdb({ holds: "places", now }, from, to),
    },
    {
      name: "geolite-asn",
      defaultUrls: [
        "https://download.maxmind.com/geoip/databases/GeoLite2-ASN/download?suffix=tar.gz",
      ],
      ...geolite,
      compile: (from, to) => compileMmdb({ holds: "asns", now }, from, to),
    },
    {
      name: "iptoasn",
      holds: "asn",
      defaultUrls: ["https://iptoasn.com/data/ip2asn-combined.tsv.gz"],
      packing: "gzip",
      maxBytes: 256 * MIB,
      extension: "bin",
      format: ASN_FORMAT,
      licence: "PDDL-1.0",
      attribution: "Routes by iptoasn.com",
      homepage: "https://iptoasn.com",
      compile: (from, to, signal) => compileIptoasn(options, from, to, signal),
    },
  ];
}
