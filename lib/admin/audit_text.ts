import type { AuditAction, AuditEntry } from "../accounts/audit.ts";
import type { AuditRow } from "../shared/audit_row.ts";
import type { Catalogue, Language } from "../shared/language.ts";
import { auditActionTexts } from "../shared/texts/admin_audit.ts";
import { chineseActor, chineseDetail } from "./chinese_details.ts";

const texts: Catalogue<Readonly<Record<AuditAction, string>>> =
  auditActionTexts;

/** The rows of a table for people. */
export function auditRows(
  entries: readonly AuditEntry[],
  language: Language = "en",
): AuditRow[] {
  return entries.map(({ action, ...entry }) => ({
    ...entry,
    actor: language === "zh" ? chineseActor(entry.actor) : entry.actor,
    action: texts[language][action],
    detail: language === "zh"
      ? chineseDetail(action, entry.detail)
      : entry.detail,
  }));
}
