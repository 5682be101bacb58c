import type { Bucket } from "./bucket.ts";
import { FairMap } from "./fair_table.ts";
import { BAN_MS, MAX_BANNED, SharedBans } from "./thread_limits.ts";

/** A window in which a client exceeded a limit, identified by bucket and start. */
export interface Strike {
  bucket: Bucket;
  startMs: number;
}

/** A ban that the limiter added automatically. */
export interface AutomaticBan {
  sinceMs: number;
  untilMs: number;
}

export interface BanTableOptions {
  now: () => number;
  /** Strikes within `periodMs` that lead to a ban. */
  maxStrikes?: number;
  periodMs?: number;
  banMs?: number;
  /** Length of the limiter's windows. */
  windowMs?: number;
  /** Limit on clients with strikes, and on banned clients; the network with the most loses its oldest. */
  maxClients?: number;
}

/** Strikes and automatic bans in memory, and which of them are not yet stored. */
export class BanTable {
  readonly periodMs: number;
  readonly maxClients: number;
  readonly maxStrikes: number;
  /** Clients not yet written to the store. */
  readonly unwritten = new Set<string>();
  /** The bans, for other threads. */
  readonly shared: SharedBans;
  readonly #now: () => number;
  readonly #banMs: number;
  readonly #windowMs: number;
  /** By client, the latest strike last. */
  readonly #strikes: FairMap<readonly Strike[]>;
  /** By client, the latest ban last. */
  #bans: FairMap<AutomaticBan>;

  constructor(options: BanTableOptions) {
    this.#now = options.now;
    this.maxStrikes = options.maxStrikes ?? 10;
    this.periodMs = options.periodMs ?? 3_600_000;
    this.#banMs = options.banMs ?? BAN_MS;
    this.#windowMs = options.windowMs ?? 60_000;
    this.maxClients = options.maxClients ?? MAX_BANNED;
    this.shared = new SharedBans(this.maxClients);
    this.#strikes = this.#newTable();
    this.#bans = this.#newTable();
  }

  get size(): { strikes: number; bans: number } {
    return { strikes: this.#strikes.size, bans: this.#bans.size };
  }

  /** End of the active ban of `client`, in milliseconds since the epoch; null if not banned. */
  banEndMs(client: string): number | null {
    if (this.#bans.size === 0) return null;
    const ban = this.#bans.get(client);
    if (ban === undefined) return null;
    const leftMs = ban.untilMs - this.#now();
    // If the clock was set back, a ban must not last longer than intended.
    if (leftMs > this.#banMs) ban.untilMs -= leftMs - this.#banMs;
    return leftMs > 0 ? ban.untilMs : null;
  }

  /** Records that `client` exceeded the limit of `bucket` in the window that started at `startMs`. */
  strike(client: string, bucket: Bucket, startMs: number): void {
    const nowMs = this.#now();
    const before = this.getStrikes(client);
    const strikes = this.mergeRecent(before, [{ bucket, startMs }], nowMs);
    this.unwritten.add(client);
    if (strikes.length >= this.maxStrikes) {
      this.setBan(client, this.newBan(nowMs));
    } else this.setStrikes(client, strikes);
  }

  /** Active bans, newest first. */
  listActive(): (AutomaticBan & { client: string })[] {
    const nowMs = this.#now();
    return [...this.#bans].filter(([, { untilMs }]) => untilMs > nowMs)
      .map(([client, ban]) => ({ client, ...ban })).reverse();
  }

  /** The client's ban, even if expired. */
  getBan(client: string): AutomaticBan | undefined {
    return this.#bans.get(client);
  }

  getStrikes(client: string): readonly Strike[] {
    return this.#strikes.get(client) ?? [];
  }

  /** Sets a ban and removes the client's strikes. */
  setBan(client: string, ban: AutomaticBan): void {
    this.#setBan(client, ban);
    this.shared.set(client, ban.untilMs);
  }

  setStrikes(client: string, strikes: readonly Strike[]): void {
    this.#strikes.set(client, strikes);
  }

  /** Replaces the bans by the stored ones (in ascending order of time) and those not yet stored. */
  replaceBans(stored: readonly (AutomaticBan & { client: string })[]): void {
    const nowMs = this.#now();
    const own = [...this.#bans].filter(([client, { untilMs }]) =>
      untilMs > nowMs && this.unwritten.has(client)
    );
    this.#bans = this.#newTable();
    for (const { client, sinceMs, untilMs } of stored) {
      if (untilMs > nowMs) this.#setBan(client, { sinceMs, untilMs });
    }
    for (const [client, ban] of own) this.#setBan(client, ban);
    this.shared.replace(this.#bans);
  }

  /** Removes a client's bans and strikes. */
  removeClient(client: string): void {
    this.#bans.delete(client);
    this.shared.delete(client);
    this.#strikes.delete(client);
    this.unwritten.delete(client);
  }

  removeExpired(): void {
    const nowMs = this.#now();
    for (const [client, ban] of this.#bans) {
      if (ban.untilMs > nowMs) break;
      this.#bans.delete(client);
      this.shared.delete(client);
    }
  }

  /**
   * The distinct strikes of two lists within `periodMs` of now, oldest first.
   *
   * Processes that share a client see the same window begin at slightly different
   * times, while two windows of one bucket begin at least `windowMs` apart: closer
   * ones are one strike.
   */
  mergeRecent(
    a: readonly Strike[],
    b: readonly Strike[],
    nowMs: number,
  ): Strike[] {
    const recent = [...a, ...b]
      .filter(({ startMs }) => Math.abs(nowMs - startMs) < this.periodMs)
      .sort((x, y) => x.startMs - y.startMs);
    const merged: Strike[] = [];
    for (const strike of recent) {
      const known = merged.findLast(({ bucket }) => bucket === strike.bucket);
      const isNew = known === undefined ||
        strike.startMs - known.startMs >= this.#windowMs;
      if (isNew) merged.push(strike);
    }
    return merged;
  }

  newBan(nowMs: number): AutomaticBan {
    return { sinceMs: nowMs, untilMs: nowMs + this.#banMs };
  }

  #setBan(client: string, ban: AutomaticBan): void {
    this.#strikes.delete(client);
    this.#bans.set(client, ban);
  }

  #newTable<V>(): FairMap<V> {
    return new FairMap(this.maxClients, (client) => {
      this.unwritten.delete(client);
      if (!this.#bans.get(client)) this.shared.delete(client);
    });
  }
}
