import type { Store } from "../../store/store.ts";
import type { GroupCommit } from "./group_commit.ts";
import { asQuotaRecord, quotaLifetimeMs } from "./quota_record.ts";

export interface QuotaRefundsOptions {
  store: Store;
  commits: GroupCommit;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** How long to wait where the store failed. */
  pauseMs?: number;
  /** Records that something is owed to at a time; past them nothing more is noted. */
  maxRecords?: number;
}

/** What is owed to one quota record. */
interface Debt {
  key: Deno.KvKey;
  resetAtMs: number;
  count: number;
  /** A commit of which nobody knows whether it was carried out, or still will be. */
  unsure: { stamp: string; count: number } | null;
}

/** Takes charges back in the background, and tries again where the store fails. */
export class QuotaRefunds {
  readonly #options: Required<QuotaRefundsOptions>;
  readonly #debts = new Map<string, Debt>();
  #work: Promise<void> | null = null;
  #pause: PromiseWithResolvers<void> | null = null;
  #isClosing = false;

  constructor(options: QuotaRefundsOptions) {
    this.#options = { pauseMs: 1_000, maxRecords: 10_000, ...options };
  }

  /** Takes one charge of this record back. */
  add(key: Deno.KvKey, resetAtMs: number): void {
    const id = key.join("\n");
    const owed = this.#debts.get(id);
    if (owed) owed.count++;
    else if (this.#debts.size < this.#options.maxRecords) {
      this.#debts.set(id, { key, resetAtMs, count: 1, unsure: null });
    }
    this.#work ??= this.#settleAll();
  }

  /** Waits until all is given back. Never rejects. */
  async flush(): Promise<void> {
    while (this.#work) await this.#work;
  }

  /** Tries what is left until the store fails again. Never rejects. */
  async close(): Promise<void> {
    this.#isClosing = true;
    this.#pause?.resolve();
    await this.flush();
  }

  async #settleAll(): Promise<void> {
    while (this.#debts.size > 0) {
      const [[id, debt]] = this.#debts;
      try {
        // In turn with the charges: beside them, one of both would always come too late.
        await this.#options.commits.alone(() => this.#settle(debt));
      } catch {
        // The store has told whoever asks it; a debt only waits for its recovery.
        if (this.#isClosing) debt.count = 0;
        else await this.#rest();
      }
      this.#debts.delete(id);
      // Behind the others.
      if (debt.count > 0) this.#debts.set(id, debt);
    }
    this.#work = null;
  }

  async #rest(): Promise<void> {
    this.#pause = Promise.withResolvers();
    const timer = setTimeout(this.#pause.resolve, this.#options.pauseMs);
    await this.#pause.promise;
    clearTimeout(timer);
    this.#pause = null;
  }

  async #settle(debt: Debt): Promise<void> {
    const { store, now } = this.#options;
    const { key, resetAtMs, unsure } = debt;
    const entry = await store.get(key);
    const stamp = entry.versionstamp;
    if (unsure && unsure.stamp !== stamp) {
      // Somebody changed the record, so perhaps that commit: twice would be more than was taken.
      debt.count -= unsure.count;
      debt.unsure = null;
    }
    const { count } = debt;
    // The account, and its quotas with it, may have been deleted since.
    if (stamp === null) debt.count = 0;
    if (stamp === null || count === 0) return;
    const { used, bonus } = asQuotaRecord(entry);
    const record = { used: Math.max(0, used - count), bonus };
    const operation = store.atomic().check(entry).set(key, record, {
      expireIn: quotaLifetimeMs(resetAtMs, now()),
    });
    const former = debt.unsure;
    debt.unsure = { stamp, count };
    const isDone = await store.commit(operation);
    // Of two commits that check the same versionstamp one is carried out at most.
    debt.unsure = isDone ? null : former;
    if (isDone) debt.count -= count;
  }
}
