import { InputError } from "../core/errors.ts";
import {
  type Account,
  DEFAULT_VIP_QUOTA,
  type Email,
  MAX_VIP_QUOTA,
  passwordError,
  storedEmail,
  type Tier,
} from "./account_record.ts";
import {
  type AccountDeps,
  accountNotFound,
  addToAccountCounts,
  changeAccount,
  deleteAccount,
  emailTaken,
  readAccount,
  recordAction,
  withoutSessions,
} from "./account_changes.ts";
import type { Actor } from "../store/audit.ts";
import type { Caller } from "../core/fair_queue.ts";
import { accountEmailKey } from "../store/keys.ts";
import type { PasswordHasher } from "./sign_in/password.ts";

/**
 * Changes that members make to their own account, and those that administrators make to
 * any. Each of the first requires the current password, so that someone who finds a
 * signed-in browser can't take over the account; each commit of the others includes its
 * audit entry.
 */
export class AccountEdits {
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
      return withoutSessions({ ...account, passwordHash }, now());
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

  /** Sets a new password and ends all sessions. @throws {InputError} `password` 400; {AppError} 404 */
  async setPassword(id: string, password: string, by: Actor): Promise<Account> {
    const { store, now } = this.deps;
    const account = await readAccount(store, id);
    if (account === null) throw accountNotFound();
    const error = passwordError(password, storedEmail(account.email));
    if (error) throw new InputError("password", error);
    const passwordHash = await this.hasher.hash(password);
    return changeAccount(store, id, (account, operation) => {
      recordAction(this.deps, operation, by, "account.password", account);
      return withoutSessions({ ...account, passwordHash }, now());
    });
  }

  /**
   * @param vipQuota requests a month for each token; null for the default. Ignored unless the tier is vip
   * @throws {InputError} `vipQuota` 400
   * @throws {AppError} 404
   */
  async setTier(
    id: string,
    tier: Tier,
    vipQuota: number | null,
    by: Actor,
  ): Promise<Account> {
    const quota = tier === "vip" ? vipQuota ?? DEFAULT_VIP_QUOTA : null;
    if (
      quota !== null &&
      !(Number.isInteger(quota) && quota >= 0 && quota <= MAX_VIP_QUOTA)
    ) {
      throw new InputError(
        "vipQuota",
        { reason: "quota_malformed", max: MAX_VIP_QUOTA },
      );
    }
    const detail = { code: "tier", params: { tier, quota } } as const;
    return await changeAccount(
      this.deps.store,
      id,
      (account, operation) => {
        recordAction(this.deps, operation, by, "account.tier", account, detail);
        return { ...account, tier, vipQuota: quota };
      },
    );
  }

  /**
   * Disables an account and ends its sessions, or enables it again.
   *
   * @throws {InputError} `account` 409 for your own account and the last administrator
   * @throws {AppError} 404
   */
  async setDisabled(
    id: string,
    isDisabled: boolean,
    by: Actor,
  ): Promise<Account> {
    if (isDisabled) assertOther(id, by, "cannot_disable_self");
    const { store, now } = this.deps;
    return await changeAccount(store, id, async (account, operation) => {
      if (account.isDisabled === isDisabled) return account;
      const changed = { ...account, isDisabled };
      // Old sessions must not revive when the account is enabled again.
      const after = isDisabled ? withoutSessions(changed, now()) : changed;
      if (account.isAdmin) {
        const change = { before: account, after };
        await addToAccountCounts(store, operation, change);
      }
      const action = isDisabled ? "account.disable" : "account.enable";
      recordAction(this.deps, operation, by, action, account);
      return after;
    });
  }

  /**
   * Makes a member an administrator, or no longer one. Takes effect immediately in all sessions.
   *
   * @throws {InputError} `account` 409 for your own account and the last administrator
   * @throws {AppError} 404
   */
  async setAdmin(id: string, isAdmin: boolean, by: Actor): Promise<Account> {
    if (!isAdmin) assertOther(id, by, "cannot_demote_self");
    const { store } = this.deps;
    return await changeAccount(store, id, async (account, operation) => {
      if (account.isAdmin === isAdmin) return account;
      const after = { ...account, isAdmin };
      const change = { before: account, after };
      await addToAccountCounts(store, operation, change);
      const detail = {
        code: isAdmin ? "admin-granted" : "admin-revoked",
        params: {},
      } as const;
      const action = "account.admin";
      recordAction(this.deps, operation, by, action, account, detail);
      return after;
    });
  }

  /**
   * Deletes someone else's account, as `delete` does your own.
   *
   * @throws {InputError} `account` 409 for your own account and the last administrator
   * @throws {AppError} 404
   */
  async deleteMember(id: string, by: Actor): Promise<void> {
    assertOther(id, by, "cannot_delete_self");
    await deleteAccount(this.deps, id, () => by);
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

/** Whether it is not their own account that administrators change. */
function assertOther(
  id: string,
  by: Actor,
  reason: "cannot_disable_self" | "cannot_demote_self" | "cannot_delete_self",
): void {
  if (id === by.accountId) throw new InputError("account", { reason }, 409);
}
