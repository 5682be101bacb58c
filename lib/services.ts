import type { Config } from "./config.ts";
import { openBundled } from "./data/bundled.ts";
import { Names } from "./dns/names.ts";
import type { Resolver } from "./dns/resolver.ts";
import { createSystemResolver } from "./dns/system_resolver.ts";
import { createHostRoles, type HostRole } from "./http/hosts.ts";
import { type Limits, openLimits } from "./limits/limits.ts";
import { createLog, describeError, type Log } from "./log.ts";
import { Lookups } from "./lookups.ts";
import {
  type ClientAddressReader,
  createClientAddressReader,
} from "./net/client_address.ts";
import { PrefixSet } from "./net/prefix_set.ts";
import { Profiles } from "./profile/profiles.ts";
import { ReverseSource } from "./profile/sources/reverse.ts";
import { localSources } from "./profile/standard_sources.ts";
import type { DatabaseCredit } from "./shared/credit.ts";
import { openStore } from "./store/open.ts";

/** What only describing addresses takes: no store, no counters. */
export interface LookupServices {
  profiles: Profiles;
  lookups: Lookups;
  /** The credits of the databases in use. */
  credits: readonly DatabaseCredit[];
  /** Resolves when every table is in memory, rejects when one cannot be read. */
  loaded: Promise<void>;
}

/** Everything a request can ask for, built once. */
export interface Services extends LookupServices {
  config: Config;
  log: Log;
  hostRole: (host: string) => HostRole;
  clientAddress: ClientAddressReader;
  limits: Limits;
  /** Writes what is still in memory and closes the store. */
  close(): Promise<void>;
}

/** What services are built from. A test replaces the outside world: clock, resolver, store, log. */
export interface ServiceParts {
  config: Config;
  /** The folder of the bundled databases, with a slash at the end. */
  dataRoot: URL;
  /** Milliseconds since the epoch. */
  now?: () => number;
  resolver?: Resolver;
  openKv?: () => Promise<Deno.Kv>;
  writeLog?: (line: string) => void;
}

const encoder = new TextEncoder();

function toStandardError(line: string) {
  Deno.stderr.writeSync(encoder.encode(line + "\n"));
}

/** Builds what describing an address takes; opens no store. */
export async function createLookupServices(
  { config, dataRoot, now = Date.now, resolver }: ServiceParts,
): Promise<LookupServices> {
  const asked = resolver ??
    createSystemResolver({ nameServers: config.DNS_SERVERS });
  const { geo, asn, infos } = await openBundled(dataRoot, config.GEO_EDITION)
    .catch((cause) => {
      throw cause instanceof Deno.errors.NotFound
        ? new Error("the databases are not built: run `deno task build`.", {
          cause,
        })
        : cause;
    });
  const profiles = new Profiles({
    local: localSources({ geo, asn }),
    remote: [new ReverseSource(asked)],
    now,
  });
  const loaded = geo.loaded(6);
  // Whoever looks up IPv6 learns of a failure; nobody else need be told.
  loaded.catch(() => {});
  return {
    profiles,
    lookups: new Lookups({
      names: new Names({ resolver: asked, now }),
      profiles,
      now,
    }),
    credits: infos.map(({ builtAt, ...credit }) => ({
      ...credit,
      builtOn: new Date(builtAt).toISOString().slice(0, 10),
    })),
    loaded,
  };
}

/**
 * Builds everything `serve` needs and starts the counters' write-behind.
 *
 * @throws {Error} with a sentence for the operator when a database or the store cannot be opened
 */
export async function createServices(parts: ServiceParts): Promise<Services> {
  const { config, now = Date.now, writeLog = toStandardError } = parts;
  const log = createLog({ level: config.LOG_LEVEL, now, write: writeLog });
  const open = parts.openKv ??
    (() => openStore({ dataDir: config.DATA_DIR, kvUrl: config.KV_URL?.href }));
  const [lookup, kv] = await Promise.all([
    createLookupServices(parts),
    open(),
  ]);
  lookup.loaded.catch((error) =>
    log.error("IPv6 addresses have no location", {
      error: describeError(error),
    })
  );
  const limits = await openLimits({
    kv,
    now,
    limits: {
      text: config.RATE_LIMIT_TEXT,
      jsonip: config.RATE_LIMIT_JSONIP,
      geoip: config.RATE_LIMIT_GEOIP,
      lookup: config.RATE_LIMIT_LOOKUP,
      pages: config.RATE_LIMIT_PAGES,
      scan: config.RATE_LIMIT_SCAN,
      auth: config.RATE_LIMIT_AUTH,
    },
    log: (message, cause) =>
      log.warn(message, {
        error: cause === undefined ? undefined : describeError(cause),
      }),
  });
  limits.start();
  return {
    ...lookup,
    config,
    log,
    limits,
    hostRole: createHostRoles({
      baseUrl: config.BASE_URL,
      apiUrl: config.API_URL,
      v4Url: config.V4_URL,
      v6Url: config.V6_URL,
    }),
    clientAddress: createClientAddressReader({
      trustedProxies: PrefixSet.from(config.TRUSTED_PROXIES),
      header: config.CLIENT_IP_HEADER,
      v6PrefixLength: config.RATE_LIMIT_V6_PREFIX,
    }),
    async close() {
      await limits.close();
      kv.close();
    },
  };
}
