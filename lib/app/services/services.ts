import { type AccountServices, openAccountServices } from "./accounts.ts";
import type { Analytics } from "../../analytics/analytics.ts";
import { openAnalytics } from "./analytics.ts";
import { bucketLimits } from "../../limits/bucket.ts";
import type { Config } from "../config.ts";
import { createDataUpdates, type DataUpdates } from "./data_updates.ts";
import { createSystemResolver } from "../../dns/resolver.ts";
import { type DnsServices, openDnsServices } from "./dns.ts";
import { permitsInFlight } from "../../http/in_flight.ts";
import { SharedFiles } from "../../data/shared_files.ts";
import type { ThreadHost } from "../threads/thread_state.ts";
import { createThreadHost, FiguresOfThreads } from "./thread_host.ts";
import { openMcp } from "./mcp.ts";
import { takeFromBucket } from "../../http/rate_limit.ts";
import { SetupChecks } from "../../admin/setup_checks.ts";
import { type Limits, openLimits } from "../../limits/limits.ts";
import type { Log } from "../../core/log.ts";
import { settleAll } from "../../core/async.ts";
import {
  createIpInfo,
  type IpInfoServices,
  openTableReloader,
} from "./ipinfo.ts";
import { openOperations, type OperationsServices } from "./operations.ts";
import { type EgressServices, openEgressServices } from "./egress.ts";
import { KvFindingsCache } from "../../ipinfo/findings_cache.ts";
import { openWhois } from "./whois.ts";
import { createRequestServices, type RequestServices } from "./requests.ts";
import { baseOf, type ServiceDeps } from "./deps.ts";
import { createPoolDoors } from "./doors.ts";
import type { Exports } from "./exports.ts";
import { sourcesStamp } from "./sources.ts";
import {
  isRemoteStore,
  isWritable,
  makePrivate,
  openStore,
} from "../../store/open_store.ts";
import { Store } from "../../store/store.ts";
import { WriteBehind } from "../../store/write_behind.ts";

export interface Services
  extends
    IpInfoServices,
    AccountServices,
    DnsServices,
    OperationsServices,
    EgressServices,
    RequestServices {
  config: Config;
  log: Log;
  now: () => number;
  limits: Limits;
  /** What other threads share with these services; null if `THREADS` is 1. */
  threads: ThreadHost | null;
  /** Folder of the data that the build wrote, with a trailing slash. */
  dataRoot: URL;
  /** Null if it is off. */
  mcp: ReturnType<typeof openMcp>;
  /** Null if it is off. */
  whois: ReturnType<typeof openWhois>;
  analytics: Analytics;
  /** Null if they are off. */
  exports: Exports | null;
  setupChecks: SetupChecks;
  /** The background updates of data. `serve` starts them. */
  dataUpdates: DataUpdates;
  /** Writes pending changes and closes the store. */
  close(): Promise<void>;
}

/**
 * Builds all services, and starts the background work: write-behind and
 * reloading data.
 *
 * @throws {Error} for the operator if a database or the store cannot be opened
 */
