import type { Busy } from "../core/errors.ts";
import { withDeadline } from "../core/deadline.ts";
import { FairFlights } from "../core/single_flight.ts";
import type { Caller, ClientKey } from "../core/fair_queue.ts";
import type { Semaphore } from "../core/semaphore.ts";
import { ExpiringCache } from "../core/cache.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Resolver } from "./resolver.ts";

export interface NameResolverOptions {
  resolver: Pick<Resolver, "addresses">;
  now: () => number;
  /** Timeout of one name, both families together; up to a quarter longer. */
  timeoutMs?: number;
  /** From 0 to 1, exclusive of 1. */
  random?: () => number;
  /** Names resolved at the same time, shared fairly among clients, who choose how slow their names are. */
  maxInFlight?: number;
  /** Callers that may wait. */
  maxWaiting?: number;
  /** Called before a name that is not cached is resolved. May throw to refuse it. */
  onUncached?: (client: ClientKey) => void;
  /** Names in the cache. */
  maxCached?: number;
  /** Whether an address must not be revealed as an address of a name. */
  isWithheld?: (ip: IpAddress) => boolean;
}

/** The first address of a name, or why there is none. */
type NameResolution =
  | {
    ip: IpAddress;
    /** Expiry of the records, in milliseconds since the epoch. */
    expiresAt: number;
  }
  | { ip: null; reason: "no address" | "no response" | "withheld" };

/** For addresses without a TTL: Deno's own resolver returns none. */
const ADDRESS_LIFETIME_MS = 60_000;
/** Minimum, so that a popular name with a short TTL is not resolved for every request. */
const MIN_LIFETIME_MS = 5_000;
const MAX_LIFETIME_MS = 3_600_000;
/** Short, so that a new name is found soon. */
const NO_ADDRESS_LIFETIME_MS = 10_000;
/**
 * By how much timeouts differ at most. One client may have hundreds of names in
 * progress: if all timed out at once, others would wait for all these responses.
 */
const TIMEOUT_JITTER = 1 / 4;

/** What a lookup gets if too many are in progress. */
export const NAMES_BUSY: Busy = [{ reason: "name_lookups_busy" }, 2];

/** Resolves names to a single address, and caches the results. */
export class NameResolver {
  readonly #resolver: Pick<Resolver, "addresses">;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #random: () => number;
  readonly #onUncached: (client: ClientKey) => void;
  readonly #isWithheld: (ip: IpAddress) => boolean;
  readonly #cache: ExpiringCache<NameResolution>;
  readonly #flights: FairFlights<NameResolution>;

  constructor(
    {
      resolver,
      now,
      timeoutMs = 2000,
      random = Math.random,
      maxInFlight = 256,
      maxWaiting = 1024,
      onUncached = () => {},
      maxCached = 10_000,
      isWithheld = () => false,
    }: NameResolverOptions,
  ) {
    this.#resolver = resolver;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#random = random;
    this.#onUncached = onUncached;
    this.#flights = new FairFlights({ permits: maxInFlight, maxWaiting });
    this.#isWithheld = isWithheld;
    this.#cache = new ExpiringCache({ maxWeight: maxCached, now });
  }

  /** For the names that are being resolved. */
  get permits(): Semaphore {
    return this.#flights.permits;
  }

  /** Whether a name in lower-case ASCII needs no permit: it is cached, or being resolved. */
  isKnown(name: string): boolean {
    const key = keyOf(name);
    return this.#cache.get(key) !== undefined || this.#flights.has(key);
  }

  /**
   * The first A record that is not withheld, or else the first such AAAA record;
   * with `family`, only records of that family. Concurrent calls for a name share
   * one resolution. Failures of the resolver do not reject.
   *
   * @throws {AppError} 503 if the client has too many names in progress, and gets no permit in time
   * @throws what `onUncached` throws; the signal's reason
   */
  async firstAddress(
    name: string,
    { family, client, signal }: Caller & { family?: 4 | 6 },
  ): Promise<NameResolution> {
    const key = keyOf(name, family);
    const cached = this.#cache.get(key);
    if (cached) return cached;
    this.#onUncached(client);
    const families = family ? [family] : [4, 6] as const;
    const timeoutMs = this.#timeoutMs * (1 + TIMEOUT_JITTER * this.#random());
    return await this.#flights.run(
      key,
      { client, signal },
      // Another caller may have resolved it while this one waited for a permit.
      async (starter) =>
        this.#cache.get(key) ??
          await this.#resolve(key, name, families, { ...starter, timeoutMs }),
      { timeoutMs, busy: NAMES_BUSY },
    );
  }

  async #resolve(
    key: string,
    name: string,
    families: readonly (4 | 6)[],
    { client, signal, timeoutMs }: Caller & { timeoutMs: number },
  ): Promise<NameResolution> {
    try {
      const resolution = await withDeadline(
        timeoutMs,
        (limited) => this.#first(name, families, { client, signal: limited }),
        signal,
      );
      const now = this.#now();
      const expiresAt = resolution.ip
        ? Math.max(resolution.expiresAt, now + MIN_LIFETIME_MS)
        : now + NO_ADDRESS_LIFETIME_MS;
      this.#cache.set(key, resolution, expiresAt);
      return resolution;
    } catch {
      return { ip: null, reason: "no response" };
    }
  }

  async #first(
    name: string,
    families: readonly (4 | 6)[],
    caller: Caller,
  ): Promise<NameResolution> {
    let isWithheld = false;
    for (const family of families) {
      const { ips, ttlSeconds } = await this.#resolver
        .addresses(name, family, caller);
      const ip = ips.find((ip) => !this.#isWithheld(ip));
      if (ip) return { ip, expiresAt: this.#now() + lifetimeMsOf(ttlSeconds) };
      isWithheld ||= ips.length > 0;
    }
    return { ip: null, reason: isWithheld ? "withheld" : "no address" };
  }
}

function keyOf(name: string, family?: 4 | 6): string {
  return `${family ?? "any"} ${name}`;
}

function lifetimeMsOf(ttlSeconds: number | null): number {
  return ttlSeconds === null
    ? ADDRESS_LIFETIME_MS
    : Math.min(ttlSeconds * 1_000, MAX_LIFETIME_MS);
}
