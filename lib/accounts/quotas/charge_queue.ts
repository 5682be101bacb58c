import { accountKey, quotaKey } from "../../store/keys.ts";
import type { Store } from "../../store/store.ts";
import { type Account, asAccount } from "../account_record.ts";
import type { Call, GroupCommit } from "./group_commit.ts";
import {
  asQuotaRecord,
  type Quota,
  quotaLifetimeMs,
  quotaOf,
  type QuotaRecord,
  quotaSlot,
} from "./quota_record.ts";
import { usableToken } from "../tokens/token.ts";

interface ChargeResult {
  /** Requests that were charged; 0 if the quota is too small. */
  granted: number;
  /** The quota after this charge. */
  quota: Quota;
  key: Deno.KvKey;
  tokenId: string;
}

interface ChargeQueueOptions {
  store: Store;
  commits: GroupCommit;
  now: () => number;
  /** The owner of the token. */
  accountId: string;
  hash: string;
  /** The month of the charges, such as `2026-11`, and its end. */
  month: string;
  resetAtMs: number;
  refund: (key: Deno.KvKey, resetAtMs: number, count: number) => void;
}

interface Waiter {
  call: Call;
  /** Of requests, and how many are enough. */
  count: number;
  least: number;
  /** What the round that is under way gives it. */
  granted: number;
  settled: PromiseWithResolvers<ChargeResult>;
}

interface Known {
  accountStamp: string | null;
  quotaStamp: string | null;
  account: Pick<Account, "tier" | "vipQuota">;
  record: QuotaRecord;
  key: Deno.KvKey;
  tokenId: string;
}

/** After this many conflicts in a row, the record is written in a commit of its own. */
const MANY_CONFLICTS = 2;

/**
 * The charges of one token in one month, in order of arrival.
 *
 * Waiting charges are granted together in one commit, which checks the
 * versionstamps of the account and of the quota record. A caller that the commit
 * counts waits for its outcome: after a timeout, the charge would be lost if the
 * process were killed before the refund. It fails if either has
 * changed since it was read; then both are read again. A charge is refused only
 * if the quota was read after the charge arrived.
 */
export class ChargeQueue {
  readonly accountId: string;
  #waiting: Waiter[] = [];
  #isServing = false;
  #known: Known | null = null;
  #slot = 0;
  /** The records that the last commit was based on, if it failed. */
  #refused: Known | null = null;
  #conflicts = 0;

  constructor(private readonly options: ChargeQueueOptions) {
    this.accountId = options.accountId;
  }

  /**
   * Takes requests from the quota, unless `call` is over before its turn.
   *
   * @param least takes fewer than `count` if no more are left, but so many, or none
   * @throws {AppError} 401, 403, 503
   */
  take(call: Call, count = 1, least = count): Promise<ChargeResult> {
    const settled = Promise.withResolvers<ChargeResult>();
    this.#waiting.push({ call, count, least, granted: 0, settled });
    if (!this.#isServing) {
      this.#isServing = true;
      // Charges of the same event-loop turn join the round.
      queueMicrotask(() => this.#serve());
    }
    return settled.promise;
  }

  /** The current quota, read from the store. @throws {AppError} 401, 403, 503 */
  async read(): Promise<Quota> {
    return this.#quotaAfter(await this.#read(), 0);
  }

  async #serve(): Promise<void> {
    while (this.#waiting.length > 0) {
      const waiters = this.#waiting;
      this.#waiting = [];
      try {
        await this.#round(waiters.filter(isStillWaiting));
      } catch (error) {
        this.#known = null;
        for (const { settled } of waiters) settled.reject(error);
      }
    }
    this.#isServing = false;
  }

