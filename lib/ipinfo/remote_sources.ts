import { withDeadline } from "../core/deadline.ts";
import { FairFlights } from "../core/fair_flights.ts";
import type { Caller } from "../core/caller.ts";
import { SemaphoreError } from "../core/semaphore.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { CachedFindings, FindingsCache } from "./answer_cache.ts";
import { Circuit, type HealthChecked } from "../core/circuit.ts";
import { type Contribution, withoutEmpty } from "./merge.ts";
import { SOURCE_ORDER, type SourcePolicy } from "./source_policy.ts";
import type { Facts, RemoteSource } from "./profile.ts";

/** Thrown by a source that must not be asked for a while: its limit is used up. */
export class SourceBusy extends Error {
  override name = "SourceBusy";

  /** @param retryAfterMs how long it wants to be left alone */
  constructor(readonly retryAfterMs: number) {
    super("the source has had enough questions for now");
  }
}

export type HealthCheckedSource = RemoteSource & Partial<HealthChecked>;

/** What came of asking one source. Milliseconds since the epoch. */
export interface SourceResult {
  /** Null where it was not asked, failed or was late. */
  readonly contribution: Contribution | null;
  /** When it is worth asking again. */
  readonly expiresAt: number;
  /** When the source said so, where that was in the cache. */
  readonly savedAt: number | null;
}

export interface RemoteSourcesOptions {
  sources: readonly HealthCheckedSource[];
  cache?: FindingsCache;
  /** Adds to facts what follows from them. */
  complete?: (facts: Partial<Facts>) => Partial<Facts>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The longest each source is waited for; by default each has its own limit. */
  timeoutMs?: number;
  /** How long a source is given to show that it works. Nobody waits for that, and a busy server is no dead source. */
  checkMs?: number;
}

/** What came of questions for one source. */
export interface SourceCounts {
  answered: number;
  /** Out of the cache. */
  kept: number;
  /** It failed or was late, or its answer had no form. */
  failed: number;
  /** Not asked, since it had failed before, or the client had too many questions for it already. */
  spared: number;
}

interface Guarded {
  readonly counts: SourceCounts;
  readonly source: HealthCheckedSource;
  readonly circuit: Circuit;
  readonly flights: FairFlights<SourceResult>;
  /** A look at whether the source works is under way. */
  isChecked: boolean;
}

/** How long an answer counts that lacks a source. */
export const INCOMPLETE_LIFETIME_MS = 60_000;

/** Questions one source gets at once, unless it says otherwise: strangers choose how many addresses are asked for. */
const MAX_IN_FLIGHT = 32;

/** The sources that are asked over the network: all at once, each under its own limits and all under one. */
export class RemoteSources {
  /** What came of all questions since the start, by the names of the sources. */
  readonly counts: ReadonlyMap<string, Readonly<SourceCounts>>;
  readonly #byOrder: Record<SourcePolicy, readonly Guarded[]>;
  readonly #cache: FindingsCache | undefined;
  readonly #complete: (facts: Partial<Facts>) => Partial<Facts>;
  readonly #now: () => number;
  readonly #timeoutMs: number | undefined;
  readonly #checkMs: number;

  constructor(
    {
      sources,
      cache,
      complete = (facts) => facts,
      now,
      timeoutMs,
      checkMs = 2_000,
    }: RemoteSourcesOptions,
  ) {
    const guarded = sources.map((source) => ({
      source,
      counts: { answered: 0, kept: 0, failed: 0, spared: 0 },
      circuit: new Circuit(now),
      flights: new FairFlights<SourceResult>({
        permits: source.maxInFlight ?? MAX_IN_FLIGHT,
        maxWaiting: 4 * (source.maxInFlight ?? MAX_IN_FLIGHT),
      }),
      isChecked: false,
    }));
    this.counts = new Map(
      guarded.map(({ source, counts }) => [source.name, counts]),
    );
    const of = (order: SourcePolicy) =>
      guarded.filter(({ source: { kind, onlyFor = order } }) =>
        onlyFor === order && SOURCE_ORDER[order].elsewhere.includes(kind)
      );
    this.#byOrder = { v1: of("v1"), v2: of("v2") };
    this.#cache = cache;
    this.#complete = complete;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#checkMs = checkMs;
  }

  /** Whether an order has any sources to ask. */
  isAsked(order: SourcePolicy): boolean {
    return this.#byOrder[order].length > 0;
  }

