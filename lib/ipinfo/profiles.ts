import { LRUCache } from "lru-cache";
import { withDeadline } from "../core/deadline.ts";
import { SingleFlight } from "../core/single_flight.ts";
import type { Caller } from "../core/caller.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { FindingsCache } from "./answer_cache.ts";
import { isBogon } from "../net/special_blocks.ts";
import { type Contribution, inOrder } from "./merge.ts";
import { bogonProfile, mergedProfile } from "./merged_profile.ts";
import { SOURCE_ORDER, type SourcePolicy } from "./source_policy.ts";
import {
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

export interface ProfilesOptions {
  /** Within a kind the earlier source is believed first. */
  local: readonly LocalSource[];
  remote?: readonly HealthCheckedSource[];
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

interface Kept extends DescribeResult {
  readonly expiresAt: number;
}

/** How long a profile is kept that rests on local tables alone. */
const LOCAL_LIFETIME_MS = 3_600_000;

/** Puts profiles together from all sources, and keeps them for a while. */
export class Profiles {
  #localByOrder: Record<SourcePolicy, readonly LocalSource[]>;
  readonly #remote: RemoteSources;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #kept: Record<SourcePolicy, LRUCache<string, Kept>>;
  readonly #flights = new SingleFlight<DescribeResult>();

  constructor(
    {
      local,
      remote: sources = [],
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
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#kept = { v1: profileCache(maxKept), v2: profileCache(maxKept) };
  }

  /** What came of the questions for each remote source since the start, for the metrics. */
  get sourceCounts(): ReadonlyMap<string, Readonly<SourceCounts>> {
    return this.#remote.counts;
  }

  /** Describes by other tables from now on, and forgets what the former ones said. */
  useLocal(local: readonly LocalSource[]): void {
    this.#localByOrder = byOrder(local);
    this.#kept.v1.clear();
    this.#kept.v2.clear();
  }

  /**
   * Describes an address by all sources of the order. A source that fails or is
   * late is left out; only the signal makes it reject.
   */
  describe(
    ip: IpAddress,
    { order = "v1", client, signal, limitMs = this.#timeoutMs }: Caller & {
      order?: SourcePolicy;
      /** Less time than usual for the remote sources. */
      limitMs?: number;
    },
  ): Promise<DescribeResult> {
    const kept = this.cached(ip, order);
    if (kept) return Promise.resolve(kept);
    if (isBogon(ip)) {
      return Promise.resolve({
        profile: bogonProfile(ip),
        savedAt: null,
        isComplete: true,
      });
    }
    // Each client for itself: what one has no turn for may be had by another.
    // The sources are asked once for all of them.
    return this.#flights.run(
      `${order} ${ip.text} ${client.key}`,
      (flight) => this.#ask(ip, order, { client, signal: flight }, limitMs),
      signal,
    );
  }

  /** The kept description of an address, if there is one. */
  cached(ip: IpAddress, order: SourcePolicy = "v1"): DescribeResult | null {
    const kept = this.#kept[order].get(ip.text);
    if (!kept) return null;
    if (kept.expiresAt > this.#now()) return kept;
    this.#kept[order].delete(ip.text);
    return null;
  }

  /** Describes an address by the tables in memory alone, and keeps nothing. */
  describeLocal(ip: IpAddress, order: SourcePolicy = "v1"): Profile {
    if (isBogon(ip)) return bogonProfile(ip);
    const said = askLocal(this.#localByOrder[order], ip);
    return mergedProfile(ip, order, said, [], this.#now());
  }

  async #ask(
    ip: IpAddress,
    order: SourcePolicy,
    caller: Caller,
    limitMs: number,
  ): Promise<DescribeResult> {
    const { signal } = caller;
    const tables = this.#localByOrder;
    const [loaded, asked] = await Promise.all([
      this.#areLoaded(tables[order], ip),
      this.#remote.ask(ip, order, caller, limitMs),
    ]);
    const now = this.#now();
    const profile = mergedProfile(
      ip,
      order,
      askLocal(tables[order], ip),
      asked.flatMap(({ contribution }) => contribution ?? []),
      now,
    );
    const isComplete = loaded &&
      asked.every(({ contribution }) =>
        contribution !== null && !contribution.isPartial
      );
    const oldest = Math.min(...asked.map(({ savedAt }) => savedAt ?? Infinity));
    const savedAt = oldest === Infinity ? null : oldest;
    // Tables that were replaced meanwhile have no say in what is kept.
    const expiresAt = Math.min(
      now + (loaded ? LOCAL_LIFETIME_MS : INCOMPLETE_LIFETIME_MS),
      ...asked.map(({ expiresAt }) => expiresAt),
    );
    const isCurrent = tables === this.#localByOrder;
    if (!signal.aborted && isCurrent && expiresAt > now) {
      this.#kept[order].set(ip.text, {
        profile,
        savedAt: savedAt ?? now,
        isComplete,
        expiresAt,
      });
    }
    return { profile, savedAt, isComplete };
  }

  /** Waits for tables that are on their way; false when some cannot be had in time. */
  async #areLoaded(
    tables: readonly LocalSource[],
    ip: IpAddress,
  ): Promise<boolean> {
    const pending = tables.flatMap((source) => source.pending?.(ip) ?? []);
    if (pending.length === 0) return true;
    try {
      await withDeadline(this.#timeoutMs, () => Promise.all(pending));
      return true;
    } catch {
      return false;
    }
  }
}

/** With `max` lru-cache would allocate room for all entries at once: 5 ms of the start. */
function profileCache(maxKept: number): LRUCache<string, Kept> {
  return new LRUCache({ maxSize: maxKept, sizeCalculation: () => 1 });
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