export async function createServices(deps: ServiceDeps): Promise<Services> {
  const base = baseOf(deps);
  const { config, dataRoot, now, log, warn, background } = base;
  const place = {
    dataDir: config.DATA_DIR,
    kvUrl: config.KV_URL?.href,
    isOnDeploy: deps.isOnDeploy,
  };
  const isRemote = isRemoteStore(place);
  const open = deps.openKv ?? (async () => {
    await makePrivate(config.DATA_DIR, log);
    return await openStore(place);
  });
  const { files = new SharedFiles() } = deps;
  const [tables, kv, hasFolder] = await settleAll([
    openTableReloader(base, files),
    open(),
    // Without a writable folder, a store in a file does not open.
    isRemote ? isWritable(config.DATA_DIR) : Promise.resolve(true),
  ]);
  if (!hasFolder) {
    log.warn(
      "DATA_DIR is not writable: the DNS index and data updates are off",
    );
  }
  const cache = new KvFindingsCache({
    kv,
    sourcesStamp: await sourcesStamp(config),
    now,
    readTimeoutMs: base.sourceTimeoutMs,
  });
  const { close: closeDns, ...dnsServices } = openDnsServices({
    ...base,
    hasFolder,
  });
  const resolver = deps.resolver ??
    createSystemResolver(dnsServices.dnsClient);
  const limits = await openLimits({
    kv,
    now,
    limits: bucketLimits(config),
    isShared: config.RATE_LIMIT_SHARED === "on",
    log: warn,
  });
  if (background) limits.start();
  const { services: lookup, useTables, rdap, hostNames } = await createIpInfo(
    { ...base, resolver },
    tables,
    {
      cache,
      onUncachedName: ({ key }) => takeFromBucket(limits, "names", key),
    },
  );
  const whois = openWhois({ ...base, rdap, resolver });
  const store = new Store({
    kv,
    isRemote,
    timeoutMs: deps.storeTimeoutMs,
    random: Math.random,
  });
  const { close: closeAccounts, ...accountServices } =
    await openAccountServices({ ...base, store, limits });
  const responseWrites = new WriteBehind({
    contents: "responses of remote sources",
    tables: [cache],
    log: warn,
  });
  if (background) responseWrites.start();
  const exports = hasFolder && config.EXPORT !== "off"
    ? await (await import("./exports.ts")).openExports({
      ...base,
      files,
      tables: () => tables.current,
    })
    : null;
  let threads: ThreadHost | null = null;
  if (background) {
    tables.watch((changed) => {
      useTables(changed);
      threads?.publish({ files: files.inUse() });
      exports?.update();
      log.info("changed data is in use");
    });
  }
  const dataUpdates = createDataUpdates({ ...base, hasFolder, tables });
  const { close: closeEgress, ...egressServices } = await openEgressServices({
    ...base,
    resolver,
    tables: () => tables.current,
  });
  const permits = config.THREADS === 1 ? undefined : permitsInFlight(0);
  const requests = createRequestServices(base, {
    lookup,
    fieldSettings: () => accountServices.fieldSwitches.current,
    inUse: permits,
    doors: createPoolDoors({ ...lookup, ...egressServices, exports }),
  });
  const figures = new FiguresOfThreads(() => ({
    queryCount: dnsServices.dnsClient.queryCount,
    sourceCounts: lookup.profiles.sourceCounts,
  }));
  const { close: closeOperations, ...operationsServices } =
    await openOperations({
      ...base,
      ...requests,
      store,
      limits,
      loaded: lookup.loaded,
      lookup: dnsServices.lookup,
      dnsClient: figures,
      profiles: figures,
      quotas: accountServices.quotas,
    });
  threads = permits
    ? createThreadHost({
      ...accountServices,
      ...operationsServices,
      ...{ limits, permits, files, hostNames },
      padding: egressServices.egress.padding,
    }, figures)
    : null;
  return {
    ...lookup,
    ...accountServices,
    ...requests,
    ...operationsServices,
    ...dnsServices,
    ...egressServices,
    analytics: await openAnalytics(base),
    whois,
    mcp: openMcp(
      config,
      { ...lookup, quotas: accountServices.quotas, whois },
      base.version,
    ),
    config,
    log,
    now,
    limits,
    exports,
    dataUpdates,
    setupChecks: new SetupChecks({
      ...base,
      resolver,
      egress: egressServices.egress,
    }),
    dataRoot,
    threads,
    async close() {
      closeOperations();
      hostNames[Symbol.dispose]();
      lookup.previews[Symbol.dispose]();
      await dataUpdates.stop();
      await exports?.stop();
      await tables.close();
      await lookup.rangeLists[Symbol.asyncDispose]();
      await Promise.all([
        limits.close(),
        responseWrites.close(),
        closeAccounts(),
        closeDns(),
        closeEgress(),
      ]);
      kv.close();
    },
  };
}
