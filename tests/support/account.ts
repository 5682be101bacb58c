import type { Account } from "../../lib/accounts/account_record.ts";

/** A free account without tokens. */
export function accountWith(differences: Partial<Account> = {}): Account {
  return {
    id: "a",
    email: "ann@example.com",
    passwordHash: "",
    isAdmin: false,
    isDisabled: false,
    tier: "free",
    vipQuota: null,
    createdAtMs: 0,
    sessionsSinceMs: 0,
    tokens: [],
    spentSlots: [],
    ...differences,
  };
}
