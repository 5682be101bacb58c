import type { Store } from "../../store/store.ts";
import { type GroupCommit, SharedDeadline } from "./group_commit.ts";
import { asQuotaRecord, quotaLifetimeMs } from "./quota_record.ts";

interface QuotaRefundsOptions {
  store: Store;
  commits: GroupCommit;
  now: () => number;
  /** How long to wait after the store failed. */
  pauseMs?: number;
  /** How long the caller of a refund waits for a store that fails. */
  limitMs?: number;
  /** Maximum number of records with pending refunds; refunds of further records are dropped. */
  maxRecords?: number;
}

interface PendingRefund {
  key: Deno.KvKey;
  resetAtMs: number;
  count: number;
  /** A commit with an unknown outcome, which may still take effect. */
  unsure: { stamp: string; count: number } | null;
  /** Resolves when nothing is pending. */
  landed: PromiseWithResolvers<void>;
}

/** Refunds charges in the background, and retries if the store fails. */
export class QuotaRefunds {
  readonly #options: Required<QuotaRefundsOptions>;
  readonly #pending = new Map<string, PendingRefund>();
  #work: Promise<void> | null = null;
  #pause: PromiseWithResolvers<void> | null = null;
  #isClosing = false;
  readonly #deadline: SharedDeadline;

  constructor(options: QuotaRefundsOptions) {
    this.#options = {
      pauseMs: 1_000,
      limitMs: 30_000,
      maxRecords: 10_000,
      ...options,
    };
    this.#deadline = new SharedDeadline(this.#options.limitMs);
  }

  /**
   * Refunds requests to this record. Resolves when the store has the refund, or
   * after `limitMs`, while the work goes on. Never rejects.
   */
  async add(key: Deno.KvKey, resetAtMs: number, count = 1): Promise<void> {
    const id = key.join("\n");
    let refund = this.#pending.get(id);
    if (refund) refund.count += count;
    else if (this.#pending.size < this.#options.maxRecords) {
      const landed = Promise.withResolvers<void>();
      refund = { key, resetAtMs, count, unsure: null, landed };
      this.#pending.set(id, refund);
    }
    this.#work ??= this.#settleAll();
    try {
      await this.#deadline.run(async () => await refund?.landed.promise);
    } catch {
      // The store has been failing all the while.
    }
  }

  /** Waits for all refunds. Never rejects. */
  async flush(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** Refunds what is pending, until the store fails. Never rejects. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#pause?.resolve();
    await this.flush();
    this.#deadline.close();
  }

  async #settleAll(): Promise<void> {
    while (this.#pending.size > 0) {
      const [[id, refund]] = this.#pending;
      try {
        // Takes turns with charges. Concurrently, one of the two would always fail its check.
        await this.#options.commits.alone(() => this.#settle(refund));
      } catch {
        // Not logged: the requests that need the store report the failure.
        if (this.#isClosing) refund.count = 0;
        else await this.#waitForRetry();
      }
      this.#pending.delete(id);
      // At the end of the queue.
      if (refund.count > 0) this.#pending.set(id, refund);
      else refund.landed.resolve();
    }
    this.#work = null;
  }

  async #waitForRetry(): Promise<void> {
    this.#pause = Promise.withResolvers();
    const timer = setTimeout(this.#pause.resolve, this.#options.pauseMs);
    await this.#pause.promise;
    clearTimeout(timer);
    this.#pause = null;
  }

  async #settle(refund: PendingRefund): Promise<void> {
    const { store, now } = this.#options;
    const { key, resetAtMs, unsure } = refund;
    const entry = await store.get(key);
    const stamp = entry.versionstamp;
    if (unsure && unsure.stamp !== stamp) {
      // The record has changed, perhaps by that commit. A second one could refund too much.
      refund.count -= unsure.count;
      refund.unsure = null;
    }
    const { count } = refund;
    // The account and its quotas may have been deleted.
    if (stamp === null) refund.count = 0;
    if (stamp === null || count === 0) return;
    const { used, bonus } = asQuotaRecord(entry);
    const record = { used: Math.max(0, used - count), bonus };
    const operation = store.atomic().check(entry).set(key, record, {
      expireIn: quotaLifetimeMs(resetAtMs, now()),
    });
    const former = refund.unsure;
    refund.unsure = { stamp, count };
    const isDone = await store.commitOnce(operation);
    // Of two commits that check the same versionstamp, at most one takes effect.
    refund.unsure = isDone ? null : former;
    if (isDone) refund.count -= count;
  }
}
