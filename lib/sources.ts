import type { Config } from "./config.ts";
import type { Tables } from "./data/tables.ts";
import type { Resolver } from "./dns/resolver.ts";
import type { IpAddress } from "./net/ip_address.ts";
import { PrefixSet } from "./net/prefix_set.ts";
import { isBogon } from "./profile/bogons.ts";
import type { LocalSource } from "./profile/profile.ts";
import type { AskedSource } from "./profile/remote_sources.ts";
import { AbuseipdbSource } from "./profile/sources/abuseipdb.ts";
import { AsnSource } from "./profile/sources/asn.ts";
import { FeedListsSource } from "./profile/sources/feed_lists.ts";
import { GeoFileSource } from "./profile/sources/geo_files.ts";
import { IpApiSource } from "./profile/sources/ip_api.ts";
import { IpapiIsSource } from "./profile/sources/ipapi_is.ts";
import { IpinfoSource } from "./profile/sources/ipinfo.ts";
import { MaxmindWebSource } from "./profile/sources/maxmind_web.ts";
import { NetworkListsSource } from "./profile/sources/network_lists.ts";
import { OpenGeoSource } from "./profile/sources/open_geo.ts";
import { RdapSource } from "./profile/sources/rdap.ts";
import { RegionalSource } from "./profile/sources/regional.ts";
import { RegistryTablesSource } from "./profile/sources/registry_tables.ts";
import { ReverseSource } from "./profile/sources/reverse.ts";
import { Bootstrap } from "./registry/bootstrap.ts";
import { RdapClient } from "./registry/rdap_client.ts";
import { createSafeGet } from "./registry/safe_get.ts";

/** The sources that answer from memory; within a kind the earlier is believed first. */
export function localSources(tables: Tables): LocalSource[] {
  const { asn, prefixLists, asnLists, classes } = tables;
  const lists = { prefixLists, asnLists, classes };
  const hasFeeds = prefixLists.length + asnLists.length > 0 || classes;
  return [
    ...tables.geoFiles.map((file) => new GeoFileSource(file, tables.complete)),
    new OpenGeoSource(tables.geo),
    new AsnSource(asn),
    ...tables.regional.map((file) => new RegionalSource(file)),
    ...hasFeeds ? [new FeedListsSource(asn, lists)] : [],
    new NetworkListsSource(asn),
    new RegistryTablesSource(asn, tables.registry),
  ];
}

/** The sources that are asked over the network: reverse names, and those the operator has named. */
export function remoteSources(
  config: Config,
  { resolver, fetch, asnOf, now }: {
    resolver: Resolver;
    /** The autonomous system that announces an address, by the tables in use. */
    asnOf: (ip: IpAddress) => number | undefined;
    fetch: typeof globalThis.fetch;
    /** Milliseconds since the epoch. */
    now: () => number;
  },
): AskedSource[] {
  const sources: AskedSource[] = [new ReverseSource(resolver)];
  if (config.FREE_GEO_URL) {
    sources.push(new IpApiSource({ url: config.FREE_GEO_URL, fetch, now }));
  }
  if (config.IPINFO_TOKEN) {
    const { IPINFO_TOKEN: token, IPINFO_URL: url } = config;
    sources.push(new IpinfoSource({ url, token, fetch }));
  }
  if (config.IPAPI_IS_KEY) {
    const { IPAPI_IS_KEY: key, IPAPI_IS_URL: url } = config;
    sources.push(new IpapiIsSource({ url, key, fetch }));
  }
  if (config.MAXMIND_ACCOUNT_ID && config.MAXMIND_LICENSE_KEY) {
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
    const { ABUSEIPDB_KEY: key, ABUSEIPDB_URL: url } = config;
    sources.push(new AbuseipdbSource({ url, key, fetch }));
  }
  if (config.RDAP === "on") {
    const allowNetworks = PrefixSet.from(config.RDAP_ALLOW_NETWORKS);
    const get = createSafeGet({ resolver, isBogon, allowNetworks });
    const baseUrl = config.RDAP_BOOTSTRAP_URL;
    const bootstrap = new Bootstrap({ get, baseUrl, now });
    const rdap = new RdapClient({ get, bootstrap });
    sources.push(new RdapSource({ rdap, asnOf, now }));
  }
  return sources;
}
