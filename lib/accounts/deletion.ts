import {
  accountEmailKey,
  adPrefix,
  quotaPrefix,
  sessionPrefix,
  tokenHashKey,
  tokenIdKey,
  tokenUsePrefix,
} from "../store/keys.ts";
import type { Store } from "../store/store.ts";
import { type Account, storedEmail } from "./account.ts";
import {
  type AccountDeps,
  changeAccount,
  lastAdministrator,
  recordAction,
} from "./account_changes.ts";
import type { Actor } from "../store/audit.ts";
import { addToAccountCounts, countOf } from "./account_counts.ts";
import { deleteByPrefix } from "../store/delete_by_prefix.ts";

/**
 * Deletes an account. Nothing of it works any more after one commit; what it
 * had is swept up behind it.
 *
 * @param approve says who does it, for the record, or null for what is nobody
 * else's business; it throws where the account, as it is then, must stay
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

/** Where it fails, or the process ends here, the rest leads nowhere and expires by itself. */
async function sweepUp(store: Store, id: string): Promise<void> {
  const prefixes = [sessionPrefix, tokenUsePrefix, quotaPrefix, adPrefix];
  try {
    for (const prefix of prefixes) await deleteByPrefix(store, prefix(id));
  } catch {
    // The account is deleted; whoever asked for that must not be told otherwise.
  }
}
