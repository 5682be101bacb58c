import type { IpAddress } from "../../net/ip_address.ts";

/** A resolver that asked for a nonce's name. */
export interface Sighting {
  /** The address it asked from. Over UDP it may be forged, by who knows the nonce. */
  readonly resolver: IpAddress;
  readonly family: 4 | 6;
  readonly protocol: "udp" | "tcp";
  /** EDNS client subnet (RFC 7871) as `192.0.2.0/24`. */
  readonly subnet: string | null;
  /** The record type asked for, as `A`; `TYPE99` for one without a name. */
  readonly type: string;
  /**
   * Asked below `v6.<nonce>`, which has an IPv6-only name server: with family 6
   * the resolver got there, with family 4 it was sent there.
   */
  readonly isV6Only: boolean;
  /** Of the first question of its kind, in milliseconds since the epoch. */
  readonly atMs: number;
}

export interface SightingsOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  keepMs?: number;
  /** Those of the IPv6-only part have as many again. */
  maxPerNonce?: number;
  /** Sightings of all nonces together; up to twice as many are held. */
  max?: number;
}

/**
 * What resolvers asked, by nonce, for a minute.
 *
 * Anybody can ask for names of any nonce, so the memory is bounded: two
 * generations, of which the older goes when the younger is full or old.
 */
export class Sightings {
  readonly #now: () => number;
  readonly #keepMs: number;
  readonly #maxPerNonce: number;
  readonly #max: number;
  #young = new Map<string, Sighting[]>();
  #old = new Map<string, Sighting[]>();
  #youngCount = 0;
  #oldCount = 0;
  #youngSinceMs: number;

  constructor(options: SightingsOptions) {
    this.#now = options.now;
    this.#keepMs = options.keepMs ?? 60_000;
    this.#maxPerNonce = options.maxPerNonce ?? 32;
    this.#max = options.max ?? 20_000;
    this.#youngSinceMs = options.now();
  }

  /** Sightings held, those among them that are past their time. */
  get size(): number {
    return this.#youngCount + this.#oldCount;
  }

  /** Keeps a sighting, unless the nonce has one of its kind or its number of them. */
  record(nonce: string, seen: Omit<Sighting, "atMs">): void {
    const atMs = this.#now();
    this.#turn(atMs);
    const known = this.of(nonce);
    // Room for each side: else many resolvers would keep out those that take the
    // longer way, and it would look as if none of them took it.
    const ofSide = known.filter(({ isV6Only }) => isV6Only === seen.isV6Only);
    if (ofSide.length >= this.#maxPerNonce) return;
    if (known.some((sighting) => isSameKind(sighting, seen))) return;
    const list = this.#young.get(nonce);
    if (list) list.push({ ...seen, atMs });
    else this.#young.set(nonce, [{ ...seen, atMs }]);
    this.#youngCount++;
  }

  /** What was seen of a nonce within the time that sightings are kept, the oldest first. */
  of(nonce: string): Sighting[] {
    const sinceMs = this.#now() - this.#keepMs;
    const both = [
      ...this.#old.get(nonce) ?? [],
      ...this.#young.get(nonce) ?? [],
    ];
    return both.filter(({ atMs }) => atMs > sinceMs);
  }

  #turn(nowMs: number): void {
    const ageMs = nowMs - this.#youngSinceMs;
    // Of a negative age after the clock was put back: its time would be far.
    const isYoung = ageMs >= 0 && ageMs < this.#keepMs;
    if (isYoung && this.#youngCount < this.#max) return;
    this.#old = this.#young;
    this.#oldCount = this.#youngCount;
    this.#young = new Map();
    this.#youngCount = 0;
    this.#youngSinceMs = nowMs;
  }
}

function isSameKind(a: Sighting, b: Omit<Sighting, "atMs">): boolean {
  return a.resolver.text === b.resolver.text && a.protocol === b.protocol &&
    a.type === b.type && a.subnet === b.subnet && a.isV6Only === b.isV6Only;
}

/** A resolver, however often and for whatever types it asked. */
export interface ResolverRow {
  ip: string;
  family: 4 | 6;
  protocol: "udp" | "tcp";
  /** EDNS client subnet as a CIDR. */
  subnet: string | null;
  /** It reached the name server that has an IPv6 address alone. */
  via_v6_only: boolean;
}

const MAX_ROWS = 32;

/**
 * One row for each address, protocol and client subnet, in the order they were
 * first seen. Where there are too many, those stay that reached the IPv6-only
 * server: that none did would be a verdict.
 */
export function resolversSeen(sightings: readonly Sighting[]): ResolverRow[] {
  const rows = new Map<string, ResolverRow>();
  for (const { resolver, family, protocol, subnet, isV6Only } of sightings) {
    const key = `${resolver.text} ${protocol} ${subnet}`;
    const known = rows.get(key);
    // By IPv4 it was only sent there.
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
