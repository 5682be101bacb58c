import { type Actor, addAudit } from "../store/audit.ts";
import { Mutex } from "../core/semaphore.ts";
import {
  automaticBanKey,
  automaticBanPrefix,
  banRevisionKey,
  strikesKey,
  strikesPrefix,
} from "../store/keys.ts";
import type { PolledKey } from "../store/kv_change_poller.ts";
import { Store } from "../store/store.ts";
import {
  type AutomaticBan,
  BanTable,
  type BanTableOptions,
} from "./ban_table.ts";
import { banNotFound } from "./ban_errors.ts";
import type { Bucket } from "./bucket.ts";
import { networkOf } from "./fair_table.ts";
import type { SharedBans } from "./shared_bans.ts";
import { lastKeyPart, parseBan, parseStrikes, takeFairly } from "./stored.ts";

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
 * Strikes and bans are in memory; `flush` merges them into KV and applies the bans
 * that other processes added or lifted.
 */
export class Bans {
  readonly #store: Store;
  readonly #now: () => number;
  readonly #maxWrites: number;
  readonly #table: BanTable;
  /** Serializes reads of the list and writes: a stale list would undo a ban or a lift. */
  readonly #turns = new Mutex();
  #revision: string | null = null;

  constructor(options: BansOptions) {
    this.#store = new Store({ kv: options.kv, timeoutMs: limitMs });
    this.#now = options.now;
    this.#maxWrites = options.maxWrites ?? 200;
    this.#table = new BanTable(options);
  }

  /** Number of clients with strikes, and of bans. */
  get size(): { strikes: number; bans: number } {
    return this.#table.size;
  }

  /** The bans, for other threads. */
  get shared(): SharedBans {
    return this.#table.shared;
  }

  /** Clients not yet written to KV. */
  get unflushed(): number {
    return this.#table.unflushed.size;
  }

  /** The KV record that changes with every ban, for {@link KvChangePoller}. */
  get polledKey(): PolledKey {
    return {
      key: banRevisionKey(),
      onChange: () => this.#turns.run(() => this.#takeOverBans()),
    };
  }

  /** End of the active ban of `client`, in milliseconds since the epoch; null if not banned. */
  banEndMs(client: string): number | null {
    return this.#table.banEndMs(client);
  }

  /** Records that `client` exceeded the limit of `bucket` in the window that started at `startMs`. */
  strike(client: string, bucket: Bucket, startMs: number): void {
    this.#table.strike(client, bucket, startMs);
  }

  /** Active bans, newest first. */
  list(): (AutomaticBan & { client: string })[] {
    return this.#table.listActive();
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
      const ban = this.#table.getBan(client);
      if (ban === undefined || ban.untilMs <= nowMs) throw banNotFound();
      const operation = this.#store.atomic()
        .delete(automaticBanKey(client)).delete(strikesKey(client))
        .set(banRevisionKey(), nowMs);
      addAudit(operation, {
        atMs: nowMs,
        actor: by.name,
        actorId: by.accountId,
        action: "ban.lift",
        subject: client,
        detail: { code: "automatic-ban", params: {} },
      }, { id: client });
      await this.#store.commit(operation);
      this.#table.removeClient(client);
    });
  }

  /** Loads strikes and bans from KV. Call once, before the first `strike`. */
  async load(): Promise<void> {
    await this.#turns.run(() => this.#takeOverBans());
    const nowMs = this.#now();
    const stored = await takeFairly(this.#storedStrikes(), {
      max: this.#table.maxClients,
      timeMs: ({ strikes }) => strikes.at(-1)?.startMs ?? 0,
      networkOf: ({ client }) => networkOf(client),
    });
    for (const { client, strikes } of stored) {
      const recent = this.#table.mergeRecent(strikes, [], nowMs);
      if (recent.length > 0) this.#table.setStrikes(client, recent);
    }
  }

  /**
   * Merges new strikes and bans into KV, at most `maxWrites` clients, and applies
   * the bans that other processes added or lifted. Calls must not overlap.
   *
   * @throws {AppError} with the error of KV as its cause; nothing is lost
   */
  async flush(): Promise<void> {
    this.#table.removeExpired();
    await this.#turns.run(() => this.#takeOverBans());
    const waiting = this.#table.unflushed.values().take(this.#maxWrites)
      .toArray();
    for (const client of waiting) {
      await this.#turns.run(() => this.#write(client));
    }
  }

  async #write(client: string): Promise<void> {
    // Lifted or evicted in the meantime: it must not be written again.
    if (!this.#table.unflushed.delete(client)) return;
    try {
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        if (await this.#tryWrite(client)) return;
      }
      this.#table.unflushed.add(client);
    } catch (error) {
      this.#table.unflushed.add(client);
      throw error;
    }
  }

  async #tryWrite(client: string): Promise<boolean> {
    const table = this.#table;
    const [storedStrikes, storedBan] = await this.#store.getMany([
      strikesKey(client),
      automaticBanKey(client),
    ]);
    const nowMs = this.#now();
    const pronounced = parseBan(storedBan.value);
    if (pronounced !== null && pronounced.untilMs > nowMs) {
      table.setBan(client, pronounced);
      return true;
    }
    const known = table.getStrikes(client);
    const strikes = table.mergeRecent(
      known,
      parseStrikes(storedStrikes.value),
      nowMs,
    );
    let ban = table.getBan(client);
    if (ban !== undefined && ban.untilMs <= nowMs) ban = undefined;
    if (strikes.length >= table.maxStrikes) ban ??= table.newBan(nowMs);
    const operation = this.#store.atomic().check(storedStrikes, storedBan);
    if (ban !== undefined) {
      const expireIn = Math.max(1, ban.untilMs - nowMs);
      operation.set(automaticBanKey(client), ban, { expireIn })
        .delete(strikesKey(client)).set(banRevisionKey(), nowMs);
    } else {
      const expireIn = table.periodMs;
      operation.set(strikesKey(client), strikes, { expireIn });
    }
    if (!await this.#store.commit(operation)) return false;
    if (ban !== undefined) table.setBan(client, ban);
    else {
      const since = table.getStrikes(client);
      table.setStrikes(client, table.mergeRecent(since, strikes, nowMs));
    }
    return true;
  }

  /** If a ban has changed in KV, replaces the bans by those in KV and those not yet written. */
  async #takeOverBans(): Promise<void> {
    const { versionstamp } = await this.#store.get(banRevisionKey());
    if (versionstamp === this.#revision) return;
    const stored = await takeFairly(this.#storedBans(), {
      max: this.#table.maxClients,
      timeMs: ({ sinceMs }) => sinceMs,
      networkOf: ({ client }) => networkOf(client),
    });
    this.#table.replaceBans(stored);
    this.#revision = versionstamp;
  }

  async *#storedStrikes() {
    const prefix = strikesPrefix();
    for await (
      const { key, value } of this.#store.list({ prefix }, listOptions)
    ) {
      const client = lastKeyPart(key, 3);
      if (client !== null) yield { client, strikes: parseStrikes(value) };
    }
  }

  async *#storedBans() {
    const prefix = automaticBanPrefix();
    for await (
      const { key, value } of this.#store.list({ prefix }, listOptions)
    ) {
      const client = lastKeyPart(key, 3);
      const ban = parseBan(value);
      if (client !== null && ban !== null) yield { client, ...ban };
    }
  }
}
