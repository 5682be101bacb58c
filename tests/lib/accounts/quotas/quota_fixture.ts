import { accountWith } from "../../../support/account.ts";
import assert from "node:assert/strict";
import type { Account, Tier } from "../../../../lib/accounts/account_record.ts";
import type { Quota } from "../../../../lib/accounts/quotas/quota_record.ts";
import {
  Quotas,
  type QuotasOptions,
} from "../../../../lib/accounts/quotas/quotas.ts";
import { newToken } from "../../../../lib/accounts/tokens/token.ts";
import {
  accountKey,
  quotaKey,
  tokenHashKey,
  tokenIdKey,
} from "../../../../lib/store/keys.ts";
import { Store } from "../../../../lib/store/store.ts";
import { testWith } from "../../../support/test_with.ts";
import { random, refusal, START_MS } from "../fixture.ts";

/** The month of `START_MS` and its end, 2026-12-01T00:00:00Z. */
export const MONTH = "2026-11";
export const RESET_MS = Date.UTC(2026, 11, 1);

/** What one operation of a KV meets: called before it, with what carries it out. */
export type Meets = <T>(operate: () => Promise<T>) => Promise<T>;

/** A KV whose commits and reads can be counted, held up, and made to fail. */
export class TrickyKv {
  readonly kv: Deno.Kv;
  commits = 0;
  reads = 0;
  onCommit: Meets = (operate) => operate();
  onRead: Meets = (operate) => operate();

  constructor(kv: Deno.Kv) {
    const tricky: Pick<Deno.Kv, "get" | "getMany" | "list" | "atomic"> = {
      get: (key, options) => this.#read(() => kv.get(key, options)),
      getMany: (keys, options) => this.#read(() => kv.getMany(keys, options)),
      list: (selector, options) => kv.list(selector, options),
      atomic: () => {
        const operation = kv.atomic();
        const commit = operation.commit.bind(operation);
        operation.commit = () => {
          this.commits++;
          return this.onCommit(commit);
        };
        return operation;
      },
    };
    this.kv = tricky as Deno.Kv;
  }

  #read<T>(operate: () => Promise<T>): Promise<T> {
    this.reads++;
    return this.onRead(operate);
  }
}

/** A KV in memory, its quotas, a free account with a token, and a clock that is set. */
export async function openQuotas(options: Partial<QuotasOptions> = {}) {
  const memory = await Deno.openKv(":memory:");
  const tricky = new TrickyKv(memory);
  // Long, since the machine may be busy.
  const store = new Store({ kv: tricky.kv, timeoutMs: 60_000 });
  const clock = { nowMs: START_MS };
  const now = () => clock.nowMs;
  const open = (more: Partial<QuotasOptions> = {}) =>
    new Quotas({ store, now, limitMs: 60_000, ...options, ...more });
  const quotas = open();
  return {
    ...await addToken(memory),
    /** Past all tricks. */
    kv: memory,
    tricky,
    store,
    clock,
    quotas,
    /** Another instance on the same KV. */
    open,
    async [Symbol.asyncDispose]() {
      await quotas.close();
      memory.close();
    },
  };
}

/** A `Deno.test` with them. */
export const test = testWith(openQuotas);

/** Stores an account that has a token in each of these slots. */
export async function addAccount(
  kv: Deno.Kv,
  { slots = [0], ...changes }: Partial<Account> & { slots?: number[] } = {},
) {
  const id = random(8).toHex();
  const tokens = slots.map((slot) => {
    const { hash, lastFour } = newToken(random);
    const name = `slot ${slot}`;
    return { id: `${id}-${slot}`, name, hash, lastFour, slot, createdAtMs: 1 };
  });
  const account = accountWith({
    id,
    email: `${id}@example.com`,
    createdAtMs: 1,
    sessionsSinceMs: 1,
    tokens,
    ...changes,
  });
  const operation = kv.atomic().set(accountKey(id), account);
  for (const { id: tokenId, hash } of tokens) {
    operation.set(tokenHashKey(hash), id).set(tokenIdKey(tokenId), id);
  }
  assert((await operation.commit()).ok);
  return { account, hashes: tokens.map(({ hash }) => hash) };
}

/** An account of one token, and that token's hash. */
export async function addToken(kv: Deno.Kv, changes: Partial<Account> = {}) {
  const { account, hashes: [hash] } = await addAccount(kv, changes);
  return { account, hash };
}

/** What is stored of a quota. */
export async function storedQuota(
  kv: Deno.Kv,
  { id }: Account,
  slot = 0,
  month = MONTH,
): Promise<unknown> {
  return (await kv.get(quotaKey(id, slot, month))).value;
}

/** Asserts what is stored of a quota. */
export async function assertStored(
  kv: Deno.Kv,
  account: Account,
  used: number,
  bonus = 0,
  { slot, month }: { slot?: number; month?: string } = {},
) {
  const stored = await storedQuota(kv, account, slot, month);
  assert.deepEqual(stored, { used, bonus });
}

/** A quota of which some requests are used, until the end of the month. */
export function quotaWith(tier: Tier, limit: number, used: number): Quota {
  const remaining = limit - used;
  return { tier, limit, used, remaining, resetAtMs: RESET_MS };
}

/** A promise that is settled from outside. */
export function gate(): PromiseWithResolvers<void> {
  return Promise.withResolvers<void>();
}

/** What `Quotas` answers with where the store fails. */
export const UNAVAILABLE = refusal(
  503,
  "SERVICE_UNAVAILABLE",
  "store_unavailable",
  { "retry-after": "5" },
);
