import { withDeadline } from "../../core/deadline.ts";
import { quotaKey, tokenHashKey } from "../../store/keys.ts";
import { type Store, storeUnavailable } from "../../store/store.ts";
import type { Account } from "../account_record.ts";
import { ChargeQueue } from "./charge_queue.ts";
import { QuotaRefunds } from "./quota_refunds.ts";
import { type Call, GroupCommit, SharedDeadline } from "./group_commit.ts";
import {
  asQuotaRecord,
  monthOf,
  type Quota,
  quotaOf,
  quotaSlot,
  resetOf,
} from "./quota_record.ts";
import { unauthorized } from "../tokens/token.ts";

export type { Quota } from "./quota_record.ts";

/** The outcome of charging requests to a quota. */
export interface Charge {
  isGranted: boolean;
  quota: Quota;
  /**
   * Refunds the charge, or `count` requests of it, in the month it was made.
   * Further calls do nothing. Resolves when the store has the refund: await it before
   * you respond, or a crash can undo what the response says. If the store fails for
   * 30 seconds, it resolves anyway. Never rejects.
   */
  refund(count?: number): Promise<void>;
}

/** A charge as the store has it, without its methods: for another thread. */
export interface ChargeReceipt {
  /** Requests that were charged; 0 if the quota is too small. */
  readonly granted: number;
  /** After all of them. */
  readonly quota: Quota;
  readonly key: Deno.KvKey;
}

/** Where charges are made. */
export interface ChargeDesk {
  /** @param least if fewer than `count` are left, takes those, but none if they are fewer than this */
  take(hash: string, count: number, least?: number): Promise<ChargeReceipt>;
  refund(receipt: ChargeReceipt, count: number): Promise<void>;
}

/** A charge with its refund, which works once. */
export async function chargeAt(
  desk: ChargeDesk,
  hash: string,
  count = 1,
): Promise<Charge> {
  const receipt = await desk.take(hash, count);
  const { granted, quota } = receipt;
  const isGranted = granted > 0;
  let isRefundable = isGranted;
  return {
    isGranted,
    quota,
    async refund(refunded = count) {
      if (!isRefundable) return;
      isRefundable = false;
      await desk.refund(receipt, refunded);
    },
  };
}

export interface QuotasOptions {
  store: Store;
  now: () => number;
  /** Called for every granted charge. */
  onGranted?: (accountId: string, tokenId: string) => void;
  /** How long a charge may take until its commit, plus up to a quarter. */
  limitMs?: number;
  /** How long `close` may take. */
  closeLimitMs?: number;
  /** How long a commit may take. Longer than `limitMs`, because the next commit waits for it. */
  commitLimitMs?: number;
  /** Maximum number of tokens in memory. */
  maxTokens?: number;
  /** Maximum number of concurrent charges. */
  maxCharges?: number;
}

/**
 * The monthly quotas of tokens. They are exact to one request across all processes
 * of a store, because a request is served only after the commit that counts it.
 */
export class Quotas {
  readonly #options: Required<QuotasOptions>;
  readonly #deadline: SharedDeadline;
  readonly #commits: GroupCommit;
  readonly #refunds: QuotaRefunds;
  /** By month and token, least recently used first. */
  readonly #queues = new Map<string, ChargeQueue>();
  readonly #inProgress = new Set<Promise<unknown>>();
  readonly #counts = { granted: 0, exhausted: 0, refunded: 0 };

