import { InputError } from "../core/errors.ts";
import {
  type Account,
  DEFAULT_VIP_QUOTA,
  MAX_VIP_QUOTA,
  storedEmail,
  type Tier,
} from "./account_record.ts";
import {
  accountNotFound,
  changeAccount,
  deleteAccount,
  readAccount,
  recordAction,
  withoutSessions,
} from "./account_changes.ts";
import type { Actor } from "../store/audit.ts";
import { addToAccountCounts } from "./account_counts.ts";
import { OwnerChanges } from "./owner_changes.ts";
import { passwordError } from "./sign_in/password_rules.ts";

/** Changes that administrators make to accounts, besides those of the owners. Each commit includes its audit entry. */
export class AdminChanges extends OwnerChanges {
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
      const changed = { ...account, passwordHash };
      return Promise.resolve(withoutSessions(changed, now()));
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
        return Promise.resolve({ ...account, tier, vipQuota: quota });
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
    if (isDisabled && id === by.accountId) {
      throw new InputError("account", { reason: "cannot_disable_self" }, 409);
    }
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
    if (!isAdmin && id === by.accountId) {
      throw new InputError("account", { reason: "cannot_demote_self" }, 409);
    }
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
    if (id === by.accountId) {
      throw new InputError("account", { reason: "cannot_delete_self" }, 409);
    }
    await deleteAccount(this.deps, id, () => by);
  }
}
