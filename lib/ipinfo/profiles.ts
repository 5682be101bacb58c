import { BoundedMap } from "../core/cache.ts";
import { withDeadline } from "../core/deadline.ts";
import { SingleFlight } from "../core/single_flight.ts";
import type { Caller } from "../core/caller.ts";
import { mapMaybeAsync } from "../core/maybe_async.ts";
import type { HostName, HostNameCounts } from "../dns/host_names.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { FindingsCache } from "./answer_cache.ts";
import { isBogon } from "../net/special_blocks.ts";
import { type Contribution, inOrder } from "./merge.ts";
import { bogonProfile, mergedProfile } from "./merged_profile.ts";
import { SOURCE_ORDER, type SourcePolicy } from "./source_policy.ts";
import {
  type Facts,
  type Findings,
  type LocalSource,
  NO_FINDINGS,
  type Profile,
} from "./profile.ts";
import {
  type HealthCheckedSource,
  INCOMPLETE_LIFETIME_MS,
  RemoteSources,
  type RemoteSourcesOptions,
  type SourceCounts,
  type SourceResult,
} from "./remote_sources.ts";

/** A profile, and since when what it rests on was kept. */
export interface Description {
  readonly profile: Profile;
  /** When its oldest part was saved, in milliseconds since the epoch; null where no part came out of a cache. */
  readonly savedAt: number | null;
}

/** A description, and whether it is all there is to say. */
export interface DescribeResult extends Description {
  /** False where a source was late, failed or was not asked: what is missing may be known in a moment. */
  readonly isComplete: boolean;
}

/** The host names of addresses. */
export interface HostNameLookup {
  readonly counts: HostNameCounts;
  /** At once if nobody has to be asked. Does not reject. */
  lookup(ip: IpAddress, caller: Caller): HostName | Promise<HostName>;
}

export interface ProfilesOptions {
  /** Within a kind the earlier source is believed first. */
  local: readonly LocalSource[];
  remote?: readonly HealthCheckedSource[];
  /** By default addresses have no host names. */
  hostNames?: HostNameLookup;
  /** Where the answers of the remote sources outlive the process. */
  cache?: FindingsCache;
  /** Adds to what a remote source says of a place what follows from it. */
  complete?: RemoteSourcesOptions["complete"];
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Profiles kept, for each order. */
  maxKept?: number;
  /** The longest all remote sources together are waited for. */
  timeoutMs?: number;
  /** The longest each of them is waited for; by default each has its own limit. */
  sourceTimeoutMs?: number;
  /** How long a source that has failed is given to show that it works. */
  checkMs?: number;
}

export interface DescribeOptions {
  order?: SourcePolicy;
  /** Less time than usual for the remote sources. */
  limitMs?: number;
}

interface Kept extends DescribeResult {
  readonly expiresAt: number;
}

/** The name of the host names among the sources. */
const HOST_NAME_SOURCE = "reverse-dns";

/** How long a profile is kept that rests on local tables alone. */
const LOCAL_LIFETIME_MS = 3_600_000;

/** Puts profiles together from all sources, and keeps them for a while. */
export class Profiles {
  #localByOrder: Record<SourcePolicy, readonly LocalSource[]>;
  readonly #remote: RemoteSources;
  readonly #hostNames: HostNameLookup | undefined;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #kept: Record<SourcePolicy, BoundedMap<string, Kept>>;
  readonly #flights = new SingleFlight<DescribeResult>();

  constructor(
    {
      local,
      remote: sources = [],
      hostNames,
      cache,
      complete,
      now,
      maxKept = 20_000,
      timeoutMs = 2250,
      sourceTimeoutMs,
      checkMs,
    }: ProfilesOptions,
  ) {
    this.#localByOrder = byOrder(local);
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
    // Two generations each.
    const max = maxKept / 2;
    this.#kept = { v1: new BoundedMap(max), v2: new BoundedMap(max) };
  }

