import {
  type AccountServices,
  openAccountServices,
} from "./account_services.ts";
import { type AnalyticsServices, openAnalytics } from "./analytics_services.ts";
import { bucketLimits } from "./bucket_limits.ts";
import type { Config } from "./config.ts";
import type { DatabaseInfo } from "./data/geo_database.ts";
import { LiveTables } from "./data/live_tables.ts";
import type { Tables } from "./data/tables.ts";
import { failureText } from "./data/update/failure_text.ts";
import { startSchedule } from "./data/update/schedule.ts";
import { scheduledUpdate } from "./data/update/scheduled_update.ts";
import { Names } from "./dns/names.ts";
import type { Resolver } from "./dns/resolver.ts";
import { createSystemResolver } from "./dns/system_resolver.ts";
import { type DnsServices, openDnsServices } from "./dns_services.ts";
import { createHostWatch, type HostWatch } from "./http/host_watch.ts";
import { createHostRoles, type HostRole } from "./http/hosts.ts";
import { RenderedPages } from "./http/rendered_pages.ts";
import { type Limits, openLimits } from "./limits/limits.ts";
import { createLog, describeError, type Log } from "./log.ts";
import { Lookups } from "./lookups.ts";
import {
  type ClientAddressReader,
  createClientAddressReader,
} from "./net/client_address.ts";
import { PrefixSet } from "./net/prefix_set.ts";
import type { Connect } from "./port_checks.ts";
import {
  openOperations,
  type OperationsServices,
} from "./operations_services.ts";
import { openProbeServices, type ProbeServices } from "./probe_services.ts";
import { type AnswerCache, KvAnswerCache } from "./profile/answer_cache.ts";
import { Profiles } from "./profile/profiles.ts";
import {
  openRdapClient,
  openRegistrations,
  type RegistrationServices,
} from "./registration_services.ts";
import type { RdapClient } from "./registry/rdap_client.ts";
import type { DatabaseCredit } from "./shared/credit.ts";
import { askedStamp, localSources, remoteSources } from "./sources.ts";
import { openStore } from "./store/open.ts";
import { Store } from "./store/store.ts";
import { WriteBehind } from "./store/write_behind.ts";
import { updateInThread } from "./update_thread.ts";
import { feedsOf, settingsOf, storeOf } from "./updates.ts";

/** What only describing addresses takes: no store, no counters. */
export interface LookupServices {
  profiles: Profiles;
  lookups: Lookups;
  /** The credits of the databases in use now. */
  credits: () => readonly DatabaseCredit[];
  /** Resolves when every table is in memory, rejects when one cannot be read. */
  loaded: Promise<void>;
}

/** Everything a request can ask for, built once. */
export interface Services
  extends
    LookupServices,
    AccountServices,
    AnalyticsServices,
    DnsServices,
    OperationsServices,
    ProbeServices,
    RegistrationServices {
  config: Config;
  log: Log;
  /** Milliseconds since the epoch. */
  now: () => number;
  hostRole: (host: string) => HostRole;
  hostWatch: HostWatch;
  clientAddress: ClientAddressReader;
  limits: Limits;
  /** Home pages of guests. */
  homePages: RenderedPages;
  /** Writes what is still in memory and closes the store. */
  close(): Promise<void>;
}

/** What services are built from. A test replaces the outside world: clock, resolver, store, log. */
export interface ServiceParts {
  config: Config;
  /** The folder of the bundled databases, with a slash at the end. */
  dataRoot: URL;
  /** Of the program, for those it downloads data from. */
  version?: string;
  /** Milliseconds since the epoch. */
  now?: () => number;
  fetch?: typeof globalThis.fetch;
  resolver?: Resolver;
  openKv?: () => Promise<Deno.Kv>;
  /** Bytes that nobody can guess. */
  random?: (bytes: number) => Uint8Array;
  /** To clients, to see whether they can be reached. */
  connect?: Connect;
  /** log2 of scrypt's N. */
  passwordCost?: number;
  writeLog?: (line: string) => void;
}

const encoder = new TextEncoder();

function toStandardError(line: string) {
  Deno.stderr.writeSync(encoder.encode(line + "\n"));
}

/** Builds what describing an address takes; opens no store. */
export async function createLookupServices(
  parts: ServiceParts,
): Promise<LookupServices> {
  const log = logOf(parts);
  const tables = await openLiveTables(parts, log);
  return (await describing(parts, tables)).services;
}

/**
 * Builds everything `serve` needs, and starts what goes on beside the requests:
 * the write-behind, the look-out for newer data and its schedule.
 *
 * @throws {Error} with a sentence for the operator when a database or the store cannot be opened
 */
