import { isTimeout, withDeadline } from "../core/deadline.ts";
import { FairFlights } from "../core/single_flight.ts";
import type { Caller } from "../core/fair_queue.ts";
import { SemaphoreError } from "../core/semaphore.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { CachedFindings, FindingsCache } from "./findings_cache.ts";
import { Circuit } from "../core/circuit.ts";
import { type Contribution, withoutEmpty } from "./merge.ts";
import {
  type Facts,
  type RemoteSource,
  SOURCE_ORDER,
  type SourcePolicy,
} from "./profile.ts";

/** Thrown by a source that must not be queried for a while, because its limit is reached. */
export class SourceBusyError extends Error {
  override name = "SourceBusyError";

  /** @param retryAfterMs time until the next query is allowed */
  constructor(readonly retryAfterMs: number) {
    super("the source's limit is reached");
  }
}

export interface SourceResult {
  /** Null if the source was not queried, failed or timed out. */
  readonly contribution: Contribution | null;
  /** When to query again. */
  readonly expiresAt: number;
  /** When it was cached; null if the source has just responded. */
  readonly savedAt: number | null;
}

export interface RemoteSourcesOptions {
  sources: readonly RemoteSource[];
  cache?: FindingsCache;
  /** Adds the facts that follow from others. */
  complete?: (facts: Partial<Facts>) => Partial<Facts>;
  now: () => number;
  /** Time limit for each source; by default each has its own. */
  timeoutMs?: number;
  /** Time limit for a health check. It is long, because nobody waits for it, and a busy server still works. */
  checkMs?: number;
}

/** Queries to one source, by outcome. */
export interface SourceCounts {
  answered: number;
  cached: number;
  /** The source failed, timed out, or sent a malformed response. */
  failed: number;
  /** Not sent, because the source had failed before, or the client has too many queries waiting. */
  skipped: number;
}

interface LimitedSource {
  readonly counts: SourceCounts;
  readonly source: RemoteSource;
  readonly circuit: Circuit;
  readonly flights: FairFlights<SourceResult>;
  isChecking: boolean;
}

/** How long to cache a profile that lacks the findings of a source. */
export const INCOMPLETE_LIFETIME_MS = 60_000;

/** Default limit on concurrent queries to one source. Limited because strangers choose how many addresses are looked up. */
const MAX_IN_FLIGHT = 32;

/** Queries remote sources concurrently, each within its own limits, and all within one time limit. */
export class RemoteSources {
  /** Queries since the start, by source name. */
  readonly counts: ReadonlyMap<string, Readonly<SourceCounts>>;
  readonly #byOrder: Record<SourcePolicy, readonly LimitedSource[]>;
  readonly #options:
    & RemoteSourcesOptions
    & Required<Pick<RemoteSourcesOptions, "complete" | "checkMs">>;

  constructor(
    { complete = (facts) => facts, checkMs = 2_000, ...options }:
      RemoteSourcesOptions,
  ) {
    this.#options = { ...options, complete, checkMs };
    const limited = options.sources.map((source) => ({
      source,
      counts: { answered: 0, cached: 0, failed: 0, skipped: 0 },
      circuit: new Circuit(options.now),
      flights: new FairFlights<SourceResult>({
        permits: source.maxInFlight ?? MAX_IN_FLIGHT,
        maxWaiting: 4 * (source.maxInFlight ?? MAX_IN_FLIGHT),
      }),
      isChecking: false,
    }));
    this.counts = new Map(
      limited.map(({ source, counts }) => [source.name, counts]),
    );
    const of = (order: SourcePolicy) =>
      limited.filter(({ source: { kind, onlyFor = order } }) =>
        onlyFor === order && SOURCE_ORDER[order].elsewhere.includes(kind)
      );
    this.#byOrder = { v1: of("v1"), v2: of("v2") };
  }

  hasSources(order: SourcePolicy): boolean {
    return this.#byOrder[order].length > 0;
  }

  /**
   * Queries the sources of a policy. A source that fails or times out has a
   * result without a contribution. Never rejects.
   *
   * @param limitMs time limit for all sources together
   * @param servers those that the request has passed through
   */
  async query(
    ip: IpAddress,
    order: SourcePolicy,
    caller: Caller,
    limitMs: number,
    servers: readonly string[] = [],
  ): Promise<SourceResult[]> {
    const sources = this.#byOrder[order];
    if (sources.length === 0) return [];
    const names = sources.map(({ source }) => source.name);
    const results = await this.#options.cache?.read(names, ip);
    return await Promise.all(sources.map((limited, i) => {
      const cached = results?.[i];
      if (!cached) {
        return this.#queryOne(limited, ip, caller, { limitMs, servers });
      }
      limited.counts.cached++;
      return resultOf(limited.source, cached, cached.savedAt);
    }));
  }

