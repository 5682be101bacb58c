import type { Member } from "../accounts/account.ts";
import type { Actor } from "../accounts/audit.ts";

/** An administrator, as what they do is put on record. */
export function actorOf({ account }: Member): Actor {
  return { name: account.email, accountId: account.id };
}
