import { type AccountServices, openAccountServices } from "./accounts.ts";
import { type AnalyticsServices, openAnalytics } from "./analytics.ts";
import { bucketLimits } from "../../limits/bucket.ts";
import type { Config } from "../config.ts";
import { createDataUpdates, type DataUpdates } from "./data_updates.ts";
import { createSystemResolver } from "../../dns/resolver.ts";
import { type DnsServices, openDnsServices } from "./dns.ts";
import {
  createHostHeaderCheck,
  createHostRoles,
  type HostHeaderCheck,
  type HostRole,
} from "../../http/hosts.ts";
import { takeFromBucket } from "../../http/rate_limit.ts";
import { ForwardAuth } from "../../ipinfo/forward_auth/forward_auth.ts";
import { type KeptTemplate, PageCache } from "../../http/page_cache.ts";
import type { CachedBody } from "../../http/compression.ts";
import type { HeaderRecord } from "../../http/responses.ts";
import { type Limits, openLimits } from "../../limits/limits.ts";
import { describeError, type Log } from "../../core/log.ts";
import { settleAll } from "../../core/async.ts";
import {
  createIpInfo,
  type IpInfoServices,
  openTableReloader,
} from "./ipinfo.ts";
import {
  type ClientAddressReader,
  createClientAddressReader,
} from "../../net/client_address.ts";
import { PrefixSet } from "../../net/prefix_set.ts";
import { openOperations, type OperationsServices } from "./operations.ts";
import { type EgressServices, openEgressServices } from "./egress.ts";
import { KvFindingsCache } from "../../ipinfo/findings_cache.ts";
import { openWhois, type WhoisServices } from "./whois.ts";
import { logOf, type ServiceDeps } from "./deps.ts";
import { sourcesStamp } from "./sources.ts";
import {
  isRemoteStore,
  isWritable,
  makePrivate,
  openStore,
} from "../../store/open_store.ts";
import { Store } from "../../store/store.ts";
import { WriteBehind } from "../../store/write_behind.ts";

/** Limits the host names that strangers can add. */
const MAX_TEMPLATES = 64;

/** All services, built once. */
export interface Services
  extends
    IpInfoServices,
    AccountServices,
    AnalyticsServices,
    DnsServices,
    OperationsServices,
    EgressServices,
    WhoisServices {
  config: Config;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  hostRole: (host: string) => HostRole;
  checkHostHeader: HostHeaderCheck;
  clientAddress: ClientAddressReader;
  limits: Limits;
  /** Decides for a proxy whether a client may pass. */
  forwardAuth: ForwardAuth;
  /** Guests' home pages. */
  homePages: PageCache<{ body: CachedBody; headers: HeaderRecord }>;
  /**
   * The parts that are the same for all guests, by language, theme and host.
   */
  homeTemplates: PageCache<KeptTemplate>;
  /** The same of guests' pages about any address. */
  targetTemplates: PageCache<KeptTemplate>;
  /** Folder of the data that the build wrote, with a trailing slash. */
  dataRoot: URL;
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
  const {
    config,
    dataRoot,
    now = Date.now,
    random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    version = "0",
    background = true,
  } = deps;
  const log = logOf(deps);
  const warn = (message: string, cause?: unknown) =>
    log.warn(message, {
      error: cause === undefined ? undefined : describeError(cause),
    });
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
  const [tables, kv, hasFolder] = await settleAll([
    openTableReloader(deps, log),
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
  });
  const { close: closeDns, ...dnsServices } = openDnsServices({
    config,
    hasFolder,
    now,
    log,
  });
  const resolver = deps.resolver ??
    createSystemResolver({ client: dnsServices.dnsClient });
  const limits = await openLimits({
    kv,
    now,
    limits: bucketLimits(config),
    log: warn,
  });
  if (background) limits.start();
  const { services: lookup, use, rdap, hostNames } = await createIpInfo(
    { ...deps, resolver },
    tables,
    {
      cache,
      onUncachedName: ({ key }) => takeFromBucket(limits, "names", key),
    },
  );
  const whois = await openWhois({
    rdap,
    config,
    resolver,
    now,
  });
  const store = new Store({
    kv,
    isRemote,
    timeoutMs: deps.storeTimeoutMs,
    random: Math.random,
  });
  const { close: closeAccounts, ...accountServices } =
    await openAccountServices({
      config,
      store,
      limits,
      now,
      random,
      log: warn,
      passwordCost: deps.passwordCost,
      chargeTimeoutMs: deps.storeTimeoutMs,
      background,
    });
  const responseWrites = new WriteBehind({
    contents: "responses of remote sources",
    tables: [cache],
    log: warn,
  });
  if (background) responseWrites.start();
  if (background) {
    tables.watch((newer) => {
      use(newer);
      log.info("newer data is in use");
    });
  }
  const dataUpdates = createDataUpdates({
    config,
    hasFolder,
    dataRoot,
    version,
    now,
    log,
    tables,
  });
  const { close: closeEgress, ...egressServices } = await openEgressServices({
    config,
    now,
    random,
    log,
    connect: deps.connect,
  });
  const trustedProxies = PrefixSet.from(config.TRUSTED_PROXIES);
  const clientAddress = createClientAddressReader({
    trustedProxies,
    header: config.CLIENT_IP_HEADER,
    v6PrefixLength: config.RATE_LIMIT_V6_PREFIX,
  });
  const { close: closeOperations, ...operationsServices } =
    await openOperations({
      config,
      version,
      log,
      now,
      random,
      store,
      limits,
      clientAddress,
      trustedProxies,
      ...lookup,
      ...dnsServices,
      quotas: accountServices.quotas,
    });
  return {
    ...lookup,
    ...accountServices,
    ...operationsServices,
    ...dnsServices,
    ...await openAnalytics({ config, fetch: deps.fetch ?? fetch, now, log }),
    ...egressServices,
    whois,
    config,
    log,
    now,
    limits,
    dataUpdates,
    dataRoot,
    hostRole: createHostRoles({
      baseUrl: config.BASE_URL,
      apiUrl: config.API_URL,
      v4Url: config.V4_URL,
      v6Url: config.V6_URL,
    }),
    checkHostHeader: createHostHeaderCheck({
      baseUrl: config.BASE_URL,
      warn: log.warn,
    }),
    clientAddress,
    forwardAuth: new ForwardAuth({ profiles: lookup.profiles, trustedProxies }),
    homePages: new PageCache(),
    homeTemplates: new PageCache(MAX_TEMPLATES),
    targetTemplates: new PageCache(MAX_TEMPLATES),
    async close() {
      closeOperations();
      hostNames[Symbol.dispose]();
      await dataUpdates.stop();
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
