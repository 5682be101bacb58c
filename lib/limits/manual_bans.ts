import { type Actor, addAudit, type AuditDetail } from "../store/audit.ts";
import { Mutex } from "../core/semaphore.ts";
import { InputError, notFound } from "../core/errors.ts";
import { type Cidr, formatCidr, unmapIpv4Cidr } from "../net/cidr.ts";
import { lastKeyPart, manualBanKey, manualBanPrefix } from "../store/keys.ts";
import type { PolledKey } from "../store/kv_change_poller.ts";
import type { Store } from "../store/store.ts";
import {
  formatManualBan,
  IpBanSet,
  isActive,
  type ManualBan,
  parseManualBan,
} from "./ip_ban_set.ts";

interface ManualBansOptions {
  store: Store;
  now: () => number;
  /** Cryptographically random bytes. */
  random: (bytes: number) => Uint8Array;
  maxBans?: number;
}

export interface NewBan {
  cidr: Cidr;
  /** Null: until it is lifted. */
  untilMs: number | null;
  reason: string;
}

const listOptions = { batchSize: 500 };
/** Maximum expired bans removed per commit; Deno KV takes up to 1000 mutations. */
const maxRemoved = 500;
const maxReasonLength = 200;
/** Deno KV does not support an expiry much further in the future. */
const maxBanMs = 36_525 * 86_400_000;
/** Wider blocks are probably a mistake: they would ban much of the internet, including the administrator. */
const shortestPrefix = { 4: 8, 6: 16 } as const;

/**
 * Bans of addresses and blocks that administrators add. They take effect here
 * immediately, and on other instances at their next poll of the store.
 */
export class ManualBans {
  /** Those that are active. */
  readonly blocks: IpBanSet;
  readonly #now: () => number;
  readonly #store: Store;
  readonly #random: (bytes: number) => Uint8Array;
  readonly #maxBans: number;
  /** Called whenever the blocks were loaded. */
  onLoaded: () => Promise<void> = async () => {};
  /** Serializes reads, so that an older list cannot replace a newer one. */
  readonly #turns = new Mutex();

  constructor({ store, now, random, maxBans = 10_000 }: ManualBansOptions) {
    this.blocks = new IpBanSet(now);
    this.#now = now;
    this.#store = store;
    this.#random = random;
    this.#maxBans = maxBans;
  }

  /** The KV record that changes with every manual ban, for {@link KvChangePoller}. */
  get polledKey(): PolledKey {
    return { key: revisionKey(), onChange: () => this.load() };
  }

