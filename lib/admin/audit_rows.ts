import type { Catalogue, Language } from "../i18n/language.ts";
import type {
  AuditAction,
  AuditDetail,
  AuditDetailCode,
  AuditDetailParams,
  AuditEntry,
} from "../store/audit.ts";
import type { AuditRow } from "./view/admin_view.ts";
import {
  auditActionTexts,
  auditDetailTexts,
  commandLineTexts,
} from "./view/audit_texts.ts";

const actions: Catalogue<Readonly<Record<AuditAction, string>>> =
  auditActionTexts;

const details: Catalogue<
  { readonly [C in AuditDetailCode]: (params: AuditDetailParams<C>) => string }
> = auditDetailTexts;

/** The rows of a table for people. Sentences that an earlier version recorded stay as they are. */
export function auditRows(
  entries: readonly AuditEntry[],
  language: Language = "en",
): AuditRow[] {
  return entries.map(({ actor, action, detail, ...entry }) => ({
    ...entry,
    actor: actor === commandLineTexts.en ? commandLineTexts[language] : actor,
    action: actions[language][action],
    detail: typeof detail === "string"
      ? detail
      : detail === null
      ? ""
      : detailText(detail, language),
  }));
}

function detailText({ code, params }: AuditDetail, language: Language): string {
  // Code and parameters belong together by the type of a detail.
  const text = details[language][code] as (given: typeof params) => string;
  return text(params);
}
