import type { AuditAction, AuditEntry } from "../accounts/audit.ts";
import type { AuditRow } from "../shared/audit_row.ts";

const texts: Readonly<Record<AuditAction, string>> = {
  "account.add": "Account added",
  "account.admin": "Administration set",
  "account.delete": "Account deleted",
  "account.disable": "Account disabled",
  "account.enable": "Account enabled",
  "account.email": "Address changed",
  "account.password": "Password set",
  "account.tier": "Tier set",
  "ban.add": "Ban pronounced",
  "ban.lift": "Ban lifted",
  "fields.set": "Fields switched",
  "token.create": "Token created",
  "token.revoke": "Token revoked",
};

/** The rows of a table for people. */
export function auditRows(entries: readonly AuditEntry[]): AuditRow[] {
  return entries.map(({ action, ...entry }) => ({
    ...entry,
    action: texts[action],
  }));
}
