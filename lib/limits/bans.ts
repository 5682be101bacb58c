import { type Actor, addAudit } from "../store/audit.ts";
import { notFound } from "../core/errors.ts";
import { isObject } from "../core/json.ts";
import { Mutex } from "../core/semaphore.ts";
import {
  automaticBanKey,
  automaticBanPrefix,
  banRevisionKey,
  lastKeyPart,
  strikesKey,
  strikesPrefix,
} from "../store/keys.ts";
import type { PolledKey } from "../store/kv_change_poller.ts";
import { Store } from "../store/store.ts";
import {
  type AutomaticBan,
  BanTable,
  type BanTableOptions,
  type Strike,
} from "./ban_table.ts";
import { BUCKETS } from "./bucket.ts";
import { networkOf, takeFairly } from "./fair_table.ts";

export interface BansOptions extends BanTableOptions {
  kv: Deno.Kv;
  /** Maximum clients written per flush. */
  maxWrites?: number;
}

const maxAttempts = 5;
const listOptions = { batchSize: 500 };
/** Long, because hardly any request waits for these operations; limited, so that a hanging one does not block later ones. */
const limitMs = 5_000;

/**
 * Automatic bans: a client that exceeds its rate limits in too many windows is
 * banned for a while.
 *
 * Strikes and bans are in a table in memory; `flush` merges them into KV and applies
 * the bans that other processes added or lifted.
 */
export class Bans {
  readonly table: BanTable;
  readonly #now: () => number;
  readonly #store: Store;
  readonly #maxWrites: number;
  /** Serializes reads of the list and writes: a stale list would undo a ban or a lift. */
  readonly #turns = new Mutex();
  #revision: string | null = null;

  constructor(options: BansOptions) {
    this.table = new BanTable(options);
    this.#now = options.now;
    this.#store = new Store({ kv: options.kv, timeoutMs: limitMs });
    this.#maxWrites = options.maxWrites ?? 200;
  }

  /** Clients not yet written to the store. */
  get unflushed(): number {
    return this.table.unwritten.size;
  }

  /** The KV record that changes with every ban, for {@link KvChangePoller}. */
  get polledKey(): PolledKey {
    return {
      key: banRevisionKey(),
      onChange: () => this.#turns.run(() => this.#takeOverBans()),
    };
  }

