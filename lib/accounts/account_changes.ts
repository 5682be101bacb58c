import { type Account, asAccount, storedEmail } from "./account_record.ts";
import {
  type Actor,
  addAudit,
  type AuditAction,
  type AuditDetail,
} from "../store/audit.ts";
import { randomBase64Url } from "../core/text.ts";
import { AppError, InputError } from "../core/errors.ts";
import {
  accountCountKey,
  accountEmailKey,
  accountKey,
  accountPrefix,
  adPrefix,
  quotaPrefix,
  sessionPrefix,
  signUpNetworkKey,
  tokenHashKey,
  tokenIdKey,
  tokenUsePrefix,
} from "../store/keys.ts";
import { deleteByPrefix, type Store } from "../store/store.ts";
import * as z from "zod";

const accountCounts = z.object({
  accounts: z.number().int().min(0),
  /** Only administrators that are not disabled. */
  administrators: z.number().int().min(0),
});

/** The number of accounts. Every commit that changes it checks the record, so it is exact. */
export type AccountCounts = z.infer<typeof accountCounts>;

function countOf(account: Account | null): AccountCounts {
  return {
    accounts: account ? 1 : 0,
    administrators: account?.isAdmin && !account.isDisabled ? 1 : 0,
  };
}

/** Reads the number of accounts. @throws {AppError} 503 */
export async function readAccountCounts(store: Store): Promise<AccountCounts> {
  return await countsOf(await store.get(accountCountKey()), store);
}

async function countsOf(
  { value }: Deno.KvEntryMaybe<unknown>,
  store: Store,
): Promise<AccountCounts> {
  return accountCounts.safeParse(value).data ?? await countAll(store);
}

/**
 * Adds the change of the counts to a commit, and returns the counts after it. At least
 * one administrator must remain who can appoint others.
 *
 * @param change the account before and after the commit; null if there is none
 * @throws {InputError} `account` 409 for the last administrator
 * @throws {AppError} 503
 */
export async function addToAccountCounts(
  store: Store,
  operation: Deno.AtomicOperation,
  { before, after }: { before: Account | null; after: Account | null },
): Promise<AccountCounts> {
  const entry = await store.get(accountCountKey());
  const { accounts, administrators } = await countsOf(entry, store);
  const [from, to] = [countOf(before), countOf(after)];
  const appointed = to.administrators - from.administrators;
  const next = {
    accounts: Math.max(0, accounts + to.accounts - from.accounts),
    administrators: Math.max(0, administrators + appointed),
  };
  if (appointed < 0 && next.administrators === 0) {
    throw new InputError("account", { reason: "last_administrator" }, 409);
  }
  operation.check(entry).set(accountCountKey(), next);
  return next;
}

/** Reads all accounts. @throws {AppError} 503 */
export async function* allAccounts(store: Store): AsyncGenerator<Account> {
  const records = store.list({ prefix: accountPrefix() }, { batchSize: 500 });
  for await (const { value } of records) {
    const account = asAccount(value);
    if (account) yield account;
  }
}

/** Counts all accounts if the record is lost. A concurrent change writes the record, which fails the check. */
async function countAll(store: Store): Promise<AccountCounts> {
  const total = { accounts: 0, administrators: 0 };
  for await (const account of allAccounts(store)) {
    const { accounts, administrators } = countOf(account);
    total.accounts += accounts;
    total.administrators += administrators;
  }
  return total;
}

/** Adds an audit entry about an account to the commit that changes it. */
export function recordAction(
  { now, random }: Pick<AccountDeps, "now" | "random">,
  operation: Deno.AtomicOperation,
  by: Actor,
  action: AuditAction,
  { email }: Pick<Account, "email">,
  detail: AuditDetail | null = null,
): void {
  const entry = { atMs: now(), by, action, subject: email, detail };
  addAudit(operation, entry, randomBase64Url(random, 9));
}

export interface AccountDeps {
  store: Store;
  now: () => number;
  random: (bytes: number) => Uint8Array;
}

/** In characters. Deno KV would refuse much longer texts as keys. */
export const MAX_ID_LENGTH = 64;

/** The account with this id, or null. @throws {AppError} 503 */
export async function readAccount(
  store: Store,
  id: string,
): Promise<Account | null> {
  if (id.length > MAX_ID_LENGTH) return null;
  return asAccount((await store.get(accountKey(id))).value);
}

/**
 * Changes an account in one commit.
 *
 * @param decide returns the changed account, null to delete it, or the same object
 * to leave it unchanged. It may add to the commit. It is called again if another
 * writer was faster.
 * @throws {AppError} 404 if there is no such account, 503; whatever `decide` throws
 */
export function changeAccount<A extends Account | null>(
  store: Store,
  id: string,
  decide: (
    account: Account,
    operation: Deno.AtomicOperation,
  ) => A | Promise<A>,
): Promise<A> {
  return store.transact(async () => {
    if (id.length > MAX_ID_LENGTH) throw accountNotFound();
    const entry = await store.get(accountKey(id));
    const account = asAccount(entry.value);
    if (account === null) throw accountNotFound();
    const operation = store.atomic().check(entry);
    const result = await decide(account, operation);
    if (result === null) operation.delete(entry.key);
    else if (result !== account) operation.set(entry.key, result);
    return { operation, result };
  });
}

/** Ends all sessions of an account: each session has the `sessionsSinceMs` of its start. */
export function withoutSessions(account: Account, nowMs: number): Account {
  return {
    ...account,
    // It must change even if two changes share a millisecond or the clock was set back.
    sessionsSinceMs: Math.max(nowMs, account.sessionsSinceMs + 1),
  };
}

export function accountNotFound(): AppError {
  return new AppError(404, "NOT_FOUND", { reason: "account_not_found" });
}

export function emailTaken(): InputError {
  return new InputError("email", { reason: "email_taken" }, 409);
}

/**
 * Deletes an account. One commit makes all of it unusable; its other records
 * are deleted afterwards.
 *
 * @param approve returns the actor for the audit log, or null to record
 * nothing; it throws if the account must not be deleted
 * @throws {InputError} `account` 409 for the last administrator
 * @throws {AppError} 404, 503; whatever `approve` throws
 */
export async function deleteAccount(
  deps: AccountDeps,
  id: string,
  approve: (account: Account) => Actor | null,
): Promise<void> {
  const { store } = deps;
  await changeAccount(store, id, async (account, operation) => {
    const by = approve(account);
    const change = { before: account, after: null };
    await addToAccountCounts(store, operation, change);
    operation.delete(accountEmailKey(storedEmail(account.email).key))
      .delete(signUpNetworkKey(id));
    for (const token of account.tokens) {
      operation.delete(tokenHashKey(token.hash)).delete(tokenIdKey(token.id));
    }
    if (by) recordAction(deps, operation, by, "account.delete", account);
    return null;
  });
  await sweepUp(store, id);
}

/** If this fails or the process ends, the remaining records are unreachable and expire. */
async function sweepUp(store: Store, id: string): Promise<void> {
  const prefixes = [sessionPrefix, tokenUsePrefix, quotaPrefix, adPrefix];
  try {
    for (const prefix of prefixes) await deleteByPrefix(store, prefix(id));
  } catch {
    // The account itself is deleted, so the request must not fail.
  }
}
