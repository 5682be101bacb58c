import { withDeadline } from "../../core/deadline.ts";
import { quotaKey, tokenHashKey } from "../../store/keys.ts";
import { type Store, storeUnavailable } from "../../store/store.ts";
import type { Account } from "../account.ts";
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

/** One request that was, or was not, taken from a quota. */
export interface Charge {
  isGranted: boolean;
  quota: Quota;
  /** Takes the charge back, in the month it was made; only the first call does something. */
  refund(): void;
}

export interface QuotasOptions {
  store: Store;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Told of every charge that was granted. */
  onGranted?: (accountId: string, tokenId: string) => void;
  /** How long a charge may take, and up to a quarter more. */
  limitMs?: number;
  /** How long `close` waits. */
  closeLimitMs?: number;
  /** How long a commit may take before the next one; longer than charges wait for it. */
  commitLimitMs?: number;
  /** Tokens held in memory. */
  maxTokens?: number;
  /** Charges under way at a time. */
  maxCharges?: number;
}

/**
 * What tokens may ask for in a month, exact to one request among all processes
 * of a store: a request is served after the commit that counts it.
 */
export class Quotas {
  readonly #options: Required<QuotasOptions>;
  readonly #deadline: SharedDeadline;
  readonly #commits: GroupCommit;
  readonly #refunds: QuotaRefunds;
  /** By month and token, the one used last at the end. */
  readonly #queues = new Map<string, ChargeQueue>();
  readonly #underWay = new Set<Promise<unknown>>();
  readonly #counts = { granted: 0, exhausted: 0, refunded: 0 };

  constructor(options: QuotasOptions) {
    this.#options = {
      onGranted: () => {},
      limitMs: 2_000,
      closeLimitMs: 5_000,
      commitLimitMs: 30_000,
      maxTokens: 10_000,
      maxCharges: 10_000,
      ...options,
    };
    const { store, now, limitMs, commitLimitMs } = this.#options;
    this.#deadline = new SharedDeadline(limitMs);
    this.#commits = new GroupCommit({ store, limitMs: commitLimitMs });
    this.#refunds = new QuotaRefunds({ store, commits: this.#commits, now });
  }

  /** Charges since the start, for the metrics. One that was given back was granted, too. */
  get counts(): Readonly<
    Record<"granted" | "exhausted" | "refunded", number>
  > {
    return this.#counts;
  }

  /**
   * Takes one from the quota of a token.
   *
   * @param hash `tokenHash` of it
   * @throws {AppError} 401 where it is unknown or revoked, 403 where the account
   * is disabled or the token sleeps, 503 where the store fails or is slow: then
   * nothing is charged, or it is given back
   */
  async charge(hash: string): Promise<Charge> {
    const { maxCharges } = this.#options;
    if (this.#underWay.size >= maxCharges) {
      throw storeUnavailable(new Error(`${maxCharges} charges are under way`));
    }
    try {
      return await this.#deadline.run((call) => {
        const charging = this.#charge(hash, call);
        this.#underWay.add(charging);
        const ended = () => this.#underWay.delete(charging);
        charging.then(ended, ended);
        return charging;
      });
    } catch (error) {
      throw error instanceof DOMException ? storeUnavailable(error) : error;
    }
  }

  /** How the quota of a token stands, read anew. @throws {AppError} as `charge` */
  async read(hash: string): Promise<Quota> {
    return await (await this.#queueOf(hash)).read();
  }

  /** How the quota of one of an account's slots stands. @throws {AppError} 503 */
  async ofSlot(account: Account, slot: number): Promise<Quota> {
    const nowMs = this.#options.now();
    const entry = await this.#options.store.get(
      quotaKey(account.id, quotaSlot(account, slot), monthOf(nowMs)),
    );
    return quotaOf(account, asQuotaRecord(entry), resetOf(nowMs));
  }

  /** Waits until all that is owed is given back. Never rejects. */
  flush(): Promise<void> {
    return this.#refunds.flush();
  }

  /** Lets the charges under way end and gives back what is owed, for a limited time. Never rejects. */
  async close(): Promise<void> {
    try {
      await withDeadline(this.#options.closeLimitMs, async () => {
        await Promise.allSettled(this.#underWay);
        await this.#refunds.close();
      });
    } catch {
      // What a store that does not answer was to give back stays charged.
    }
    this.#deadline.close();
    this.#commits.close();
  }

  async #charge(hash: string, call: Call): Promise<Charge> {
    const queue = await this.#queueOf(hash);
    const { isGranted, quota, key, tokenId } = await queue.take(call);
    let isOwed = isGranted;
    this.#counts[isGranted ? "granted" : "exhausted"]++;
    const refund = () => {
      if (!isOwed) return;
      isOwed = false;
      this.#counts.refunded++;
      this.#refunds.add(key, quota.resetAtMs);
    };
    // Nobody waits for it any more: it was answered with 503.
    if (call.isOver) refund();
    else if (isGranted) this.#options.onGranted(queue.accountId, tokenId);
    return { isGranted, quota, refund };
  }

  async #queueOf(hash: string): Promise<ChargeQueue> {
    const { store, now, maxTokens } = this.#options;
    const nowMs = now();
    const month = monthOf(nowMs);
    const id = `${month} ${hash}`;
    let queue = this.#queues.get(id);
    if (!queue) {
      // Kept for valid tokens only: strangers must not push them out.
      const accountId = await accountIdOf(store, hash);
      queue = this.#queues.get(id) ?? new ChargeQueue({
        store,
        commits: this.#commits,
        now,
        accountId,
        hash,
        month,
        resetAtMs: resetOf(nowMs),
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