  /**
   * What the sources of an order say of an address, as far as it comes in time.
   * Never rejects.
   *
   * @param limitMs the longest all sources together are waited for
   */
  async ask(
    ip: IpAddress,
    order: SourcePolicy,
    caller: Caller,
    limitMs: number,
  ): Promise<SourceResult[]> {
    const due = this.#byOrder[order];
    if (due.length === 0) return [];
    const names = due.map(({ source }) => source.name);
    const kept = await this.#cache?.read(names, ip);
    return await Promise.all(due.map((guarded, i) => {
      const answer = kept?.[i];
      if (!answer) return this.#askOne(guarded, ip, caller, limitMs);
      guarded.counts.kept++;
      return { ...asked(guarded.source, answer), savedAt: answer.savedAt };
    }));
  }

  async #askOne(
    guarded: Guarded,
    ip: IpAddress,
    caller: Caller,
    longestMs: number,
  ): Promise<SourceResult> {
    const { source, counts, flights } = guarded;
    const limitMs = Math.min(this.#timeoutMs ?? source.timeoutMs, longestMs);
    const begunAt = this.#now();
    const run = (signal: AbortSignal) =>
      flights.run(
        ip.text,
        { client: caller.client, signal },
        (starter) => {
          const waitedMs = Math.max(0, this.#now() - begunAt);
          return this.#question(guarded, ip, starter, {
            limitMs: Math.max(limitMs - waitedMs, limitMs / 2),
            hasWaited: waitedMs > 0,
          });
        },
        // Half of the time is left for the question.
        { timeoutMs: limitMs / 2 },
      );
    try {
      // Who started what is under way may have had more time to give.
      return flights.has(ip.text)
        ? await withDeadline(limitMs, run, caller.signal)
        : await run(caller.signal);
    } catch (error) {
      if (error instanceof SemaphoreError) counts.spared++;
      // The next caller may fare better.
      return this.#nothing(0);
    }
  }

  async #question(
    guarded: Guarded,
    ip: IpAddress,
    { client, signal }: Caller,
    { limitMs, hasWaited }: { limitMs: number; hasWaited: boolean },
  ): Promise<SourceResult> {
    const { source, circuit, counts } = guarded;
    if (!circuit.tryRequest()) {
      counts.spared++;
      return this.#nothing(INCOMPLETE_LIFETIME_MS);
    }
    try {
      const { facts, evidence = [], isPartial } = await withDeadline(
        limitMs,
        (limited) => source.lookup(ip, limited, client),
        signal,
      );
      circuit.recordSuccess();
      counts.answered++;
      const findings = {
        facts: this.#complete(withoutEmpty(facts)),
        evidence,
        ...isPartial && { isPartial },
      };
      const isEmpty = Object.keys(findings.facts).length === 0 &&
        evidence.length === 0;
      const savedAt = this.#now();
      const expiresAt = savedAt +
        (isEmpty || isPartial ? source.emptyLifetimeMs : source.lifetimeMs);
      const answer = { findings, savedAt, expiresAt };
      this.#cache?.write(source.name, ip, answer);
      return asked(source, answer);
    } catch (error) {
      // Callers that have gone say nothing about the source.
      if (signal.aborted) circuit.recordAbandoned();
      else {
        counts.failed++;
        // Nor does a time that was cut short.
        if (hasWaited && isTimeout(error)) circuit.recordAbandoned();
        else this.#report(guarded, error);
      }
      return this.#nothing(INCOMPLETE_LIFETIME_MS);
    }
  }

  #nothing(lifetimeMs: number): SourceResult {
    return {
      contribution: null,
      expiresAt: this.#now() + lifetimeMs,
      savedAt: null,
    };
  }

  /** Tells the circuit of a failure, unless the source turns out to be well. Not to be waited for; never rejects. */
  async #report(guarded: Guarded, error: unknown): Promise<void> {
    const { source, circuit } = guarded;
    if (error instanceof SourceBusy) return circuit.holdOff(error.retryAfterMs);
    if (!source.check) return circuit.recordFailure();
    // Strangers make a hundred questions fail at once. One look tells of all.
    if (guarded.isChecked) return circuit.recordAbandoned();
    guarded.isChecked = true;
    try {
      await withDeadline(this.#checkMs, (limited) => source.check!(limited));
      circuit.recordSuccess();
    } catch {
      circuit.recordFailure();
    } finally {
      guarded.isChecked = false;
    }
  }
}

function asked(
  { name, kind }: RemoteSource,
  { findings, expiresAt }: CachedFindings,
): SourceResult {
  const contribution = { source: name, kind, ...findings };
  return { contribution, expiresAt, savedAt: null };
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === "TimeoutError";
}