  /** What came of the queries to each remote source since the start, for the metrics. */
  get sourceCounts(): ReadonlyMap<string, Readonly<SourceCounts>> {
    const { counts } = this.#remote;
    return this.#hostNames
      ? new Map([[HOST_NAME_SOURCE, this.#hostNames.counts], ...counts])
      : counts;
  }

  /** Describes by other tables from now on, and forgets what the former ones said. */
  useLocal(local: readonly LocalSource[]): void {
    this.#localByOrder = byOrder(local);
    this.#kept.v1.clear();
    this.#kept.v2.clear();
  }

  /**
   * Describes an address by all sources of the order: at once if none has to be
   * waited for. A source that fails or is late is left out; only the signal
   * makes it reject. It is not read unless sources besides the host names are
   * asked.
   */
  describe(
    ip: IpAddress,
    options: Caller & DescribeOptions,
  ): DescribeResult | Promise<DescribeResult> {
    const { order = "v1" } = options;
    const kept = this.cached(ip, order);
    if (kept) return kept;
    if (isBogon(ip)) {
      return { profile: bogonProfile(ip), savedAt: null, isComplete: true };
    }
    const tables = this.#localByOrder;
    const isLoaded = this.#areLoaded(tables[order], ip);
    if (isLoaded !== true || this.#remote.isAsked(order)) {
      return this.#describeShared(ip, order, options, isLoaded);
    }
    const name = this.#hostNames?.lookup(ip, options);
    if (!name) return this.#describeBy(ip, order, tables, [], true);
    const isNew = name instanceof Promise;
    return mapMaybeAsync(name, (found) => {
      const asked = [resultOf(found, isNew)];
      return this.#describeBy(ip, order, tables, asked, true);
    });
  }

  /** The kept description of an address, if there is one. */
  cached(ip: IpAddress, order: SourcePolicy = "v1"): DescribeResult | null {
    const kept = this.#kept[order].get(ip.text);
    return kept && kept.expiresAt > this.#now() ? kept : null;
  }

  /** Describes an address by the tables in memory alone, and keeps nothing. */
  describeLocal(ip: IpAddress, order: SourcePolicy = "v1"): Profile {
    if (isBogon(ip)) return bogonProfile(ip);
    const said = askLocal(this.#localByOrder[order], ip);
    return mergedProfile(ip, order, said, [], this.#now());
  }

  #describeShared(
    ip: IpAddress,
    order: SourcePolicy,
    { client, signal, limitMs = this.#timeoutMs }: Caller & DescribeOptions,
    isLoaded: true | Promise<boolean>,
  ): Promise<DescribeResult> {
    // Each client for itself: what one has no turn for may be had by another.
    // The sources are asked once for all of them.
    return this.#flights.run(
      `${order} ${ip.text} ${client.key}`,
      (flight) =>
        this.#ask(ip, order, { client, signal: flight }, limitMs, isLoaded),
      signal,
    );
  }

  async #ask(
    ip: IpAddress,
    order: SourcePolicy,
    caller: Caller,
    limitMs: number,
    isLoaded: true | Promise<boolean>,
  ): Promise<DescribeResult> {
    const tables = this.#localByOrder;
    const name = this.#hostNames?.lookup(ip, caller);
    const [loaded, found, asked] = await Promise.all([
      isLoaded,
      name,
      this.#remote.ask(ip, order, caller, limitMs),
    ]);
    const results = found
      ? [resultOf(found, name instanceof Promise), ...asked]
      : asked;
    const { aborted } = caller.signal;
    return this.#describeBy(ip, order, tables, results, loaded, !aborted);
  }

  #describeBy(
    ip: IpAddress,
    order: SourcePolicy,
    tables: Record<SourcePolicy, readonly LocalSource[]>,
    asked: readonly SourceResult[],
    isLoaded: boolean,
    mayKeep = true,
  ): DescribeResult {
    const now = this.#now();
    const remote: Contribution[] = [];
    let isComplete = isLoaded;
    let savedAt: number | null = null;
    let expiresAt = now +
      (isLoaded ? LOCAL_LIFETIME_MS : INCOMPLETE_LIFETIME_MS);
    for (const result of asked) {
      const { contribution } = result;
      if (contribution && contribution !== NO_NAME) remote.push(contribution);
      if (!contribution || contribution.isPartial) isComplete = false;
      if (result.savedAt !== null) {
        savedAt = Math.min(savedAt ?? Infinity, result.savedAt);
      }
      expiresAt = Math.min(expiresAt, result.expiresAt);
    }
    const local = askLocal(tables[order], ip);
    const profile = mergedProfile(ip, order, local, remote, now);
    // Tables that were replaced meanwhile have no say in what is kept.
    const isCurrent = tables === this.#localByOrder;
    if (mayKeep && isCurrent && expiresAt > now) {
      this.#kept[order].set(ip.text, {
        profile,
        savedAt: savedAt ?? now,
        isComplete,
        expiresAt,
      });
    }
    return { profile, savedAt, isComplete };
  }

  /** True if no table has to be waited for; false if some cannot be had in time. */
  #areLoaded(
    tables: readonly LocalSource[],
    ip: IpAddress,
  ): true | Promise<boolean> {
    const pending: Promise<void>[] = [];
    for (const source of tables) {
      const loading = source.pending?.(ip);
      if (loading) pending.push(loading);
    }
    if (pending.length === 0) return true;
    return withDeadline(this.#timeoutMs, () => Promise.all(pending))
      .then(() => true, () => false);
  }
}

function contributionOf(facts: Partial<Facts>): Contribution {
  return { source: HOST_NAME_SOURCE, kind: "reverse", facts };
}

/** Of an address without a host name; compared by identity. */
const NO_NAME = contributionOf({});

/** What a host name adds to a profile. One that was asked for just now is not out of the cache. */
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

/** In the order for addresses outside China: most are. */
function byOrder(local: readonly LocalSource[]) {
  return {
    v1: inOrder(local, SOURCE_ORDER.v1.elsewhere),
    v2: inOrder(local, SOURCE_ORDER.v2.elsewhere),
  };
}

function askLocal(
  tables: readonly LocalSource[],
  ip: IpAddress,
): Contribution[] {
  const said: Contribution[] = [];
  for (const source of tables) {
    const findings = findingsOrNone(source, ip);
    if (findings === NO_FINDINGS) continue;
    const { facts, evidence } = findings;
    said.push({ source: source.name, kind: source.kind, facts, evidence });
  }
  return said;
}

function findingsOrNone(source: LocalSource, ip: IpAddress): Findings {
  try {
    return source.lookup(ip);
  } catch {
    // A damaged table says nothing; the others still do.
    return NO_FINDINGS;
  }
}
