import { BoundedMap } from "../core/cache.ts";
import type { Caller, ClientKey } from "../core/fair_queue.ts";
import { type Deadline, DeadlineQueue } from "../core/deadline_queue.ts";
import { type Permit, Semaphore, SemaphoreError } from "../core/semaphore.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Resolver, ReverseOutcome } from "./resolver.ts";
import { ServerHealth } from "./server_health.ts";

export interface HostName {
  /** Null if there is none, or it is unknown. */
  readonly hostname: string | null;
  /** False if no server responded in time. */
  readonly isKnown: boolean;
  /** When to ask again, in milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Since when it is cached, in milliseconds since the epoch; null if it is not. */
  readonly savedAt: number | null;
}

/** Lookups by outcome, for the metrics. */
export interface HostNameCounts {
  answered: number;
  cached: number;
  /** No usable response in time. */
  failed: number;
  /** Not sent: no name server responds, or the client has too many queries under way. */
  skipped: number;
}

export interface HostNamesOptions {
  resolver: Pick<Resolver, "reverse">;
  now: () => number;
  /** Time limit for a lookup; the query is sent again after half of it. */
  timeoutMs?: number;
  /** Queries under way, shared fairly among clients; four times as many callers may wait. */
  maxInFlight?: number;
  /** Approximate size of the cache. */
  maxBytes?: number;
  /** The interval of probes while no name server responds. */
  probeMs?: number;
}

interface Pending {
  readonly ip: IpAddress;
  readonly client: ClientKey;
  readonly permit: Permit;
  readonly promise: Promise<HostName>;
  readonly resolve: (name: HostName) => void;
  deadline: Deadline<Pending>;
  attempt: number;
  /** Responses to all queries before this one was sent. */
  readonly responsesBefore: number;
}

const TIMEOUT_MS = 500;
const MAX_IN_FLIGHT = 512;
const MAX_BYTES = 8 * 1024 * 1024;
const PROBE_MS = 1000;

/** An entry without its texts. */
const ENTRY_BYTES = 192;

/*
 * How long names are cached: by their TTL, within limits. One of 0 seconds
 * would cost a query per request; addresses change hands within hours.
 */
const MIN_TTL_SECONDS = 60;
const MAX_TTL_SECONDS = 3600;
const MAX_NEGATIVE_TTL_SECONDS = 300;
/** For lookups that failed or timed out. */
const FAILURE_TTL_SECONDS = 60;

/**
 * Looks up the host names of addresses, and caches them in memory.
 *
 * A lookup takes half a second at most. A missing response can be the fault of the
 * servers of that reverse zone, which strangers choose, or of the resolver. So a
 * late query is followed by one for the loopback address, which the resolver
 * answers by itself. If that one gets no response either, lookups continue without
 * names, and one probe per second is sent until one gets a response.
 *
 * A query is not canceled if its callers leave: it costs one datagram, and ends
 * soon.
 */
export class HostNames implements Disposable {
  readonly counts: HostNameCounts = {
    answered: 0,
    cached: 0,
    failed: 0,
    skipped: 0,
  };
  readonly #resolver: Pick<Resolver, "reverse">;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #cache: BoundedMap<string, HostName>;
  readonly #semaphore: Semaphore;
  readonly #pending = new Map<string, Pending>();
  readonly #deadlines: DeadlineQueue<Pending>;
  readonly #health: ServerHealth;
  readonly #maxInFlight: number;
  #isClosed = false;

