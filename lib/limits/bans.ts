import {
  automaticBanKey,
  automaticBanPrefix,
  banRevisionKey,
  strikesKey,
  strikesPrefix,
} from "../store/keys.ts";
import { retryLocked } from "../store/retry_locked.ts";
import type { Bucket } from "./bucket.ts";
import { newest } from "./newest.ts";
import { asBan, asStrikes, clientOf } from "./stored.ts";
import { mergeStrikes, type Strike } from "./strikes.ts";

/** A ban that the limiter pronounced itself. */
export interface AutomaticBan {
  sinceMs: number;
  untilMs: number;
}

export interface BansOptions {
  kv: Deno.Kv;
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
  /** Clients that one flush writes at most. */
  maxWrites?: number;
}

const maxAttempts = 5;
const listOptions = { batchSize: 500 };

/**
 * Automatic bans: a client that goes over its limits in too many windows is
 * shut out for a while.
 *
 * Both tables live in memory; `flush` merges them into KV and takes over what
 * other processes banned or lifted.
 */
export class Bans {
  readonly #kv: Deno.Kv;
  readonly #now: () => number;
  readonly #maxStrikes: number;
  readonly #periodMs: number;
  readonly #banMs: number;
  readonly #windowMs: number;
  readonly #maxClients: number;
  readonly #maxWrites: number;
  /** By client, the latest struck last. */
  readonly #strikes = new Map<string, readonly Strike[]>();
  /** By client, the latest banned last. */
  #bans = new Map<string, AutomaticBan>();
  readonly #unwritten = new Set<string>();
  #revision: string | null = null;

  constructor(options: BansOptions) {
    this.#kv = options.kv;
    this.#now = options.now;
    this.#maxStrikes = options.maxStrikes ?? 10;
    this.#periodMs = options.periodMs ?? 3_600_000;
    this.#banMs = options.banMs ?? 3_600_000;
    this.#windowMs = options.windowMs ?? 60_000;
    this.#maxClients = options.maxClients ?? 10_000;
    this.#maxWrites = options.maxWrites ?? 200;
  }

  /** Clients with strikes, and banned ones. */
  get size(): { strikes: number; bans: number } {
    return { strikes: this.#strikes.size, bans: this.#bans.size };
  }

  /** Clients that wait to be written. */
  get unwritten(): number {
    return this.#unwritten.size;
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

  /** Notes that `client` went over the limit of `bucket` in the window that began at `startMs`. */
  strike(client: string, bucket: Bucket, startMs: number): void {
    const nowMs = this.#now();
    const before = this.#strikes.get(client) ?? [];
    const strikes = this.#merge(before, [{ bucket, startMs }], nowMs);
    this.#unwritten.add(client);
    if (strikes.length >= this.#maxStrikes) {
      this.#setBan(client, this.#banFrom(nowMs));
    } else this.#setStrikes(client, strikes);
  }

  /** Takes over strikes and bans from KV. To be called once, before the first `strike`. */
  async load(): Promise<void> {
    await this.#takeOverBans();
    const nowMs = this.#now();
    const stored = await newest(
      this.#storedStrikes(),
      this.#maxClients,
      ({ strikes }) => strikes.at(-1)?.startMs ?? 0,
    );
    for (const { client, strikes } of stored) {
      const recent = this.#merge(strikes, [], nowMs);
      if (recent.length > 0) this.#strikes.set(client, recent);
    }
  }

  /**
   * Merges what is new into KV, at most `maxWrites` clients, and takes over the
   * bans that other processes pronounced or lifted. Calls must not overlap.
   *
   * @throws what KV rejects with; nothing is lost by it.
   */
  async flush(): Promise<void> {
    this.#dropEnded();
    await this.#takeOverBans();
    const waiting = this.#unwritten.values().take(this.#maxWrites).toArray();
    for (const client of waiting) await this.#write(client);
  }

  async #write(client: string): Promise<void> {
    this.#unwritten.delete(client);
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if (await this.#tryWrite(client)) return;
      }
      this.#unwritten.add(client);
    } catch (error) {
      this.#unwritten.add(client);
      throw error;
    }
  }

