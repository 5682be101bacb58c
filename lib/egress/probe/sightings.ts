import type { IpAddress } from "../../net/ip_address.ts";
import type { ResolverRow } from "../view/report.ts";

/** A resolver that queried a name with a nonce. */
export interface Sighting {
  /**
   * The sender's address. Over UDP, someone who knows the nonce can forge it.
   */
  readonly resolver: IpAddress;
  readonly family: 4 | 6;
  readonly protocol: "udp" | "tcp";
  /** EDNS client subnet (RFC 7871) as `192.0.2.0/24`. */
  readonly subnet: string | null;
  /** The queried record type, such as `A`; `TYPE255` for one without a name. */
  readonly type: string;
  /**
   * Whether the query was below `v6.<nonce>`, which has an IPv6-only name
   * server. With family 6, the resolver reached it; with family 4, it only got
   * the delegation.
   */
  readonly isV6Only: boolean;
  /** The time of the first such query, in milliseconds since the epoch. */
  readonly atMs: number;
}

const LIFETIME_MS = 60_000;

interface SightingsOptions {
  now: () => number;
  /** Applies separately to the IPv6-only names. */
  maxPerNonce?: number;
  /** Limit for all nonces together. Memory can hold twice as many. */
  max?: number;
}

/**
 * The queries of resolvers by nonce, kept for a minute.
 *
 * Anyone can query any nonce, so memory is bounded by two generations: when the
 * current one is full or old, it replaces the previous one.
 */
export class Sightings {
  readonly #options: Required<SightingsOptions>;
  #current = new Map<string, Sighting[]>();
  #previous = new Map<string, Sighting[]>();
  #currentCount = 0;
  #previousCount = 0;
  #currentSinceMs: number;

  constructor(options: SightingsOptions) {
    this.#options = { maxPerNonce: 32, max: 20_000, ...options };
    this.#currentSinceMs = options.now();
  }

  /** The number of sightings in memory, including expired ones. */
  get size(): number {
    return this.#currentCount + this.#previousCount;
  }

  /**
   * Adds a sighting, unless the nonce already has an equal one, or too many.
   */
  record(nonce: string, seen: Omit<Sighting, "atMs">): void {
    const atMs = this.#options.now();
    this.#rotate(atMs);
    const known = this.of(nonce);
    // A separate limit for each side. Otherwise many resolvers could displace
    // those that reach the IPv6-only server, and it would look as if none did.
    const ofSide = known.filter(({ isV6Only }) => isV6Only === seen.isV6Only);
    if (ofSide.length >= this.#options.maxPerNonce) return;
    if (known.some((sighting) => isSameKind(sighting, seen))) return;
    const list = this.#current.get(nonce);
    if (list) list.push({ ...seen, atMs });
    else this.#current.set(nonce, [{ ...seen, atMs }]);
    this.#currentCount++;
  }

  /** The sightings of a nonce that have not expired, oldest first. */
  of(nonce: string): Sighting[] {
    const sinceMs = this.#options.now() - LIFETIME_MS;
    const both = [
      ...this.#previous.get(nonce) ?? [],
      ...this.#current.get(nonce) ?? [],
    ];
    return both.filter(({ atMs }) => atMs > sinceMs);
  }

  #rotate(nowMs: number): void {
    const ageMs = nowMs - this.#currentSinceMs;
    // The age is negative if the clock was set back; the generation would then
    // live too long.
    const isCurrent = ageMs >= 0 && ageMs < LIFETIME_MS;
    if (isCurrent && this.#currentCount < this.#options.max) return;
    this.#previous = this.#current;
    this.#previousCount = this.#currentCount;
    this.#current = new Map();
    this.#currentCount = 0;
    this.#currentSinceMs = nowMs;
  }
}

function isSameKind(a: Sighting, b: Omit<Sighting, "atMs">): boolean {
  return a.resolver.text === b.resolver.text && a.protocol === b.protocol &&
    a.type === b.type && a.subnet === b.subnet && a.isV6Only === b.isV6Only;
}

const MAX_ROWS = 32;

/**
 * One row for each address, protocol and client subnet, in the order of their
 * first queries. If there are too many, those that reached the IPv6-only server
 * come first, because their absence would change the verdict.
 */
export function summarizeResolvers(
  sightings: readonly Sighting[],
): ResolverRow[] {
  const rows = new Map<string, ResolverRow>();
  for (const { resolver, family, protocol, subnet, isV6Only } of sightings) {
    const key = `${resolver.text} ${protocol} ${subnet}`;
    const known = rows.get(key);
    // Over IPv4, it got only the delegation.
    const isThere = isV6Only && family === 6;
    if (known) known.via_v6_only ||= isThere;
    else {
      rows.set(key, {
        ip: resolver.text,
        family,
        protocol,
        subnet,
        via_v6_only: isThere,
      });
    }
  }
  const all = [...rows.values()];
  if (all.length <= MAX_ROWS) return all;
  return all.toSorted((a, b) => Number(b.via_v6_only) - Number(a.via_v6_only))
    .slice(0, MAX_ROWS);
}
