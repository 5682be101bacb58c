import type { Catalogue, Language } from "../i18n/language.ts";
import type { Member } from "../accounts/account.ts";
import {
  type Actor,
  type AuditAction,
  type AuditDetail,
  type AuditDetailCode,
  type AuditDetailParams,
  type AuditEntry,
  COMMAND_LINE,
  CONFIGURATION,
} from "../store/audit.ts";
import type { AuditRow } from "./view/admin_view.ts";
import {
  auditActionTexts,
  auditDetailTexts,
  commandLineTexts,
  configurationTexts,
  dataTexts,
  homePageTexts,
} from "./view/audit_texts.ts";

const actions: Catalogue<Readonly<Record<AuditAction, string>>> =
  auditActionTexts;

const details: Catalogue<
  { readonly [C in AuditDetailCode]: (params: AuditDetailParams<C>) => string }
> = auditDetailTexts;

/** Actions with only one target. Every other target is a name. */
const targets: { readonly [A in AuditAction]?: Catalogue<string> } = {
  "fields.set": homePageTexts,
  "data.update": dataTexts,
};

/** The actor that the audit log records for an administrator. */
export function actorOf({ account }: Member): Actor {
  return { name: account.email, accountId: account.id };
}

/** The name of an actor in a language: an e-mail address, the command line or the configuration. */
export function actorText(name: string, language: Language): string {
  const text = name === COMMAND_LINE.name
    ? commandLineTexts
    : name === CONFIGURATION.name
    ? configurationTexts
    : null;
  return text ? text[language] : name;
}

/**
 * The audit log as text. Sentences that an earlier version recorded stay as
 * they are.
 */
export function auditRows(
  entries: readonly AuditEntry[],
  language: Language = "en",
): AuditRow[] {
  return entries.map(({ actor, action, subject, detail, ...entry }) => ({
    ...entry,
    actor: actorText(actor, language),
    action: actions[language][action],
    subject: targets[action]?.[language] ?? subject,
    detail: typeof detail === "string"
      ? detail
      : detail === null
      ? ""
      : detailText(detail, language),
  }));
}

function detailText({ code, params }: AuditDetail, language: Language): string {
  // The type of a detail ties the parameters to the code.
  const text = details[language][code] as (given: typeof params) => string;
  return text(params);
}