  /**
   * Lifts the ban of a client and removes its strikes.
   *
   * @throws {AppError} 404 if it is not banned; 503
   */
  lift(client: string, by: Actor): Promise<void> {
    return this.#turns.run(async () => {
      await this.#takeOverBans();
      const nowMs = this.#now();
      const ban = this.table.getBan(client);
      if (ban === undefined || ban.untilMs <= nowMs) {
        throw notFound({ reason: "ban_not_found" });
      }
      const operation = this.#store.atomic()
        .delete(automaticBanKey(client)).delete(strikesKey(client))
        .set(banRevisionKey(), nowMs);
      addAudit(operation, {
        atMs: nowMs,
        by,
        action: "ban.lift",
        subject: client,
        detail: { code: "automatic-ban", params: {} },
      }, client);
      await this.#store.commit(operation);
      this.table.removeClient(client);
    });
  }

  /** Loads strikes and bans from KV. Call once, before the first `strike`. */
  async load(): Promise<void> {
    await this.#turns.run(() => this.#takeOverBans());
    const nowMs = this.#now();
    const stored = await this.#read(
      strikesPrefix(),
      (value) => ({ strikes: parseStrikes(value) }),
      ({ strikes }) => strikes.at(-1)?.startMs ?? 0,
    );
    for (const { client, strikes } of stored) {
      const recent = this.table.mergeRecent(strikes, [], nowMs);
      if (recent.length > 0) this.table.setStrikes(client, recent);
    }
  }

  /**
   * Merges new strikes and bans into KV, at most `maxWrites` clients, and applies
   * the bans that other processes added or lifted. Calls must not overlap.
   *
   * @throws {AppError} with the error of KV as its cause; nothing is lost
   */
  async flush(): Promise<void> {
    this.table.removeExpired();
    await this.#turns.run(() => this.#takeOverBans());
    const waiting = this.table.unwritten.values().take(this.#maxWrites)
      .toArray();
    for (const client of waiting) {
      await this.#turns.run(() => this.#write(client));
    }
  }

  async #write(client: string): Promise<void> {
    // Lifted or evicted in the meantime: it must not be written again.
    if (!this.table.unwritten.delete(client)) return;
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if (await this.#tryWrite(client)) return;
      }
      this.table.unwritten.add(client);
    } catch (error) {
      this.table.unwritten.add(client);
      throw error;
    }
  }

  async #tryWrite(client: string): Promise<boolean> {
    const [storedStrikes, storedBan] = await this.#store.getMany([
      strikesKey(client),
      automaticBanKey(client),
    ]);
    const nowMs = this.#now();
    const pronounced = parseBan(storedBan.value);
    if (pronounced !== null && pronounced.untilMs > nowMs) {
      this.table.setBan(client, pronounced);
      return true;
    }
    const known = this.table.getStrikes(client);
    const strikes = this.table.mergeRecent(
      known,
      parseStrikes(storedStrikes.value),
      nowMs,
    );
    let ban = this.table.getBan(client);
    if (ban !== undefined && ban.untilMs <= nowMs) ban = undefined;
    if (strikes.length >= this.table.maxStrikes) {
      ban ??= this.table.newBan(nowMs);
    }
    const operation = this.#store.atomic().check(storedStrikes, storedBan);
    if (ban !== undefined) {
      const expireIn = Math.max(1, ban.untilMs - nowMs);
      operation.set(automaticBanKey(client), ban, { expireIn })
        .delete(strikesKey(client)).set(banRevisionKey(), nowMs);
    } else {
      const expireIn = this.table.periodMs;
      operation.set(strikesKey(client), strikes, { expireIn });
    }
    if (!await this.#store.commit(operation)) return false;
    if (ban !== undefined) this.table.setBan(client, ban);
    else {
      const since = this.table.getStrikes(client);
      this.table.setStrikes(
        client,
        this.table.mergeRecent(since, strikes, nowMs),
      );
    }
    return true;
  }

  /** If a ban has changed in KV, replaces the bans by those in KV and those not yet written. */
  async #takeOverBans(): Promise<void> {
    const { versionstamp } = await this.#store.get(banRevisionKey());
    if (versionstamp === this.#revision) return;
    const stored = await this.#read(
      automaticBanPrefix(),
      parseBan,
      ({ sinceMs }) => sinceMs,
    );
    this.table.replaceBans(stored);
    this.#revision = versionstamp;
  }

  /** The records of clients in the store, in ascending order of time, as many as the table holds. */
  #read<T>(
    prefix: Deno.KvKey,
    parse: (value: unknown) => T | null,
    timeMs: (record: T) => number,
  ): Promise<(T & { client: string })[]> {
    return takeFairly(this.#stored(prefix, parse), {
      max: this.table.maxClients,
      timeMs,
      networkOf: ({ client }) => networkOf(client),
    });
  }

  async *#stored<T>(prefix: Deno.KvKey, parse: (value: unknown) => T | null) {
    const entries = this.#store.list({ prefix }, listOptions);
    for await (const { key, value } of entries) {
      const client = lastKeyPart(key, 3);
      const record = parse(value);
      if (client !== null && record !== null) yield { client, ...record };
    }
  }
}

/*
 * Records in KV may have been written by another version, another program or by
 * hand: malformed ones are ignored and never prevent the start.
 */

/** Parses stored strikes; malformed ones are left out. */
export function parseStrikes(value: unknown): Strike[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((strike: unknown) => {
    if (!isObject(strike) || !isTime(strike.startMs)) return [];
    const bucket = BUCKETS.find((name) => name === strike.bucket);
    return bucket ? [{ bucket, startMs: strike.startMs }] : [];
  });
}

/** Parses a stored ban; null if malformed. */
export function parseBan(value: unknown): AutomaticBan | null {
  return isObject(value) && isTime(value.sinceMs) && isTime(value.untilMs)
    ? { sinceMs: value.sinceMs, untilMs: value.untilMs }
    : null;
}

function isTime(value: unknown): value is number {
  return Number.isFinite(value);
}
