import type { DatabaseInfo } from "../../data/geo_database.ts";
import type { SharedFiles } from "../../data/shared_files.ts";
import { TableReloader } from "../../data/table_reloader.ts";
import type { Tables } from "../../data/tables.ts";
import {
  NameResolver,
  type NameResolverOptions,
} from "../../dns/name_resolver.ts";
import { DnsClient } from "../../dns/dns_client.ts";
import { createSystemResolver } from "../../dns/resolver.ts";
import { HostNames } from "../../dns/host_names.ts";
import { isBogon } from "../../net/special_blocks.ts";
import { BatchPool } from "../../ipinfo/batch.ts";
import { NetworkLookup } from "../../ipinfo/network_lookup.ts";
import { RangeLists } from "../../ipinfo/ranges/range_lists.ts";
import { IpInfoService } from "../../ipinfo/ipinfo_service.ts";
import type { FindingsCache } from "../../ipinfo/findings_cache.ts";
import { Profiles } from "../../ipinfo/profiles.ts";
import { Previews, PreviewThread } from "../../ipinfo/preview/previews.ts";
import { operatorMessage } from "../../data/update/outcome.ts";
import { openRdapClient } from "./whois.ts";
import { type Base, baseOf, type ServiceDeps } from "./deps.ts";
import { createChecks } from "../../ipinfo/risk/checks.ts";
import type { DatabaseCredit } from "../../ipinfo/view/home_view.ts";
import { localSources, remoteSources } from "./sources.ts";
import {
  configuredFeeds,
  createFeedStore,
} from "../../data/update/update_settings.ts";

/** The services that describe addresses. They need no store. */
export type IpInfoServices = Awaited<
  ReturnType<typeof createIpInfo>
>["services"];

export async function createIpInfoServices(
  deps: ServiceDeps,
): Promise<IpInfoServices> {
  const base = baseOf(deps);
  const tables = await openTableReloader(base);
  return (await createIpInfo(base, tables)).services;
}

/** Opens the tables in use, including downloaded ones. */
export async function openTableReloader(
  { config, dataRoot, now, log }: Base,
  files?: SharedFiles,
): Promise<TableReloader> {
  // A mistake in it must stop the start, even if there is no data yet.
  if (config.DATA_URLS.length > 0) await configuredFeeds(config, dataRoot, now);
  return await TableReloader.open({
    bundled: dataRoot,
    edition: config.GEO_EDITION,
    feeds: () => configuredFeeds(config, dataRoot, now),
    geoDatabases: config.GEO_DATABASES,
    regionalFiles: config.CN_REGION_DB,
    labels: config.LABELS,
    store: createFeedStore(config),
    files,
    report: (name, error) =>
      log.error("data cannot be used", { name, error: operatorMessage(error) }),
  });
}

/**
 * Creates the services that describe addresses, and a function that replaces
 * their tables.
 */
export async function createIpInfo(
  { config, dataRoot, now, fetch, log, resolver, sourceTimeoutMs }: Base,
  tables: TableReloader,
  { cache, onUncachedName }: {
    cache?: FindingsCache;
    onUncachedName?: NameResolverOptions["onUncached"];
  } = {},
) {
  const usedResolver = resolver ??
    createSystemResolver(new DnsClient({ nameServers: config.DNS_SERVERS }));
  const rdap = await openRdapClient({ config, resolver: usedResolver, now });
  const hostNames = new HostNames({
    resolver: usedResolver,
    now,
    timeoutMs: sourceTimeoutMs,
  });
  const remote = await remoteSources(config, {
    rdap,
    fetch,
    asnOf: (ip) => tables.current.asn.lookup(ip)?.asn || undefined,
    now,
  });
  const profiles = new Profiles({
    local: localSources(tables.current),
    labels: tables.current.labels,
    onDamaged: (name, error) =>
      log.error("a database is damaged: it says nothing about some addresses", {
        name,
        error: operatorMessage(error),
      }),
    remote,
    hostNames,
    cache,
    complete: tables.current.complete,
    now,
    timeoutMs: sourceTimeoutMs,
    sourceTimeoutMs,
  });
  const names = new NameResolver({
    resolver: usedResolver,
    now,
    onUncached: onUncachedName,
    isWithheld: config.LOOKUP_PRIVATE === "on" ? undefined : isBogon,
  });
  const rangeLists = new RangeLists(() => tables.current);
  let credits = tables.current.infos.map(creditOf);
  let checks = createChecks(tables.current);
  return {
    rdap,
    hostNames,
    hasRemoteSources: remote.length > 0,
    services: {
      profiles,
      ipinfo: new IpInfoService({
        names,
        profiles,
        checks: () => checks(now()),
        now,
      }),
      names,
      rangeLists,
      batches: new BatchPool(),
      networks: new NetworkLookup({
        tables: () => tables.current,
        profiles,
        rangeLists,
      }),
      /** Pictures of pages about addresses, for sites that show links. */
      previews: new Previews({
        painter: new PreviewThread(dataRoot),
        report: (error) =>
          log.warn("a preview cannot be drawn", {
            error: operatorMessage(error),
          }),
      }),
      /** The attributions of the databases in use. */
      credits: (): readonly DatabaseCredit[] => credits,
      /** The traits that the lists in use would reveal. */
      checks: () => checks(now()),
      /** Loads tables that are not in memory yet. Rejects if one cannot be read. */
      loaded: () => tables.current.geo.loaded(6),
    },
    useTables(newer: Tables) {
      profiles.useLocal(localSources(newer), newer.labels);
      credits = newer.infos.map(creditOf);
      checks = createChecks(newer);
      rangeLists.prepare();
    },
  };
}

function creditOf(
  { builtAt, download, ...credit }: DatabaseInfo,
): DatabaseCredit {
  return {
    ...credit,
    isDated: download?.isDated !== false,
    builtOn: new Date(builtAt).toISOString().slice(0, 10),
  };
}
