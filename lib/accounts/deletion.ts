import {
  accountEmailKey,
  adPrefix,
  quotaPrefix,
  sessionPrefix,
  tokenHashKey,
  tokenIdKey,
  tokenUsePrefix,
} from "../store/keys.ts";
import { deleteByPrefix, type Store } from "../store/store.ts";
import { type Account, storedEmail } from "./account.ts";
import {
  type AccountDeps,
  changeAccount,
  lastAdministrator,
  recordAction,
} from "./account_changes.ts";
import type { Actor } from "../store/audit.ts";
import { addToAccountCounts, countOf } from "./account_counts.ts";

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
    const left = await addToAccountCounts(store, operation, change);
    if (countOf(account).administrators === 1 && left.administrators === 0) {
      throw lastAdministrator();
    }
    operation.delete(accountEmailKey(storedEmail(account.email).key));
    for (const { id, hash } of account.tokens) {
      operation.delete(tokenHashKey(hash)).delete(tokenIdKey(id));
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
