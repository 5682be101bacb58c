import type { Bucket } from "./bucket.ts";

/** A window in which a client went over a limit, known by its bucket and begin. */
export interface Strike {
  bucket: Bucket;
  startMs: number;
}

/**
 * All different strikes of two lists that lie within `periodMs` of now, oldest first.
 *
 * Processes that share a client see the same window begin at slightly different
 * times, while two windows of one bucket begin at least `windowMs` apart: closer
 * ones are one strike.
 */
export function mergeStrikes(
  a: readonly Strike[],
  b: readonly Strike[],
  { nowMs, periodMs, windowMs }: {
    nowMs: number;
    periodMs: number;
    windowMs: number;
  },
): Strike[] {
  const recent = [...a, ...b]
    .filter(({ startMs }) => Math.abs(nowMs - startMs) < periodMs)
    .sort((x, y) => x.startMs - y.startMs);
  const merged: Strike[] = [];
  for (const strike of recent) {
    const known = merged.findLast(({ bucket }) => bucket === strike.bucket);
    if (known === undefined || strike.startMs - known.startMs >= windowMs) {
      merged.push(strike);
    }
  }
  return merged;
}

/** A ban that the limiter pronounced itself. */
export interface AutomaticBan {
  sinceMs: number;
  untilMs: number;
}

export interface BanTableOptions {
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Strikes within `periodMs` that make a ban. */
  maxStrikes?: number;
  periodMs?: number;
  banMs?: number;
  /** Length of the limiter's windows. */
  windowMs?: number;
  /** Bound on the clients with strikes, and on the banned ones; past it the oldest goes. */
  maxClients?: number;
}

/** Strikes and automatic bans in memory, and which of them the store has not seen. */
export class BanTable {
  readonly periodMs: number;
  readonly maxClients: number;
  readonly maxStrikes: number;
  /** Clients that wait to be written. */
  readonly unwritten = new Set<string>();
  readonly #now: () => number;
  readonly #banMs: number;
  readonly #windowMs: number;
  /** By client, the latest struck last. */
  readonly #strikes = new Map<string, readonly Strike[]>();
  /** By client, the latest banned last. */
  #bans = new Map<string, AutomaticBan>();

  constructor(options: BanTableOptions) {
    this.#now = options.now;
    this.maxStrikes = options.maxStrikes ?? 10;
    this.periodMs = options.periodMs ?? 3_600_000;
    this.#banMs = options.banMs ?? 3_600_000;
    this.#windowMs = options.windowMs ?? 60_000;
    this.maxClients = options.maxClients ?? 10_000;
  }

  /** Clients with strikes, and banned ones. */
  get size(): { strikes: number; bans: number } {
    return { strikes: this.#strikes.size, bans: this.#bans.size };
  }

  /** Whether `client` is to be refused now. */
  isBanned(client: string): boolean {
    if (this.#bans.size === 0) return false;
    const ban = this.#bans.get(client);
    if (ban === undefined) return false;
    const leftMs = ban.untilMs - this.#now();
    // A clock put back must not make a ban longer than it was meant.
    if (leftMs > this.#banMs) ban.untilMs -= leftMs - this.#banMs;
    return leftMs > 0;
  }

  /** When the ban in force on `client` ends, in milliseconds since the epoch; null where there is none. */
  bannedUntil(client: string): number | null {
    return this.isBanned(client) ? this.#bans.get(client)!.untilMs : null;
  }

  /** Notes that `client` went over the limit of `bucket` in the window that began at `startMs`. */
  strike(client: string, bucket: Bucket, startMs: number): void {
    const nowMs = this.#now();
    const before = this.strikesOf(client);
    const strikes = this.merge(before, [{ bucket, startMs }], nowMs);
    this.unwritten.add(client);
    if (strikes.length >= this.maxStrikes) {
      this.setBan(client, this.banFrom(nowMs));
    } else this.setStrikes(client, strikes);
  }

  /** The bans that have not ended, the latest first. */
  list(): (AutomaticBan & { client: string })[] {
    const nowMs = this.#now();
    return [...this.#bans].filter(([, { untilMs }]) => untilMs > nowMs)
      .map(([client, ban]) => ({ client, ...ban })).reverse();
  }

  /** The client's ban, also one that has ended. */
  banOf(client: string): AutomaticBan | undefined {
    return this.#bans.get(client);
  }

  strikesOf(client: string): readonly Strike[] {
    return this.#strikes.get(client) ?? [];
  }

  /** A ban, instead of the client's strikes. */
  setBan(client: string, ban: AutomaticBan): void {
    this.#strikes.delete(client);
    this.#setBounded(this.#bans, client, ban);
  }

  setStrikes(client: string, strikes: readonly Strike[]): void {
    this.#setBounded(this.#strikes, client, strikes);
  }

  /** Makes the bans those that the store has, in ascending order of time, and those it has not seen. */
  replaceBans(stored: readonly (AutomaticBan & { client: string })[]): void {
    const nowMs = this.#now();
    const own = [...this.#bans].filter(([client, { untilMs }]) =>
      untilMs > nowMs && this.unwritten.has(client)
    );
    this.#bans = new Map();
    for (const { client, sinceMs, untilMs } of stored) {
      if (untilMs > nowMs) this.setBan(client, { sinceMs, untilMs });
    }
    for (const [client, ban] of own) this.setBan(client, ban);
  }

  /** Forgets a client altogether. */
  forget(client: string): void {
    this.#bans.delete(client);
    this.#strikes.delete(client);
    this.unwritten.delete(client);
  }

  /** Forgets the bans that have ended. */
  dropEnded(): void {
    const nowMs = this.#now();
    for (const [client, ban] of this.#bans) {
      if (ban.untilMs > nowMs) break;
      this.#bans.delete(client);
    }
  }

  merge(a: readonly Strike[], b: readonly Strike[], nowMs: number): Strike[] {
    return mergeStrikes(a, b, {
      nowMs,
      periodMs: this.periodMs,
      windowMs: this.#windowMs,
    });
  }

  banFrom(nowMs: number): AutomaticBan {
    return { sinceMs: nowMs, untilMs: nowMs + this.#banMs };
  }

  #setBounded<V>(table: Map<string, V>, client: string, value: V): void {
    table.delete(client);
    table.set(client, value);
    if (table.size <= this.maxClients) return;
    for (const [oldest] of table) {
      table.delete(oldest);
      this.unwritten.delete(oldest);
      return;
    }
  }
}
