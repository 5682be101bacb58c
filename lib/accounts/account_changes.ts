import { type Account, asAccount } from "./account.ts";
import {
  type Actor,
  addAudit,
  type AuditAction,
  type AuditDetail,
} from "../store/audit.ts";
import { randomBase64Url } from "../core/text.ts";
import { AppError, InputError } from "../core/errors.ts";
import { accountKey } from "../store/keys.ts";
import type { Store } from "../store/store.ts";

/** Puts on record, in the commit that does it, what was done to an account. */
export function recordAction(
  { now, random }: Pick<AccountDeps, "now" | "random">,
  operation: Deno.AtomicOperation,
  by: Actor,
  action: AuditAction,
  { email }: Account,
  detail: AuditDetail | null = null,
): void {
  addAudit(
    operation,
    {
      atMs: now(),
      actor: by.name,
      actorId: by.accountId,
      action,
      subject: email,
      detail,
    },
    { id: randomBase64Url(random, 9) },
  );
}

/** What every change of accounts needs. */
export interface AccountDeps {
  store: Store;
  /** Milliseconds since the epoch. */
  now: () => number;
  random: (bytes: number) => Uint8Array;
}

/** Longer texts are no ids, and Deno KV would refuse them as keys. */
export const MAX_ID_LENGTH = 64;

/** The account of an id; null where there is none. @throws {AppError} 503 */
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
 * @param decide gives the account as it shall be, null to delete it, or the
 * very one it was given to leave it alone; it may add to the commit. It is
 * asked again where another writer was faster.
 * @throws {AppError} 404 where there is no such account, 503; whatever `decide` throws
 */
export function changeAccount<A extends Account | null>(
  store: Store,
  id: string,
  decide: (account: Account, operation: Deno.AtomicOperation) => Promise<A>,
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

/** Ends all sessions of an account: each carries the time that was valid when it began. */
export function withoutSessions(account: Account, nowMs: number): Account {
  return {
    ...account,
    // Two changes within a millisecond, or a clock that was set back, must not leave it as it was.
    sessionsSinceMs: Math.max(nowMs, account.sessionsSinceMs + 1),
  };
}

export function accountNotFound(): AppError {
  return new AppError(404, "NOT_FOUND", { reason: "account_not_found" });
}

export function emailTaken(): InputError {
  return new InputError(
    "email",
    { reason: "email_taken" },
    409,
  );
}

/** Somebody must be left who can make others administrators again. */
export function lastAdministrator(): InputError {
  return new InputError(
    "account",
    { reason: "last_administrator" },
    409,
  );
}
