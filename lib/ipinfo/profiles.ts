import { BoundedMap } from "../core/cache.ts";
import { SingleFlight } from "../core/single_flight.ts";
import type { Caller } from "../core/fair_queue.ts";
import { mapMaybeAsync } from "../core/async.ts";
import type { HostName, HostNameCounts } from "../dns/host_names.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { LabelTable } from "../data/labels.ts";
import type { FindingsCache } from "./findings_cache.ts";
import { isBogon } from "../net/special_blocks.ts";
import { LocalTables } from "./local_tables.ts";
import type { Contribution } from "./merge.ts";
import { bogonProfile, mergedProfile } from "./merged_profile.ts";
import type {
  Facts,
  LocalSource,
  Profile,
  RemoteSource,
  SourcePolicy,
} from "./profile.ts";
import {
  INCOMPLETE_LIFETIME_MS,
  RemoteSources,
  type RemoteSourcesOptions,
  type SourceCounts,
  type SourceResult,
} from "./remote_sources.ts";

export interface Description {
  readonly profile: Profile;
  /** When its oldest part was cached, in milliseconds since the epoch; null if nothing comes from a cache. */
  readonly savedAt: number | null;
}

export interface DescribeResult extends Description {
  /** False if a source failed, timed out or was not queried: the missing data may arrive soon. */
  readonly isComplete: boolean;
}

interface HostNameLookup {
  readonly counts: HostNameCounts;
  /** Synchronous if no query is needed. Does not reject. */
  lookup(ip: IpAddress, caller: Caller): HostName | Promise<HostName>;
}

interface ProfilesOptions {
  /** Within a kind, earlier sources take precedence. */
  local: readonly LocalSource[];
  /** The operator's own statements, which take precedence over all sources. */
  labels?: Pick<LabelTable, "find">;
  /** Called at the first error of each local source, by its name. */
  onDamaged?: (source: string, error: unknown) => void;
  remote?: readonly RemoteSource[];
  /** By default, profiles have no host names. */
  hostNames?: HostNameLookup;
  /** Caches the findings of remote sources beyond the life of the process. */
  cache?: FindingsCache;
  /** Adds the facts that follow from those of a remote source. */
  complete?: RemoteSourcesOptions["complete"];
  now: () => number;
  maxCached?: number;
  /** Time limit for all remote sources together. */
  timeoutMs?: number;
  /** Time limit for each of them; by default each has its own. */
  sourceTimeoutMs?: number;
  /** Time limit for the health check of a source that has failed. */
  checkMs?: number;
}

interface DescribeOptions {
  order?: SourcePolicy;
  /** A shorter time limit for the remote sources. */
  limitMs?: number;
  /**
   * False: does without the host name unless it is cached. The profile is not
   * cached, since others would miss the name.
   */
  withHostName?: boolean;
  /** The servers that the request has passed through: see `parseCdnLoop`. */
  servers?: readonly string[];
}

interface CachedResult extends DescribeResult {
  readonly expiresAt: number;
}

const HOST_NAME_SOURCE = "reverse-dns";

/** How long to cache a profile that is based on local tables alone. */
const LOCAL_LIFETIME_MS = 3_600_000;

/** Builds profiles from all sources, and caches them. */
export class Profiles {
  #tables: LocalTables;
  readonly #onDamaged: NonNullable<ProfilesOptions["onDamaged"]>;
  readonly #remote: RemoteSources;
  readonly #hostNames: HostNameLookup | undefined;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #cache: Record<SourcePolicy, BoundedMap<string, CachedResult>>;
  readonly #localCache: BoundedMap<
    string,
    { readonly profile: Profile; readonly expiresAt: number }
  >;
  readonly #flights = new SingleFlight<DescribeResult>();

