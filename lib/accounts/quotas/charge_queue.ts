import { accountKey, quotaKey } from "../../store/keys.ts";
import type { Store } from "../../store/store.ts";
import { type Account, asAccount } from "../account.ts";
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

/** What became of one charge. */
export interface ChargeResult {
  isGranted: boolean;
  /** As it stands after this charge. */
  quota: Quota;
  /** The record that was charged. */
  key: Deno.KvKey;
  tokenId: string;
}

export interface ChargeQueueOptions {
  store: Store;
  commits: GroupCommit;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Whose token it is. */
  accountId: string;
  hash: string;
  /** The month it counts, `2026-11`, and its end. */
  month: string;
  resetAtMs: number;
}

interface Waiter {
  call: Call;
  settled: PromiseWithResolvers<ChargeResult>;
}

/** The records of a charge as they were read, or written, last. */
interface Known {
  accountStamp: string | null;
  quotaStamp: string | null;
  account: Pick<Account, "tier" | "vipQuota">;
  record: QuotaRecord;
  key: Deno.KvKey;
  tokenId: string;
}

/** Conflicts in a row after which a record is written without others. */
const MANY_CONFLICTS = 2;

/**
 * The charges of one token in one month, in the order they come.
 *
 * Those that wait are granted together in one commit, which carries the
 * versionstamps of the account and of the count: it fails where either was
 * changed since they were known, by whomever, and they are read again. A charge
 * is refused only on what was read after it was asked for.
 */
export class ChargeQueue {
  readonly accountId: string;
  readonly #options: ChargeQueueOptions;
  #waiting: Waiter[] = [];
  #isServing = false;
  #known: Known | null = null;
  #slot = 0;
  /** Where the last commit was refused, what it went by. */
  #refused: Known | null = null;
  #conflicts = 0;

  constructor(options: ChargeQueueOptions) {
    this.#options = options;
    this.accountId = options.accountId;
  }

  /**
   * Takes one from the quota, unless `call` is over before its turn has come.
   *
   * @throws {AppError} 401, 403, 503
   */
  take(call: Call): Promise<ChargeResult> {
    const settled = Promise.withResolvers<ChargeResult>();
    this.#waiting.push({ call, settled });
    if (!this.#isServing) {
      this.#isServing = true;
      // What else comes in this turn of the event loop goes along.
      queueMicrotask(() => this.#serve());
    }
    return settled.promise;
  }

  /** How the quota stands, read anew. @throws {AppError} 401, 403, 503 */
  async read(): Promise<Quota> {
    return this.#quotaAfter(await this.#read(), 0);
  }

  async #serve(): Promise<void> {
    while (this.#waiting.length > 0) {
      const waiters = this.#waiting;
      this.#waiting = [];
      try {
        await this.#round(waiters.filter(isStillThere));
      } catch (error) {
        this.#known = null;
        for (const { settled } of waiters) settled.reject(error);
      }
    }
    this.#isServing = false;
  }

  async #round(waiters: readonly Waiter[]): Promise<void> {
    if (waiters.length === 0) return;
    const known = this.#enoughFor(waiters.length) ?? await this.#readAgain();
    const { remaining } = this.#quotaAfter(known, 0);
    const granted = waiters.slice(0, remaining);
    for (const { settled } of waiters.slice(remaining)) {
      settled.resolve(this.#taken(false, known, granted.length));
    }
    this.#known = granted.length === 0
      ? known
      : await this.#write(known, granted.length);
    if (this.#known === null) {
      this.#waiting = granted.concat(this.#waiting);
      return;
    }
    for (const [i, { settled }] of granted.entries()) {
      settled.resolve(this.#taken(true, known, i + 1));
    }
  }

  #enoughFor(count: number): Known | null {
    const known = this.#known;
    return known && this.#quotaAfter(known, 0).remaining >= count
      ? known
      : null;
  }

  async #readAgain(): Promise<Known> {
    const known = await this.#read();
    const former = this.#refused;
    this.#refused = null;
    // Whose records are as they were only shared a commit with others.
    const isOurs = former !== null &&
      (former.accountStamp !== known.accountStamp ||
        former.quotaStamp !== known.quotaStamp);
    if (isOurs) this.#conflicts++;
    return known;
  }

  /** What is known after the commit; null where it was refused. */
  async #write(known: Known, count: number): Promise<Known | null> {
    const { commits, now, accountId, resetAtMs } = this.#options;
    const { key, accountStamp, quotaStamp } = known;
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
    });
    if (stamp === null) {
      this.#refused = known;
      return null;
    }
    this.#conflicts = 0;
    return { ...known, record, quotaStamp: stamp };
  }

  async #read(): Promise<Known> {
    const { store, accountId, hash, month } = this.#options;
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
    const { resetAtMs } = this.#options;
    return quotaOf(account, { used: used + charges, bonus }, resetAtMs);
  }

  #taken(isGranted: boolean, known: Known, charges: number): ChargeResult {
    const { key, tokenId } = known;
    return {
      isGranted,
      quota: this.#quotaAfter(known, charges),
      key,
      tokenId,
    };
  }
}

function isStillThere({ call, settled }: Waiter): boolean {
  // Nobody waits for this; it only ends what does.
  if (call.isOver) settled.reject(new Error("given up"));
  return !call.isOver;
}
