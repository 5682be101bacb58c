import * as z from "zod";
import { InputError } from "../core/errors.ts";
import { accountCountKey, accountPrefix } from "../store/keys.ts";
import type { Store } from "../store/store.ts";
import { type Account, asAccount } from "./account_record.ts";

const accountCounts = z.object({
  accounts: z.number().int().min(0),
  /** Only administrators that are not disabled. */
  administrators: z.number().int().min(0),
});

/** The number of accounts. Every commit that changes it checks the record, so it is exact. */
export type AccountCounts = z.infer<typeof accountCounts>;

/** The counts of a single account. */
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