export async function createServices(parts: ServiceParts): Promise<Services> {
  const {
    config,
    dataRoot,
    now = Date.now,
    random = (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    version = "0",
  } = parts;
  const log = logOf(parts);
  const warn = (message: string, cause?: unknown) =>
    log.warn(message, {
      error: cause === undefined ? undefined : describeError(cause),
    });
  const open = parts.openKv ??
    (() => openStore({ dataDir: config.DATA_DIR, kvUrl: config.KV_URL?.href }));
  const [tables, kv] = await Promise.all([openLiveTables(parts, log), open()]);
  const cache = new KvAnswerCache({ kv, asked: await askedStamp(config), now });
  const { close: closeDns, ...dnsServices } = openDnsServices({
    config,
    now,
    log,
  });
  const resolver = parts.resolver ??
    createSystemResolver({ client: dnsServices.dnsClient });
  const { services: lookup, use, rdap } = await describing(
    { ...parts, resolver },
    tables,
    cache,
  );
  const registrations = await openRegistrations({
    rdap,
    config,
    resolver,
    now,
  });
  lookup.loaded.catch((error) =>
    log.error("IPv6 addresses have no location", {
      error: describeError(error),
    })
  );
  const limits = await openLimits({
    kv,
    now,
    limits: bucketLimits(config),
    log: warn,
  });
  limits.start();
  const store = new Store({ kv, random: Math.random });
  const { close: closeAccounts, ...accountServices } =
    await openAccountServices({
      config,
      store,
      limits,
      now,
      random,
      log: warn,
      passwordCost: parts.passwordCost,
    });
  const answers = new WriteBehind({
    what: "answers of remote sources",
    tables: [cache],
    log: warn,
  });
  answers.start();
  tables.watch((newer) => {
    use(newer);
    log.info("newer data is in use");
  });
  const schedule = config.DATA_UPDATE === "off" ? undefined : startSchedule({
    every: config.DATA_UPDATE,
    now,
    random: Math.random,
    lastRun: () => storeOf(config).lastRunAt(),
    run: scheduledUpdate((signal, only) =>
      updateInThread({
        settings: settingsOf(config),
        dataRoot: dataRoot.href,
        version,
        only,
      }, signal)
    ),
    log: (message, cause) => log.warn(message, { error: reasonOf(cause) }),
  });
  const { close: closeProbes, ...probeServices } = await openProbeServices({
    config,
    now,
    random,
    log,
    connect: parts.connect,
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
    ...await openAnalytics({ config, fetch: parts.fetch ?? fetch, now, log }),
    ...probeServices,
    registrations,
    config,
    log,
    now,
    limits,
    hostRole: createHostRoles({
      baseUrl: config.BASE_URL,
      apiUrl: config.API_URL,
      v4Url: config.V4_URL,
      v6Url: config.V6_URL,
    }),
    hostWatch: createHostWatch({ baseUrl: config.BASE_URL, warn: log.warn }),
    clientAddress,
    homePages: new RenderedPages(),
    async close() {
      closeOperations();
      await Promise.all([schedule?.stop(), tables.close()]);
      await Promise.all([
        limits.close(),
        answers.close(),
        closeAccounts(),
        closeDns(),
        closeProbes(),
      ]);
      kv.close();
    },
  };
}

function logOf(
  { config, now = Date.now, writeLog = toStandardError }: ServiceParts,
): Log {
  return createLog({ level: config.LOG_LEVEL, now, write: writeLog });
}

async function openLiveTables(
  parts: ServiceParts,
  log: Log,
): Promise<LiveTables> {
  const { config, dataRoot, now = Date.now } = parts;
  // A slip in it stops the start, whether or not there is data yet.
  if (config.DATA_URLS.length > 0) await feedsOf(config, dataRoot, now);
  return await LiveTables.open({
    bundled: dataRoot,
    edition: config.GEO_EDITION,
    feeds: () => feedsOf(config, dataRoot, now),
    geoDatabases: config.GEO_DATABASES,
    regionalFiles: config.CN_REGION_DB,
    store: storeOf(config),
    report: (name, error) =>
      log.error("data cannot be used", { name, error: reasonOf(error) }),
  });
}

/** A plain error is a sentence for the operator; a fault of the program needs its stack. */
function reasonOf(error: unknown): string {
  return error instanceof Error && error.constructor === Error
    ? failureText(error)
    : describeError(error);
}

/** What describes addresses, and how to make it use newer tables. */
async function describing(
  { config, now = Date.now, fetch = globalThis.fetch, resolver }: ServiceParts,
  tables: LiveTables,
  cache?: AnswerCache,
): Promise<
  {
    services: LookupServices;
    use: (newer: Tables) => void;
    rdap: RdapClient | null;
  }
> {
  const asked = resolver ??
    createSystemResolver({ nameServers: config.DNS_SERVERS });
  const rdap = await openRdapClient({ config, resolver: asked, now });
  const profiles = new Profiles({
    local: localSources(tables.current),
    remote: await remoteSources(config, {
      resolver: asked,
      rdap,
      fetch,
      asnOf: (ip) => tables.current.asn.lookup(ip)?.asn,
      now,
    }),
    cache,
    complete: tables.current.complete,
    now,
  });
  let credits = tables.current.infos.map(creditOf);
  const loaded = tables.current.geo.loaded(6);
  // Whoever looks up IPv6 learns of a failure; nobody else need be told.
  loaded.catch(() => {});
  return {
    rdap,
    services: {
      profiles,
      lookups: new Lookups({
        names: new Names({ resolver: asked, now }),
        profiles,
        now,
      }),
      credits: () => credits,
      loaded,
    },
    use(newer) {
      profiles.useLocal(localSources(newer));
      credits = newer.infos.map(creditOf);
    },
  };
}

function creditOf({ builtAt, ...credit }: DatabaseInfo): DatabaseCredit {
  return {
    ...credit,
    builtOn: new Date(builtAt).toISOString().slice(0, 10),
  };
}
