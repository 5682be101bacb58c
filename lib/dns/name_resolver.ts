import { withDeadline } from "../core/deadline.ts";
import { FairFlights } from "../core/fair_flights.ts";
import type { Caller, ClientKey } from "../core/caller.ts";
import { SemaphoreError } from "../core/semaphore.ts";
import { ExpiringCache } from "../core/cache.ts";
import { AppError } from "../core/errors.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Resolver } from "./resolver.ts";

export interface NameResolverOptions {
  resolver: Resolver;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The longest one name may take, both families together. */
  timeoutMs?: number;
  /** Different names asked for at once, shared fairly among clients: strangers choose how slow their names are. */
  maxInFlight?: number;
  /** Callers that wait for their turn. */
  maxWaiting?: number;
  /** Told of each name that is not kept, before it is asked for. May throw. */
  onUncached?: (client: ClientKey) => void;
  /** Names whose answer is kept. */
  maxKept?: number;
  /** Whether a name may not be said to lead to an address. */
  isWithheld?: (ip: IpAddress) => boolean;
}

/** What became of a name: its first address, or why there is none. */
export type NameResolution =
  | {
    ip: IpAddress;
    /** Until when the records hold, in milliseconds since the epoch. */
    expiresAt: number;
  }
  | { ip: null; reason: "no address" | "no answer" | "withheld" };

/** An address of which no TTL is known, as of Deno's own resolver. */
const ADDRESS_LIFETIME_MS = 60_000;
/** However short a TTL, a popular name is not asked for with every request. */
const SHORTEST_MS = 5_000;
const LONGEST_MS = 3_600_000;
/** A name that was just set up is found soon. */
const NO_ADDRESS_LIFETIME_MS = 10_000;

/** Turns names into the one address that is described for them, and keeps the answers for a while. */
export class NameResolver {
  readonly #resolver: Resolver;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #onUncached: (client: ClientKey) => void;
  readonly #isWithheld: (ip: IpAddress) => boolean;
  readonly #kept: ExpiringCache<NameResolution>;
  readonly #flights: FairFlights<NameResolution>;

  constructor(
    {
      resolver,
      now,
      timeoutMs = 2000,
      maxInFlight = 256,
      maxWaiting = 1024,
      onUncached = () => {},
      maxKept = 10_000,
      isWithheld = () => false,
    }: NameResolverOptions,
  ) {
    this.#resolver = resolver;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#onUncached = onUncached;
    this.#flights = new FairFlights({ permits: maxInFlight, maxWaiting });
    this.#isWithheld = isWithheld;
    this.#kept = new ExpiringCache({ maxWeight: maxKept, now });
  }

  /**
   * The first A record that may be told, or the first such AAAA where there is
   * no such A; `family` asks for one kind alone. Identical names under way are
   * asked for once. Only the signal makes it reject, and a flood:
   *
   * @throws {AppError} 503 when the client has too many names looked up at once, and its turn does not come in time
   */
  async firstAddress(
    name: string,
    { family, client, signal }: Caller & { family?: 4 | 6 },
  ): Promise<NameResolution> {
    const key = `${family ?? "any"} ${name}`;
    const kept = this.#kept.get(key);
    if (kept) return kept;
    this.#onUncached(client);
    const families = family ? [family] : [4, 6] as const;
    try {
      return await this.#flights.run(
        key,
        { client, signal },
        // Another caller may have asked while this one waited for its turn.
        async (starter) =>
          this.#kept.get(key) ??
            await this.#ask(key, name, families, starter),
        { timeoutMs: this.#timeoutMs },
      );
    } catch (error) {
      throw error instanceof SemaphoreError ? tooManyNames(error) : error;
    }
  }

  async #ask(
    key: string,
    name: string,
    families: readonly (4 | 6)[],
    { client, signal }: Caller,
  ): Promise<NameResolution> {
    try {
      const answer = await withDeadline(
        this.#timeoutMs,
        (limited) => this.#first(name, families, { client, signal: limited }),
        signal,
      );
      const now = this.#now();
      const expiresAt = answer.ip
        ? Math.max(answer.expiresAt, now + SHORTEST_MS)
        : now + NO_ADDRESS_LIFETIME_MS;
      this.#kept.set(key, answer, expiresAt);
      return answer;
    } catch {
      return { ip: null, reason: "no answer" };
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

function lifetimeMsOf(ttlSeconds: number | null): number {
  return ttlSeconds === null
    ? ADDRESS_LIFETIME_MS
    : Math.min(ttlSeconds * 1_000, LONGEST_MS);
}

function tooManyNames(cause: SemaphoreError): AppError {
  return new AppError(
    503,
    "SERVICE_UNAVAILABLE",
    { reason: "name_lookups_busy" },
    { cause, headers: { "retry-after": "2" } },
  );
}
