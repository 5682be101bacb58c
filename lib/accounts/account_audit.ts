import type { Account } from "./account.ts";
import type { AccountTools } from "./account_changes.ts";
import { type Actor, addAudit, type AuditAction } from "./audit.ts";
import { randomText } from "./random_text.ts";

/** Puts on record, in the commit that does it, what was done to an account. */
export function recordAction(
  { now, random }: Pick<AccountTools, "now" | "random">,
  operation: Deno.AtomicOperation,
  by: Actor,
  action: AuditAction,
  { email }: Account,
  detail = "",
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
    { id: randomText(random, 9) },
  );
}