  constructor(
    {
      local,
      labels,
      onDamaged,
      remote: sources = [],
      hostNames,
      cache,
      complete,
      now,
      maxCached = 20_000,
      timeoutMs = 2250,
      sourceTimeoutMs,
      checkMs,
    }: ProfilesOptions,
  ) {
    const damaged = new Set<string>();
    this.#onDamaged = (source, error) => {
      if (damaged.has(source)) return;
      damaged.add(source);
      onDamaged?.(source, error);
    };
    this.#tables = new LocalTables(local, labels, this.#onDamaged);
    this.#remote = new RemoteSources({
      sources,
      cache,
      complete,
      now,
      timeoutMs: sourceTimeoutMs,
      checkMs,
    });
    this.#hostNames = hostNames;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    // A `BoundedMap` has two generations.
    const max = maxCached / 2;
    this.#cache = { v1: new BoundedMap(max), v2: new BoundedMap(max) };
    this.#localCache = new BoundedMap(max);
  }

  /** Queries to each remote source since the start, for the metrics. */
  get sourceCounts(): ReadonlyMap<string, Readonly<SourceCounts>> {
    const { counts } = this.#remote;
    return this.#hostNames
      ? new Map([[HOST_NAME_SOURCE, this.#hostNames.counts], ...counts])
      : counts;
  }

  /** Replaces the local tables, and clears the cache. */
  useLocal(
    local: readonly LocalSource[],
    labels?: ProfilesOptions["labels"],
  ): void {
    this.#tables = new LocalTables(local, labels, this.#onDamaged);
    this.#cache.v1.clear();
    this.#cache.v2.clear();
    this.#localCache.clear();
  }

  /**
   * Describes an address by all sources of a policy. Synchronous if no source
   * has to be awaited. A source that fails or times out is left out; only an
   * aborted signal makes it reject. The signal is not read if host names are the
   * only remote source.
   */
  describe(
    ip: IpAddress,
    options: Caller & DescribeOptions,
  ): DescribeResult | Promise<DescribeResult> {
    const { order = "v1", withHostName = true } = options;
    const cached = this.cached(ip, order);
    if (cached) return cached;
    if (isBogon(ip)) {
      const profile = this.describeLocal(ip, order);
      return { profile, savedAt: null, isComplete: true };
    }
    const tables = this.#tables;
    const isLoaded = tables.areLoaded(ip, order, this.#timeoutMs);
    if (isLoaded !== true || this.#remote.hasSources(order)) {
      return this.#describeShared(ip, order, options, isLoaded);
    }
    if (!withHostName) {
      const profile = order === "v1"
        ? this.#localProfile(ip)
        : this.describeLocal(ip, order);
      return { profile, savedAt: null, isComplete: true };
    }
    const name = this.#hostNames?.lookup(ip, options);
    if (!name) return this.#describeBy(ip, order, tables, [], true);
    const isNew = name instanceof Promise;
    return mapMaybeAsync(name, (found) => {
      const remote = [resultOf(found, isNew)];
      // Most addresses are asked about once: a cached profile would cost more
      // than building it again from tables and a cached name.
      return this.#describeBy(ip, order, tables, remote, true, !isNew);
    });
  }

  cached(ip: IpAddress, order: SourcePolicy = "v1"): DescribeResult | null {
    const cached = this.#cache[order].get(ip.text);
    return cached && cached.expiresAt > this.#now() ? cached : null;
  }

  /** Describes an address by the tables in memory alone, without caching. */
  describeLocal(ip: IpAddress, order: SourcePolicy = "v1"): Profile {
    const now = this.#now();
    const label = this.#tables.labelOf(ip);
    if (isBogon(ip)) return bogonProfile(ip, now, label);
    const local = this.#tables.query(ip, order);
    return mergedProfile(ip, order, local, [], now, label);
  }

  /**
   * The V1 profile of an address by the tables alone, cached. Synchronous unless
   * they are still loading; resolves to null if they do not load in time.
   */
  localProfile(ip: IpAddress): Profile | null | Promise<Profile | null> {
    const isLoaded = this.#tables.areLoaded(ip, "v1", this.#timeoutMs);
    return mapMaybeAsync(
      isLoaded,
      (isLoaded) => isLoaded ? this.#localProfile(ip) : null,
    );
  }

  /** Once the tables are loaded. */
  #localProfile(ip: IpAddress): Profile {
    const cached = this.#localCache.get(ip.text);
    if (cached && cached.expiresAt > this.#now()) return cached.profile;
    const profile = this.describeLocal(ip);
    const expiresAt = this.#now() + LOCAL_LIFETIME_MS;
    this.#localCache.set(ip.text, { profile, expiresAt });
    return profile;
  }

  #describeShared(
    ip: IpAddress,
    order: SourcePolicy,
    {
      client,
      signal,
      limitMs = this.#timeoutMs,
      withHostName = true,
      servers = [],
    }: Caller & DescribeOptions,
    isLoaded: true | Promise<boolean>,
  ): Promise<DescribeResult> {
    // Clients don't share a result, because one may lack a permit that another
    // has. They do share the queries to the sources.
    return this.#flights.run(
      `${order} ${ip.text} ${client.key} ${withHostName} ${servers}`,
      (flight) => {
        const caller = { client, signal: flight };
        const options = { limitMs, withHostName, servers };
        return this.#query(ip, order, caller, options, isLoaded);
      },
      signal,
    );
  }

  async #query(
    ip: IpAddress,
    order: SourcePolicy,
    caller: Caller,
    { limitMs, withHostName, servers }: {
      limitMs: number;
      withHostName: boolean;
      servers: readonly string[];
    },
    isLoaded: true | Promise<boolean>,
  ): Promise<DescribeResult> {
    const tables = this.#tables;
    const name = withHostName ? this.#hostNames?.lookup(ip, caller) : undefined;
    const [loaded, found, remote] = await Promise.all([
      isLoaded,
      name,
      this.#remote.query(ip, order, caller, limitMs, servers),
    ]);
    const results = found
      ? [resultOf(found, name instanceof Promise), ...remote]
      : remote;
    const mayCache = withHostName && !caller.signal.aborted;
    return this.#describeBy(ip, order, tables, results, loaded, mayCache);
  }

  #describeBy(
    ip: IpAddress,
    order: SourcePolicy,
    tables: LocalTables,
    results: readonly SourceResult[],
    isLoaded: boolean,
    mayCache = true,
  ): DescribeResult {
    const now = this.#now();
    const remote: Contribution[] = [];
    let isComplete = isLoaded;
    let savedAt: number | null = null;
    let expiresAt = now +
      (isLoaded ? LOCAL_LIFETIME_MS : INCOMPLETE_LIFETIME_MS);
    for (const result of results) {
      const { contribution } = result;
      if (contribution && contribution !== NO_NAME) remote.push(contribution);
      if (!contribution || contribution.isPartial) isComplete = false;
      if (result.savedAt !== null) {
        savedAt = Math.min(savedAt ?? Infinity, result.savedAt);
      }
      expiresAt = Math.min(expiresAt, result.expiresAt);
    }
    const local = tables.query(ip, order);
    const label = tables.labelOf(ip);
    const profile = mergedProfile(ip, order, local, remote, now, label);
    // A profile based on tables that were replaced meanwhile is not cached.
    const isCurrent = tables === this.#tables;
    if (mayCache && isCurrent && expiresAt > now) {
      this.#cache[order].set(ip.text, {
        profile,
        savedAt: savedAt ?? now,
        isComplete,
        expiresAt,
      });
    }
    return { profile, savedAt, isComplete };
  }
}

function contributionOf(facts: Partial<Facts>): Contribution {
  return { source: HOST_NAME_SOURCE, kind: "reverse", facts };
}

/** The contribution of an address without a host name; compared by identity. */
const NO_NAME = contributionOf({});

/** The result of a host name lookup. A new name does not come from the cache. */
function resultOf(
  { hostname, isKnown, expiresAt, savedAt }: HostName,
  isNew: boolean,
): SourceResult {
  const contribution = !isKnown
    ? null
    : hostname === null
    ? NO_NAME
    : contributionOf({ hostname });
  return { contribution, expiresAt, savedAt: isNew ? null : savedAt };
}
