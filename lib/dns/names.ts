import { withDeadline } from "../async/deadline.ts";
import { SingleFlight } from "../async/single_flight.ts";
import { BoundedMap } from "../data/bounded_map.ts";
import { AppError } from "../http/errors.ts";
import type { IpAddress } from "../net/ip_address.ts";
import type { Resolver } from "./resolver.ts";

export interface NamesOptions {
  resolver: Resolver;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** The longest one name may take, both families together. */
  timeoutMs?: number;
  /** Different names asked for at once; a flood of slow names must not pile up. */
  maxInFlight?: number;
  /** Names whose answer is kept. */
  maxKept?: number;
}

/** What became of a name: its first address, or why there is none. */
export type NameAnswer =
  | { ip: IpAddress }
  | { ip: null; reason: "no address" | "no answer" };

interface Kept {
  readonly answer: NameAnswer;
  readonly expiresAt: number;
}

const ADDRESS_LIFETIME_MS = 60_000;
/** A name that was just set up is found soon. */
const NO_ADDRESS_LIFETIME_MS = 10_000;

/** Turns names into the one address that is described for them, and keeps the answers for a while. */
export class Names {
  readonly #resolver: Resolver;
  readonly #now: () => number;
  readonly #timeoutMs: number;
  readonly #maxInFlight: number;
  readonly #kept: BoundedMap<string, Kept>;
  readonly #flights = new SingleFlight<NameAnswer>();

  constructor(
    {
      resolver,
      now,
      timeoutMs = 2000,
      maxInFlight = 256,
      maxKept = 10_000,
    }: NamesOptions,
  ) {
    this.#resolver = resolver;
    this.#now = now;
    this.#timeoutMs = timeoutMs;
    this.#maxInFlight = maxInFlight;
    // A BoundedMap holds two generations.
    this.#kept = new BoundedMap(Math.ceil(maxKept / 2));
  }

  /**
   * The first A record, or the first AAAA where there is no A; `family` asks
   * for one kind alone. Identical names under way are asked for once. Only the
   * signal makes it reject, and a flood:
   *
   * @throws {AppError} 503 when too many different names are being asked for
   */
  async firstAddress(
    name: string,
    { family, signal }: { family?: 4 | 6; signal: AbortSignal },
  ): Promise<NameAnswer> {
    const key = `${family ?? "any"} ${name}`;
    const kept = this.#kept.get(key);
    if (kept && kept.expiresAt > this.#now()) return kept.answer;
    if (!this.#flights.has(key) && this.#flights.size >= this.#maxInFlight) {
      throw new AppError(
        503,
        "SERVICE_UNAVAILABLE",
        "Too many names are being looked up. Please try again in a moment.",
        { headers: { "retry-after": "2" } },
      );
    }
    const families = family ? [family] : [4, 6] as const;
    return await this.#flights.run(
      key,
      (flight) => this.#ask(key, name, families, flight),
      signal,
    );
  }

  async #ask(
    key: string,
    name: string,
    families: readonly (4 | 6)[],
    signal: AbortSignal,
  ): Promise<NameAnswer> {
    try {
      const ip = await withDeadline(
        this.#timeoutMs,
        (limited) => this.#first(name, families, limited),
        signal,
      );
      const answer = ip ? { ip } : { ip, reason: "no address" as const };
      const lifetimeMs = ip ? ADDRESS_LIFETIME_MS : NO_ADDRESS_LIFETIME_MS;
      this.#kept.set(key, { answer, expiresAt: this.#now() + lifetimeMs });
      return answer;
    } catch {
      return { ip: null, reason: "no answer" };
    }
  }

  async #first(
    name: string,
    families: readonly (4 | 6)[],
    signal: AbortSignal,
  ): Promise<IpAddress | null> {
    for (const family of families) {
      const [ip] = await this.#resolver.addresses(name, family, signal);
      if (ip) return ip;
    }
    return null;
  }
}
