import type { Caller } from "../core/fair_queue.ts";
import { AppError, InputError } from "../core/errors.ts";
import { accountEmailKey, accountKey } from "../store/keys.ts";
import type { Store } from "../store/store.ts";
import { type Account, type Email, passwordError } from "./account_record.ts";
import {
  type AccountCounts,
  addToAccountCounts,
  emailTaken,
  readAccount,
  readAccountCounts,
  recordAction,
} from "./account_changes.ts";
import {
  type AccountPage,
  type AccountQuery,
  searchAccounts,
} from "./account_search.ts";
import { AccountEdits } from "./account_edits.ts";
import type { Actor } from "../store/audit.ts";
import {
  type AccountSelection,
  addSignUpNetwork,
  deleteSelected,
  selectAccounts,
  type SelectedAccount,
} from "./bulk_delete.ts";
import type { PasswordCaller, PasswordHasher } from "./sign_in/password.ts";
import { randomBase64Url } from "../core/text.ts";

interface AccountsOptions {
  store: Store;
  hasher: PasswordHasher;
  now: () => number;
  random: (bytes: number) => Uint8Array;
  maxAccounts?: number;
}

interface NewAccount {
  email: Email;
  password: string;
  isAdmin?: boolean;
  /** The client that signs up. The password hash uses its fair share, and its network is kept for 30 days. */
  caller?: Caller;
}

/**
 * The accounts of members. No two have the same e-mail address, under any
 * concurrency, and at least one administrator can always sign in.
 *
 * Every method can throw {AppError} 503 if the store fails. Methods with a
 * password can throw it if too many passwords are being checked.
 */
export class Accounts extends AccountEdits {
  readonly #store: Store;
  readonly #maxAccounts: number;

  constructor(
    { store, hasher, now, random, maxAccounts = 100_000 }: AccountsOptions,
  ) {
    super({ store, now, random }, hasher);
    this.#store = store;
    this.#maxAccounts = maxAccounts;
  }

  /**
   * Creates an account.
   *
   * @param by the administrator who creates it, for the audit log
   * @throws {InputError} `email` 409 if it is taken, `password` 400
   * @throws {AppError} 503 if the maximum number of accounts is reached
   */
  async create(
    { email, password, isAdmin = false, caller }: NewAccount,
    by?: Actor,
  ): Promise<Account> {
    const error = passwordError(password, email);
    if (error) throw new InputError("password", error);
    const emailKey = accountEmailKey(email.key);
    // Checked before hashing, which is expensive, and again in the commit.
    if (isTaken(await this.#store.get(emailKey))) throw emailTaken();
    const passwordHash = await this.hasher.hash(password, caller);
    const account = this.#newAccount(email, passwordHash, isAdmin);
    return this.#store.transact(async () => {
      const index = await this.#store.get(emailKey);
      if (isTaken(index)) throw emailTaken();
      const operation = this.#store.atomic().check(index)
        .set(emailKey, account.id).set(accountKey(account.id), account);
      if (caller) {
        const { createdAtMs } = account;
        addSignUpNetwork(
          operation,
          account.id,
          caller.client.group,
          createdAtMs,
        );
      }
      const { accounts } = await addToAccountCounts(this.#store, operation, {
        before: null,
        after: account,
      });
      if (accounts > this.#maxAccounts) {
        throw new AppError(503, "SERVICE_UNAVAILABLE", {
          reason: "accounts_full",
        });
      }
      if (by) {
        const detail = isAdmin
          ? { code: "administrator", params: {} } as const
          : null;
        recordAction(this.deps, operation, by, "account.add", account, detail);
      }
      return { operation, result: account };
    });
  }

  /** The number of accounts and administrators. */
  counts(): Promise<AccountCounts> {
    return readAccountCounts(this.#store);
  }

  byId(id: string): Promise<Account | null> {
    return readAccount(this.#store, id);
  }

  async byEmail(email: Email): Promise<Account | null> {
    const { value } = await this.#store.get(accountEmailKey(email.key));
    // The same number of reads if there is no such account, because no id is empty.
    return await this.byId(typeof value === "string" ? value : "");
  }

  /**
   * The account with this e-mail address and password.
   *
   * @param email null if it is malformed: as much work as a wrong password, and the same error
   * @throws {AppError} 401; 403 if the password is right but the account is disabled
   */
  async authenticate(
    email: Email | null,
    password: string,
    caller?: PasswordCaller,
  ): Promise<Account> {
    const account = await this.byEmail(email ?? { text: "", key: "" });
    const stored = account?.passwordHash ?? null;
    const isCorrect = await this.hasher.verify(password, stored, caller);
    if (!isCorrect || account === null) {
      throw new AppError(401, "UNAUTHORIZED", { reason: "credentials_wrong" });
    }
    if (account.isDisabled) {
      throw new AppError(403, "FORBIDDEN", { reason: "sign_in_disabled" });
    }
    return account;
  }

  /** The members to delete by `deleteMany`, oldest first. */
  select(selection: AccountSelection): Promise<SelectedAccount[]> {
    return selectAccounts(this.deps, selection);
  }

  /** Deletes up to `max` selected members, oldest first. */
  deleteMany(
    selection: AccountSelection,
    by: Actor,
    max: number,
  ): Promise<{ deleted: number; left: number }> {
    return deleteSelected(this.deps, selection, by, max);
  }

  search(query: AccountQuery): Promise<AccountPage> {
    return searchAccounts(this.#store, query);
  }

  #newAccount(
    { text }: Email,
    passwordHash: string,
    isAdmin: boolean,
  ): Account {
    const nowMs = this.deps.now();
    return {
      id: randomBase64Url(this.deps.random, 16),
      email: text,
      passwordHash,
      isAdmin,
      isDisabled: false,
      tier: "free",
      vipQuota: null,
      createdAtMs: nowMs,
      sessionsSinceMs: nowMs,
      tokens: [],
      spentSlots: [],
    };
  }
}

function isTaken({ value }: Deno.KvEntryMaybe<unknown>): boolean {
  return typeof value === "string";
}