  async #queryOne(
    limited: LimitedSource,
    ip: IpAddress,
    caller: Caller,
    options: { limitMs: number; servers: readonly string[] },
  ): Promise<SourceResult> {
    const { source, counts, flights } = limited;
    const { servers } = options;
    if (source.isLoop?.(servers)) {
      counts.skipped++;
      return this.#noResult(0);
    }
    const limitMs = Math.min(
      this.#options.timeoutMs ?? source.timeoutMs,
      options.limitMs,
    );
    const begunAt = this.#options.now();
    const run = (signal: AbortSignal) =>
      flights.run(
        ip.text,
        { client: caller.client, signal },
        (starter) => {
          const waitedMs = Math.max(0, this.#options.now() - begunAt);
          return this.#send(limited, ip, starter, {
            limitMs: Math.max(limitMs - waitedMs, limitMs / 2),
            hasWaited: waitedMs > 0,
            servers,
          });
        },
        // Half of the time is left for the query.
        { timeoutMs: limitMs / 2 },
      );
    try {
      // The caller that started a query under way may have a longer time limit.
      return flights.has(ip.text)
        ? await withDeadline(limitMs, run, caller.signal)
        : await run(caller.signal);
    } catch (error) {
      if (error instanceof SemaphoreError) counts.skipped++;
      // The next caller may get a permit.
      return this.#noResult(0);
    }
  }

  async #send(
    limited: LimitedSource,
    ip: IpAddress,
    { client, signal }: Caller,
    { limitMs, hasWaited, servers }: {
      limitMs: number;
      hasWaited: boolean;
      servers: readonly string[];
    },
  ): Promise<SourceResult> {
    const { source, circuit, counts } = limited;
    if (!circuit.tryRequest()) {
      counts.skipped++;
      return this.#noResult(INCOMPLETE_LIFETIME_MS);
    }
    try {
      const { facts, evidence = [], isPartial } = await withDeadline(
        limitMs,
        (deadline) => source.lookup(ip, deadline, client, servers),
        signal,
      );
      circuit.recordSuccess();
      counts.answered++;
      const findings = {
        facts: this.#options.complete(withoutEmpty(facts)),
        evidence,
        ...isPartial && { isPartial },
      };
      const isEmpty = Object.keys(findings.facts).length === 0 &&
        evidence.length === 0;
      const savedAt = this.#options.now();
      const expiresAt = savedAt +
        (isEmpty || isPartial ? source.emptyLifetimeMs : source.lifetimeMs);
      const cached = { findings, savedAt, expiresAt };
      this.#options.cache?.write(source.name, ip, cached);
      return resultOf(source, cached, null);
    } catch (error) {
      // The callers left, which says nothing about the source.
      if (signal.aborted) circuit.recordAbandoned();
      else {
        counts.failed++;
        // Nor does a timeout after a shorter time than usual.
        if (hasWaited && isTimeout(error)) circuit.recordAbandoned();
        else this.#recordFailure(limited, error);
      }
      return this.#noResult(INCOMPLETE_LIFETIME_MS);
    }
  }

  #noResult(lifetimeMs: number): SourceResult {
    return {
      contribution: null,
      expiresAt: this.#options.now() + lifetimeMs,
      savedAt: null,
    };
  }

  /** Records a failure with the circuit, unless a health check shows that the source works. Not awaited; never rejects. */
  async #recordFailure(limited: LimitedSource, error: unknown): Promise<void> {
    const { source, circuit } = limited;
    if (error instanceof SourceBusyError) {
      return circuit.holdOff(error.retryAfterMs);
    }
    if (!source.check) return circuit.recordFailure();
    // Strangers can make a hundred queries fail at once: one check is enough.
    if (limited.isChecking) return circuit.recordAbandoned();
    limited.isChecking = true;
    try {
      await withDeadline(
        this.#options.checkMs,
        (deadline) => source.check!(deadline),
      );
      circuit.recordSuccess();
    } catch {
      circuit.recordFailure();
    } finally {
      limited.isChecking = false;
    }
  }
}

function resultOf(
  { name, kind }: RemoteSource,
  { findings, expiresAt }: CachedFindings,
  savedAt: number | null,
): SourceResult {
  const contribution = { source: name, kind, ...findings };
  return { contribution, expiresAt, savedAt };
}