  async #tryWrite(client: string): Promise<boolean> {
    const keys = [strikesKey(client), automaticBanKey(client)] as const;
    const [storedStrikes, storedBan] = await this.#kv.getMany(keys);
    const nowMs = this.#now();
    const pronounced = asBan(storedBan.value);
    if (pronounced !== null && pronounced.untilMs > nowMs) {
      this.#setBan(client, pronounced);
      return true;
    }
    const known = this.#strikes.get(client) ?? [];
    const strikes = this.#merge(known, asStrikes(storedStrikes.value), nowMs);
    let ban = this.#bans.get(client);
    if (ban !== undefined && ban.untilMs <= nowMs) ban = undefined;
    if (strikes.length >= this.#maxStrikes) ban ??= this.#banFrom(nowMs);
    const commit = this.#kv.atomic().check(storedStrikes, storedBan);
    if (ban !== undefined) {
      const expireIn = Math.max(1, ban.untilMs - nowMs);
      commit.set(automaticBanKey(client), ban, { expireIn })
        .delete(strikesKey(client)).set(banRevisionKey(), nowMs);
    } else {
      commit.set(strikesKey(client), strikes, { expireIn: this.#periodMs });
    }
    const { ok } = await retryLocked(() => commit.commit());
    if (!ok) return false;
    if (ban !== undefined) this.#setBan(client, ban);
    else {
      const since = this.#strikes.get(client) ?? [];
      this.#setStrikes(client, this.#merge(since, strikes, nowMs));
    }
    return true;
  }

  /** Makes the bans those in KV and those not yet written there, if any ban changed since the last time. */
  async #takeOverBans(): Promise<void> {
    const { versionstamp } = await this.#kv.get(banRevisionKey());
    if (versionstamp === this.#revision) return;
    const stored = await newest(
      this.#storedBans(),
      this.#maxClients,
      ({ ban }) => ban.sinceMs,
    );
    const nowMs = this.#now();
    const own = [...this.#bans].filter(([client, { untilMs }]) =>
      untilMs > nowMs && this.#unwritten.has(client)
    );
    this.#bans = new Map();
    for (const { client, ban } of stored) {
      if (ban.untilMs > nowMs) this.#setBan(client, ban);
    }
    for (const [client, ban] of own) this.#setBan(client, ban);
    this.#revision = versionstamp;
  }

  async *#storedStrikes() {
    const prefix = strikesPrefix();
    for await (const { key, value } of this.#kv.list({ prefix }, listOptions)) {
      const client = clientOf(key, 3);
      if (client !== null) yield { client, strikes: asStrikes(value) };
    }
  }

  async *#storedBans() {
    const prefix = automaticBanPrefix();
    for await (const { key, value } of this.#kv.list({ prefix }, listOptions)) {
      const client = clientOf(key, 3);
      const ban = asBan(value);
      if (client !== null && ban !== null) yield { client, ban };
    }
  }

  #merge(a: readonly Strike[], b: readonly Strike[], nowMs: number): Strike[] {
    return mergeStrikes(a, b, {
      nowMs,
      periodMs: this.#periodMs,
      windowMs: this.#windowMs,
    });
  }

  #banFrom(nowMs: number): AutomaticBan {
    return { sinceMs: nowMs, untilMs: nowMs + this.#banMs };
  }

  #setBan(client: string, ban: AutomaticBan): void {
    this.#strikes.delete(client);
    this.#setBounded(this.#bans, client, ban);
  }

  #setStrikes(client: string, strikes: readonly Strike[]): void {
    this.#setBounded(this.#strikes, client, strikes);
  }

  #setBounded<V>(table: Map<string, V>, client: string, value: V): void {
    table.delete(client);
    table.set(client, value);
    if (table.size <= this.#maxClients) return;
    for (const [oldest] of table) {
      table.delete(oldest);
      this.#unwritten.delete(oldest);
      return;
    }
  }

  #dropEnded(): void {
    const nowMs = this.#now();
    for (const [client, ban] of this.#bans) {
      if (ban.untilMs > nowMs) break;
      this.#bans.delete(client);
    }
  }
}
