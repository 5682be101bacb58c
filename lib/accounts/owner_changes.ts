import type { Caller } from "../core/fair_queue.ts";
import { InputError } from "../core/errors.ts";
import { accountEmailKey } from "../store/keys.ts";
import { type Account, type Email, storedEmail } from "./account_record.ts";
import {
  type AccountDeps,
  accountNotFound,
  changeAccount,
  deleteAccount,
  emailTaken,
  readAccount,
  recordAction,
  withoutSessions,
} from "./account_changes.ts";
import type { Actor } from "../store/audit.ts";
import type { PasswordHasher } from "./sign_in/password.ts";
import { passwordError } from "./sign_in/password_rules.ts";

/**
 * Changes that members make to their own account. Each requires the current
 * password, so that someone who finds a signed-in browser can't take over the
 * account.
 */
export class OwnerChanges {
  constructor(
    protected readonly deps: AccountDeps,
    protected readonly hasher: PasswordHasher,
  ) {}

  /**
   * Sets a new password and ends all sessions.
   *
   * @throws {InputError} `current` 401, `next` 400
   */
  async changePassword(
    id: string,
    { current, next }: { current: string; next: string },
    caller?: Caller,
  ): Promise<Account> {
    const { store, now } = this.deps;
    const confirmed = await this.#confirm(id, current, caller);
    const error = passwordError(next, storedEmail(confirmed.email));
    if (error) throw new InputError("next", error);
    const passwordHash = await this.hasher.hash(next, caller);
    return changeAccount(store, id, (account) => {
      assertConfirmed(account, confirmed);
      const changed = { ...account, passwordHash };
      return Promise.resolve(withoutSessions(changed, now()));
    });
  }

  /** @throws {InputError} `current` 401, `email` 409 if it is taken */
  async changeEmail(
    id: string,
    { current, email }: { current: string; email: Email },
    caller?: Caller,
  ): Promise<Account> {
    const { store } = this.deps;
    const confirmed = await this.#confirm(id, current, caller);
    return changeAccount(store, id, async (account, operation) => {
      assertConfirmed(account, confirmed);
      const former = storedEmail(account.email);
      if (former.key !== email.key) {
        const index = await store.get(accountEmailKey(email.key));
        if (typeof index.value === "string") throw emailTaken();
        operation.check(index).set(index.key, id)
          .delete(accountEmailKey(former.key));
      }
      const by = auditActor(account);
      if (by) {
        const detail = {
          code: "new-email",
          params: { email: email.text },
        } as const;
        const action = "account.email";
        recordAction(this.deps, operation, by, action, account, detail);
      }
      return { ...account, email: email.text };
    });
  }

  /**
   * Deletes an account with its sessions, tokens and quotas.
   *
   * @throws {InputError} `current` 401, `account` 409 for the last administrator
   */
  async delete(
    id: string,
    { current }: { current: string },
    caller?: Caller,
  ): Promise<void> {
    const confirmed = await this.#confirm(id, current, caller);
    await deleteAccount(this.deps, id, (account) => {
      assertConfirmed(account, confirmed);
      return auditActor(account);
    });
  }

  async #confirm(
    id: string,
    current: string,
    caller?: Caller,
  ): Promise<Account> {
    const account = await readAccount(this.deps.store, id);
    if (account === null) throw accountNotFound();
    if (!await this.hasher.verify(current, account.passwordHash, caller)) {
      throw wrongPassword();
    }
    return account;
  }
}

/** The owner may have changed the password while it was being checked, to lock out a thief. */
function assertConfirmed(account: Account, confirmed: Account): void {
  if (account.passwordHash !== confirmed.passwordHash) throw wrongPassword();
}

/** The audit log records changes to the accounts of administrators, not to those of other members. */
function auditActor({ id, email, isAdmin }: Account): Actor | null {
  return isAdmin ? { name: email, accountId: id } : null;
}

function wrongPassword(): InputError {
  return new InputError("current", { reason: "current_password_wrong" }, 401);
}