  constructor({
    resolver,
    now,
    timeoutMs = TIMEOUT_MS,
    maxInFlight = MAX_IN_FLIGHT,
    maxBytes = MAX_BYTES,
    probeMs = PROBE_MS,
  }: HostNamesOptions) {
    this.#resolver = resolver;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#maxInFlight = maxInFlight;
    this.#health = new ServerHealth({ resolver, probeMs });
    this.#cache = new BoundedMap(maxBytes / 2, bytesOf);
    this.#semaphore = new Semaphore({
      permits: maxInFlight,
      maxWaiting: 4 * maxInFlight,
    });
    this.#deadlines = new DeadlineQueue({
      delayMs: timeoutMs / 2,
      onDue: (pending) => this.#onDue(pending),
    });
  }

  /** Divides the queries in flight among threads, so that there are no more in all. */
  share(threads: number): void {
    this.#semaphore.resize(
      Math.max(1, Math.floor(this.#maxInFlight / threads)),
    );
  }

  /**
   * The host name of an address. Synchronous if it is cached, or if no name
   * server responds. Does not reject.
   */
  lookup(ip: IpAddress, caller: Caller): HostName | Promise<HostName> {
    const cached = this.#cached(ip);
    if (cached) return cached;
    if (this.#health.isSilent || this.#isClosed) return this.#skip();
    // Callers share a query under way, which already has its permit.
    const pending = this.#pending.get(ip.text);
    if (pending) return pending.promise;
    const permit = this.#semaphore.tryAcquire(caller.client);
    return permit
      ? this.#ask(ip, caller.client, permit, 0)
      : this.#wait(ip, caller);
  }

  /** Ends all lookups under way, without names. */
  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#releaseAll();
    this.#health[Symbol.dispose]();
  }

  #cached(ip: IpAddress): HostName | undefined {
    const cached = this.#cache.get(ip.text);
    if (!cached || cached.expiresAt <= this.#now()) return undefined;
    this.counts.cached++;
    return cached;
  }

  async #wait(ip: IpAddress, caller: Caller): Promise<HostName> {
    let permit: Permit;
    try {
      // Half of the time is left for the query.
      const timeoutMs = this.#timeoutMs / 2;
      permit = await this.#semaphore.acquire(caller, { timeoutMs });
    } catch (error) {
      if (error instanceof SemaphoreError) this.counts.skipped++;
      return this.#unknown(0);
    }
    const known = this.#cached(ip) ?? this.#pending.get(ip.text)?.promise;
    const isLate = known !== undefined || this.#health.isSilent ||
      this.#isClosed;
    if (!isLate) return await this.#ask(ip, caller.client, permit, 1);
    permit[Symbol.dispose]();
    return known ?? this.#skip();
  }

  /** @param attempt 1 if half of the time is over */
  #ask(
    ip: IpAddress,
    client: ClientKey,
    permit: Permit,
    attempt: number,
  ): Promise<HostName> {
    const { promise, resolve } = Promise.withResolvers<HostName>();
    const pending = {
      ip,
      client,
      permit,
      promise,
      resolve,
      attempt,
      responsesBefore: this.#health.responseCount,
    } as Pending;
    pending.deadline = this.#deadlines.add(pending);
    this.#pending.set(ip.text, pending);
    // Too late to probe when the first query gets no response: there is no second.
    if (attempt > 0) this.#health.check();
    this.#send(pending);
    return promise;
  }

  #send(pending: Pending): void {
    const { ip, client, attempt } = pending;
    this.#resolver.reverse(
      ip,
      { client, attempt },
      (outcome) => this.#receive(pending, outcome),
    );
  }

  #receive(pending: Pending, outcome: ReverseOutcome): void {
    this.#health.record(outcome);
    // A missing response counts only at the deadline, and a repeated one is ignored.
    const isPending = this.#pending.get(pending.ip.text) === pending;
    if (outcome.kind === "silent" || !isPending) return;
    this.#deadlines.remove(pending.deadline);
    if (outcome.kind === "failed") return this.#fail(pending);
    this.counts.answered++;
    this.#settle(pending, this.#save(pending.ip, outcome));
  }

  #onDue(pending: Pending): void {
    const isHeard = this.#health.responseCount > pending.responsesBefore;
    if (pending.attempt === 0) {
      pending.attempt = 1;
      pending.deadline = this.#deadlines.add(pending);
      if (!isHeard) this.#health.check();
      // The datagram may be lost, or the first server dead.
      this.#send(pending);
    } else if (isHeard) {
      this.#fail(pending);
    } else {
      this.counts.failed += this.#pending.size;
      this.#health.markSilent();
      this.#releaseAll();
    }
  }

  /** Caches the failure for a while. */
  #fail(pending: Pending): void {
    const unknown = this.#unknown(this.#now() + FAILURE_TTL_SECONDS * 1000);
    this.counts.failed++;
    this.#cache.set(pending.ip.text, unknown);
    this.#settle(pending, unknown);
  }

  #settle(pending: Pending, name: HostName): void {
    this.#pending.delete(pending.ip.text);
    pending.permit[Symbol.dispose]();
    pending.resolve(name);
  }

  #skip(): HostName {
    this.counts.skipped++;
    return this.#unknown(0);
  }

  #unknown(expiresAt: number): HostName {
    return { hostname: null, isKnown: false, expiresAt, savedAt: null };
  }

  #save(
    ip: IpAddress,
    { hostname, ttlSeconds }: ReverseOutcome & { kind: "answered" },
  ): HostName {
    const maxSeconds = hostname === null
      ? MAX_NEGATIVE_TTL_SECONDS
      : MAX_TTL_SECONDS;
    const seconds = Math.min(
      Math.max(ttlSeconds ?? maxSeconds, MIN_TTL_SECONDS),
      maxSeconds,
    );
    const savedAt = this.#now();
    const expiresAt = savedAt + seconds * 1000;
    const name = { hostname, isKnown: true, expiresAt, savedAt };
    this.#cache.set(ip.text, name);
    return name;
  }

  #releaseAll(): void {
    this.#deadlines.clear();
    for (const pending of [...this.#pending.values()]) {
      this.#settle(pending, this.#unknown(0));
    }
  }
}

function bytesOf(address: string, { hostname }: HostName): number {
  return ENTRY_BYTES + 2 * (address.length + (hostname?.length ?? 0));
}