  constructor(options: QuotasOptions) {
    this.#options = {
      onGranted: () => {},
      limitMs: 2_000,
      closeLimitMs: 5_000,
      commitLimitMs: 10_000,
      maxTokens: 10_000,
      maxCharges: 10_000,
      ...options,
    };
    const { store, now, limitMs, commitLimitMs } = this.#options;
    this.#deadline = new SharedDeadline(limitMs);
    this.#commits = new GroupCommit({ store, limitMs: commitLimitMs });
    this.#refunds = new QuotaRefunds({ store, commits: this.#commits, now });
  }

  /** Requests charged since the start, for the metrics. Refunded ones are also counted as granted. */
  get counts(): Readonly<
    Record<"granted" | "exhausted" | "refunded", number>
  > {
    return this.#counts;
  }

  /**
   * Charges requests to the quota of a token: all of them in one commit, or none.
   *
   * @param hash the `tokenHash` of the token
   * @param count of requests, at least 1
   * @throws {AppError} 401 if it is unknown or revoked; 403 if the account is
   * disabled or the token inactive; 503 if the store fails or is slow, and then
   * nothing is charged, or it is refunded as soon as the commit takes effect
   */
  charge(hash: string, count = 1): Promise<Charge> {
    return chargeAt(this, hash, count);
  }

  /** Like `charge`. */
  async take(
    hash: string,
    count: number,
    least = count,
  ): Promise<ChargeReceipt> {
    const { maxCharges } = this.#options;
    if (this.#inProgress.size >= maxCharges) {
      throw storeUnavailable(
        new Error(`${maxCharges} charges are in progress`),
      );
    }
    try {
      return await this.#deadline.run((call) => {
        const charging = this.#charge(hash, count, least, call);
        this.#inProgress.add(charging);
        const ended = () => this.#inProgress.delete(charging);
        charging.then(ended, ended);
        return charging;
      });
    } catch (error) {
      throw error instanceof DOMException ? storeUnavailable(error) : error;
    }
  }

  /** Refunds requests of a charge, in the month it was made. Call once per charge. */
  async refund({ key, quota }: ChargeReceipt, count: number): Promise<void> {
    this.#counts.refunded += count;
    await this.#refunds.add(key, quota.resetAtMs, count);
  }

  /** The current quota of a token, read from the store. @throws {AppError} like `charge` */
  async read(hash: string): Promise<Quota> {
    return await (await this.#queueOf(hash)).read();
  }

  /** The current quota of a slot of an account. @throws {AppError} 503 */
  async ofSlot(account: Account, slot: number): Promise<Quota> {
    const nowMs = this.#options.now();
    const entry = await this.#options.store.get(
      quotaKey(account.id, quotaSlot(account, slot), monthOf(nowMs)),
    );
    return quotaOf(account, asQuotaRecord(entry), resetOf(nowMs));
  }

  /** Waits for all refunds. Never rejects. */
  flush(): Promise<void> {
    return this.#refunds.flush();
  }

  /** Waits for charges in progress and pending refunds, up to a limit. Never rejects. */
  async close(): Promise<void> {
    try {
      await withDeadline(this.#options.closeLimitMs, async () => {
        await Promise.allSettled(this.#inProgress);
        await this.#commits.settle();
        await this.#refunds.close();
      });
    } catch {
      // Without a response from the store, pending refunds are lost.
    }
    this.#deadline.close();
    this.#commits.close();
  }

  async #charge(
    hash: string,
    count: number,
    least: number,
    call: Call,
  ): Promise<ChargeReceipt> {
    const queue = await this.#queueOf(hash);
    const taken = await queue.take(call, count, least);
    const { granted, quota, key, tokenId } = taken;
    const receipt = { granted, quota, key };
    this.#counts.granted += granted;
    this.#counts.exhausted += count - granted;
    if (granted === 0) return receipt;
    // The request has already got 503, because the service is closing.
    if (call.isOver) void this.refund(receipt, granted);
    else this.#options.onGranted(queue.accountId, tokenId);
    return receipt;
  }

  async #queueOf(hash: string): Promise<ChargeQueue> {
    const { store, now, maxTokens } = this.#options;
    const nowMs = now();
    const month = monthOf(nowMs);
    const id = `${month} ${hash}`;
    let queue = this.#queues.get(id);
    if (!queue) {
      // Only valid tokens get a queue, so that made-up tokens evict none.
      const accountId = await accountIdOf(store, hash);
      queue = this.#queues.get(id) ?? new ChargeQueue({
        store,
        commits: this.#commits,
        now,
        accountId,
        hash,
        month,
        resetAtMs: resetOf(nowMs),
        refund: (...charge) => void this.#refunds.add(...charge),
      });
    }
    this.#queues.delete(id);
    this.#queues.set(id, queue);
    if (this.#queues.size > maxTokens) {
      const [oldest] = this.#queues.keys();
      this.#queues.delete(oldest);
    }
    return queue;
  }
}

async function accountIdOf(store: Store, hash: string): Promise<string> {
  const { value } = await store.get(tokenHashKey(hash));
  if (typeof value !== "string") throw unauthorized();
  return value;
}