  /** Loads the bans from the store. Await it before the first request. @throws {AppError} 503 */
  load(): Promise<void> {
    return this.#turns.run(async () => {
      this.blocks.replace(await this.#read());
      await this.onLoaded();
    });
  }

  /** Active bans in the store, newest first. @throws {AppError} 503 */
  async list(): Promise<ManualBan[]> {
    const nowMs = this.#now();
    return (await this.#read()).filter((ban) => isActive(ban, nowMs))
      .sort((a, b) => b.sinceMs - a.sinceMs);
  }

  /**
   * Bans a block. Replaces an earlier ban of the same block.
   *
   * @throws {InputError} `cidr` is too wide, or 409 if there are too many bans; `until` is not in the future, or too late; `reason` is malformed
   * @throws {AppError} 503
   */
  async add({ cidr, untilMs, reason }: NewBan, by: Actor): Promise<ManualBan> {
    const sinceMs = this.#now();
    const ban: ManualBan = {
      id: this.#random(12).toBase64({ alphabet: "base64url" }),
      cidr: blockOf(cidr),
      sinceMs,
      untilMs: endOf(untilMs, sinceMs),
      reason: reasonOf(reason),
      by: by.name,
    };
    await this.#store.transact(() => this.#adding(ban, by));
    await this.#takeOver();
    return ban;
  }

  /** Lifts a ban. @throws {AppError} 404 if there is no ban with this id; 503 */
  async lift(id: string, by: Actor): Promise<void> {
    await this.#store.transact(async () => {
      const entry = await this.#store.get(manualBanKey(id));
      if (entry.versionstamp === null) {
        throw notFound({ reason: "ban_not_found" });
      }
      const ban = parseManualBan(id, entry.value);
      const atMs = this.#now();
      const operation = this.#store.atomic().check(entry).delete(entry.key)
        .set(revisionKey(), atMs);
      addAudit(operation, {
        atMs,
        by,
        action: "ban.lift",
        subject: ban === null ? id : formatCidr(ban.cidr),
        detail: ban === null
          ? { code: "unreadable-ban", params: {} }
          : detailOf(ban),
      }, id);
      return { operation, result: undefined };
    });
    await this.#takeOver();
  }

  /** The operation that adds a ban and removes the bans it replaces. Counts them in the same state of the store. */
  async #adding(ban: ManualBan, by: Actor) {
    const revision = await this.#store.get(revisionKey());
    const block = formatCidr(ban.cidr);
    const stored = await this.#read();
    const removed = stored.filter((other) =>
      !isActive(other, ban.sinceMs) || formatCidr(other.cidr) === block
    );
    if (stored.length - removed.length >= this.#maxBans) {
      throw new InputError(
        "cidr",
        { reason: "bans_full", max: this.#maxBans },
        409,
      );
    }
    const operation = this.#store.atomic().check(revision);
    for (const { id } of removed.slice(0, maxRemoved)) {
      operation.delete(manualBanKey(id));
    }
    const expireIn = ban.untilMs === null
      ? undefined
      : ban.untilMs - ban.sinceMs;
    const [, record] = formatManualBan(ban);
    operation.set(manualBanKey(ban.id), record, { expireIn })
      .set(revisionKey(), ban.sinceMs);
    addAudit(operation, {
      atMs: ban.sinceMs,
      by,
      action: "ban.add",
      subject: block,
      detail: detailOf(ban),
    }, ban.id);
    return { operation, result: undefined };
  }

  /** Loads the bans after a committed change. An error is ignored: the next poll loads them. */
  #takeOver(): Promise<void> {
    return this.load().catch(() => {});
  }

  async #read(): Promise<ManualBan[]> {
    const bans: ManualBan[] = [];
    const prefix = manualBanPrefix();
    for await (
      const { key, value } of this.#store.list({ prefix }, listOptions)
    ) {
      const id = lastKeyPart(key, 3);
      const ban = id === null ? null : parseManualBan(id, value);
      if (ban !== null) bans.push(ban);
    }
    return bans;
  }
}

/** Written with every change of a manual ban. The prefix itself is the key, so that it is not in the list of bans. */
function revisionKey(): Deno.KvKey {
  return manualBanPrefix();
}

function blockOf(cidr: Cidr): Cidr {
  const block = unmapIpv4Cidr(cidr);
  const { family } = block.address;
  const minPrefixLength = shortestPrefix[family];
  if (block.prefixLength >= minPrefixLength) return block;
  throw new InputError(
    "cidr",
    { reason: "ban_block_too_wide", family, minPrefixLength },
  );
}

function endOf(untilMs: number | null, nowMs: number): number | null {
  if (untilMs === null) return null;
  if (untilMs > nowMs && untilMs <= nowMs + maxBanMs) return untilMs;
  throw new InputError(
    "until",
    { reason: "ban_end_out_of_range" },
  );
}

function reasonOf(text: string): string {
  const reason = text.trim();
  // Pages show it on one line.
  if (
    reason.length <= maxReasonLength && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(reason)
  ) {
    return reason;
  }
  throw new InputError(
    "reason",
    { reason: "ban_reason_malformed", max: maxReasonLength },
  );
}

function detailOf({ untilMs, reason }: ManualBan): AuditDetail {
  return { code: "manual-ban", params: { untilMs, reason } };
}
