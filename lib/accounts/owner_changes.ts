import { InputError } from "../http/errors.ts";
import {
  accountEmailKey,
  adPrefix,
  quotaPrefix,
  sessionPrefix,
  tokenHashKey,
  tokenIdKey,
  tokenUsePrefix,
} from "../store/keys.ts";
import type { Account } from "./account.ts";
import { recordAction } from "./account_audit.ts";
import {
  type AccountTools,
  changeAccount,
  emailTaken,
  lastAdministrator,
  noAccount,
  readAccount,
  withoutSessions,
} from "./account_changes.ts";
import { type Email, keptEmail } from "./email.ts";
import { addToHeadcount } from "./headcount.ts";
import { passwordFault, type PasswordHasher } from "./password.ts";
import { sweep } from "./sweep.ts";

/**
 * What members do to their own account. Each takes the current password: who
 * finds a browser that is signed in must not be able to take the account.
 */
export class OwnerChanges {
  readonly #tools: AccountTools;
  readonly #hasher: PasswordHasher;

  constructor(tools: AccountTools, hasher: PasswordHasher) {
    this.#tools = tools;
    this.#hasher = hasher;
  }

  async changePassword(
    id: string,
    { current, next }: { current: string; next: string },
  ): Promise<Account> {
    const { store, now } = this.#tools;
    const confirmed = await this.#confirm(id, current);
    const fault = passwordFault(next, keptEmail(confirmed.email));
    if (fault) throw new InputError("next", fault);
    const passwordHash = await this.#hasher.hash(next);
    return changeAccount(store, id, (account) => {
      assertConfirmed(account, confirmed);
      const changed = { ...account, passwordHash };
      return Promise.resolve(withoutSessions(changed, now()));
    });
  }

  async changeEmail(
    id: string,
    { current, email }: { current: string; email: Email },
  ): Promise<Account> {
    const { store } = this.#tools;
    const confirmed = await this.#confirm(id, current);
    return changeAccount(store, id, async (account, operation) => {
      assertConfirmed(account, confirmed);
      const former = keptEmail(account.email);
      if (former.key !== email.key) {
        const index = await store.get(accountEmailKey(email.key));
        if (typeof index.value === "string") throw emailTaken();
        operation.check(index).set(index.key, id)
          .delete(accountEmailKey(former.key));
      }
      return { ...account, email: email.text };
    });
  }

  /** Nothing of the account works any more after one commit; what it had is swept up behind it. */
  async delete(id: string, { current }: { current: string }): Promise<void> {
    const { store } = this.#tools;
    const confirmed = await this.#confirm(id, current);
    await changeAccount(store, id, async (account, operation) => {
      assertConfirmed(account, confirmed);
      const change = { before: account, after: null };
      const left = await addToHeadcount(store, operation, change);
      if (
        account.isAdmin && !account.isDisabled && left.administrators === 0
      ) throw lastAdministrator();
      operation.delete(accountEmailKey(keptEmail(account.email).key));
      for (const { id, hash } of account.tokens) {
        operation.delete(tokenHashKey(hash)).delete(tokenIdKey(id));
      }
      if (account.isAdmin) {
        const by = { name: account.email, accountId: id };
        recordAction(this.#tools, operation, by, "account.delete", account);
      }
      return null;
    });
    await this.#sweepUp(id);
  }

  /** Where it fails, or the process ends here, the rest leads nowhere and expires by itself. */
  async #sweepUp(id: string): Promise<void> {
    const prefixes = [sessionPrefix, tokenUsePrefix, quotaPrefix, adPrefix];
    try {
      for (const prefix of prefixes) await sweep(this.#tools.store, prefix(id));
    } catch {
      // The account is deleted; whoever asked for that must not be told otherwise.
    }
  }

  async #confirm(id: string, current: string): Promise<Account> {
    const account = await readAccount(this.#tools.store, id);
    if (account === null) throw noAccount();
    if (!await this.#hasher.verify(current, account.passwordHash)) {
      throw wrongPassword();
    }
    return account;
  }
}

/** The password may have been changed while it was being checked, by its owner against a thief. */
function assertConfirmed(account: Account, confirmed: Account): void {
  if (account.passwordHash !== confirmed.passwordHash) throw wrongPassword();
}

function wrongPassword(): InputError {
  return new InputError("current", "The current password is wrong.", 401);
}