  async #round(waiters: readonly Waiter[]): Promise<void> {
    if (waiters.length === 0) return;
    const wanted = waiters.reduce((sum, { count }) => sum + count, 0);
    const known = this.#knownFor(wanted) ?? await this.#readAgain();
    const { remaining } = this.#quotaAfter(known, 0);
    const granted: Waiter[] = [];
    let charges = 0;
    for (const waiter of waiters) {
      waiter.granted = Math.min(waiter.count, remaining - charges);
      if (waiter.granted < waiter.least) {
        waiter.settled.resolve(this.#taken(0, known, charges));
        continue;
      }
      charges += waiter.granted;
      granted.push(waiter);
    }
    this.#known = charges === 0 ? known : await this.#write(known, granted);
    if (this.#known === null) {
      for (const { call } of granted) call.isHeld = false;
      this.#waiting = granted.concat(this.#waiting);
      return;
    }
    charges = 0;
    for (const { granted: count, settled } of granted) {
      charges += count;
      settled.resolve(this.#taken(count, known, charges));
    }
  }

  #knownFor(count: number): Known | null {
    const known = this.#known;
    return known && this.#quotaAfter(known, 0).remaining >= count
      ? known
      : null;
  }

  async #readAgain(): Promise<Known> {
    const known = await this.#read();
    const former = this.#refused;
    this.#refused = null;
    // If the records are unchanged, the conflict was with another change of the same commit.
    const isOurs = former !== null &&
      (former.accountStamp !== known.accountStamp ||
        former.quotaStamp !== known.quotaStamp);
    if (isOurs) this.#conflicts++;
    return known;
  }

  /** The records after the commit; null if it failed. */
  async #write(
    known: Known,
    granted: readonly Waiter[],
  ): Promise<Known | null> {
    const { commits, now, accountId, resetAtMs } = this.options;
    const { key, accountStamp, quotaStamp } = known;
    const count = granted.reduce((sum, { granted }) => sum + granted, 0);
    const record = { ...known.record, used: known.record.used + count };
    const stamp = await commits.write({
      key,
      value: record,
      expireInMs: quotaLifetimeMs(resetAtMs, now()),
      checks: [
        { key: accountKey(accountId), versionstamp: accountStamp },
        { key, versionstamp: quotaStamp },
      ],
      isAlone: this.#conflicts >= MANY_CONFLICTS,
      mayBegin: () => {
        if (granted.some(({ call }) => call.isOver)) return false;
        for (const { call } of granted) call.isHeld = true;
        return true;
      },
      // The callers have got 503.
      onLate: () => this.options.refund(key, resetAtMs, count),
    });
    if (stamp === null) {
      this.#refused = known;
      return null;
    }
    this.#conflicts = 0;
    return { ...known, record, quotaStamp: stamp };
  }

  async #read(): Promise<Known> {
    const { store, accountId, hash, month } = this.options;
    for (;;) {
      const key = quotaKey(accountId, this.#slot, month);
      const [owner, count] = await store.getMany([accountKey(accountId), key]);
      const { account, token } = usableToken(asAccount(owner.value), hash);
      const slot = quotaSlot(account, token.slot);
      if (slot === this.#slot) {
        return {
          account: { tier: account.tier, vipQuota: account.vipQuota },
          accountStamp: owner.versionstamp,
          record: asQuotaRecord(count),
          quotaStamp: count.versionstamp,
          key,
          tokenId: token.id,
        };
      }
      this.#slot = slot;
    }
  }

  #quotaAfter({ account, record }: Known, charges: number): Quota {
    const { used, bonus } = record;
    const { resetAtMs } = this.options;
    return quotaOf(account, { used: used + charges, bonus }, resetAtMs);
  }

  #taken(granted: number, known: Known, charges: number): ChargeResult {
    const { key, tokenId } = known;
    return {
      granted,
      quota: this.#quotaAfter(known, charges),
      key,
      tokenId,
    };
  }
}

function isStillWaiting({ call, settled }: Waiter): boolean {
  // The caller has already got its timeout; this only settles the promise.
  if (call.isOver) settled.reject(new Error("deadline exceeded"));
  return !call.isOver;
}
