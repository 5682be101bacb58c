import type { Config } from "../config.ts";
import type { Tables } from "../../data/tables.ts";
import type { IpAddress } from "../../net/ip_address.ts";
import type { LocalSource, RemoteSource } from "../../ipinfo/profile.ts";
import {
  AnycastSource,
  AsnSource,
  NetworkListsSource,
} from "../../ipinfo/sources/asn.ts";
import { CountryVote } from "../../ipinfo/sources/country_vote.ts";
import { FeedListsSource } from "../../ipinfo/sources/feed_lists.ts";
import {
  GeoFileSource,
  OpenGeoSource,
  PlaceListSource,
  RegionalSource,
} from "../../ipinfo/sources/geo_tables.ts";
import { RegistryTablesSource } from "../../ipinfo/sources/registry_tables.ts";
import { isRelayList } from "../../ipinfo/risk/evidence.ts";
import type { RdapClient } from "../../whois/rdap/rdap_client.ts";

/** The sources in memory. Within a kind, earlier ones take precedence. */
export function localSources(tables: Tables): LocalSource[] {
  const { asn, geo, countries, placeLists, prefixLists, asnLists, classes } =
    tables;
  const lists = { placeLists, prefixLists, asnLists, classes };
  const hasFeeds =
    placeLists.length + prefixLists.length + asnLists.length > 0 || classes;
  const [relays, networks] = [true, false].map((isRelay) =>
    placeLists.filter(({ name }) => isRelayList(name) === isRelay)
      .map((list) => new PlaceListSource(list, asn))
  );
  return [
    ...relays,
    new AnycastSource({ table: asn, countries, census: tables.anycast }),
    ...networks,
    ...tables.geoFiles.map((file) => new GeoFileSource(file, tables.complete)),
    new OpenGeoSource(
      geo,
      new CountryVote({ geo, countries, ipfire: tables.ipfire, table: asn }),
    ),
    new AsnSource(asn, tables.vrps, tables.hasRegisteredSystems6),
    ...tables.regional.map((file) => new RegionalSource(file)),
    ...hasFeeds ? [new FeedListsSource(asn, lists)] : [],
    new NetworkListsSource(asn),
    new RegistryTablesSource(asn, {
      records: tables.registry,
      countryOf: (ip) =>
        geo.isLoaded(ip.family) ? geo.lookup(ip).countryCode : undefined,
    }),
  ];
}

/** The remote sources that the operator has configured. The code of others is not loaded. */
export async function remoteSources(
  config: Config,
  { rdap, fetch, asnOf, now }: {
    /** Null if RDAP is off. */
    rdap: RdapClient | null;
    /** The AS that announces an address, from the tables in use. */
    asnOf: (ip: IpAddress) => number | undefined;
    fetch: typeof globalThis.fetch;
    now: () => number;
  },
): Promise<RemoteSource[]> {
  const sources: RemoteSource[] = [];
  if (config.FREE_GEO_URL) {
    const { IpApiSource } = await import("../../ipinfo/sources/ip_api.ts");
    const ownName = `porthole-${crypto.randomUUID()}`;
    sources.push(
      new IpApiSource({ url: config.FREE_GEO_URL, ownName, fetch, now }),
    );
  }
  if (config.IPINFO_TOKEN) {
    const { IpinfoSource } = await import("../../ipinfo/sources/ipinfo.ts");
    const { IPINFO_TOKEN: token, IPINFO_URL: url } = config;
    sources.push(new IpinfoSource({ url, token, fetch }));
  }
  if (config.IPAPI_IS_KEY) {
    const { IpapiIsSource } = await import("../../ipinfo/sources/ipapi_is.ts");
    const { IPAPI_IS_KEY: key, IPAPI_IS_URL: url } = config;
    sources.push(new IpapiIsSource({ url, key, fetch }));
  }
  if (config.MAXMIND_ACCOUNT_ID && config.MAXMIND_LICENSE_KEY) {
    const { MaxmindWebSource } = await import(
      "../../ipinfo/sources/maxmind_web.ts"
    );
    sources.push(
      new MaxmindWebSource({
        url: config.MAXMIND_URL,
        accountId: config.MAXMIND_ACCOUNT_ID,
        licenseKey: config.MAXMIND_LICENSE_KEY,
        fetch,
      }),
    );
  }
  if (config.ABUSEIPDB_KEY) {
    const { AbuseipdbSource } = await import(
      "../../ipinfo/sources/abuseipdb.ts"
    );
    const { ABUSEIPDB_KEY: key, ABUSEIPDB_URL: url } = config;
    sources.push(new AbuseipdbSource({ url, key, fetch }));
  }
  if (rdap) {
    const { RdapSource } = await import("../../whois/rdap/rdap_source.ts");
    sources.push(new RdapSource({ rdap, asnOf, now }));
  }
  return sources;
}

/** A hash of the configured servers' URLs, which does not reveal them. */
export async function sourcesStamp(config: Config): Promise<string> {
  const urls = [
    config.FREE_GEO_URL,
    config.IPINFO_URL,
    config.IPAPI_IS_URL,
    config.MAXMIND_URL,
    config.ABUSEIPDB_URL,
    config.RDAP_BOOTSTRAP_URL,
  ].map((url) => url?.href ?? "").join("\n");
  const bytes = new TextEncoder().encode(urls);
  const digest = await crypto.subtle.digest("SHA-256", bytes);
  return new Uint8Array(digest).toBase64({ alphabet: "base64url" }).slice(0, 8);
}
