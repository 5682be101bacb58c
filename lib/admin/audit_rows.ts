import type { Member } from "../accounts/account_record.ts";
import {
  type Actor,
  type AuditAction,
  type AuditDetail,
  type AuditDetailParams,
  type AuditEntry,
  COMMAND_LINE,
  CONFIGURATION,
} from "../store/audit.ts";
import { tierTexts } from "../accounts/view/texts.ts";
import { formatText } from "../i18n/format.ts";
import { type Language, timeText } from "../i18n/language.ts";
import { homeFieldTexts } from "../ipinfo/view/home_texts.ts";
import type { AuditRow } from "./view/admin_view.ts";
import { adminFieldTexts, adminMemberTexts, auditTexts } from "./view/texts.ts";

interface Entries {
  readonly actions: Readonly<Record<AuditAction, string>>;
  /** The targets of actions with only one. Every other target is a name. */
  readonly targets: { readonly [A in AuditAction]?: string };
}

/** The actor that the audit log records for an administrator. */
export function actorOf({ account }: Member): Actor {
  return { name: account.email, accountId: account.id };
}

/** The name of an actor in a language: an e-mail address, the command line or the configuration. */
export function actorText(name: string, language: Language): string {
  const { commandLine, configuration } = auditTexts[language].actors;
  return name === COMMAND_LINE.name
    ? commandLine
    : name === CONFIGURATION.name
    ? configuration
    : name;
}

/** The audit log as text. */
export function auditRows(
  entries: readonly AuditEntry[],
  language: Language = "en",
): AuditRow[] {
  const { actions, targets }: Entries = auditTexts[language];
  return entries.map(({ actor, action, subject, detail, ...entry }) => ({
    ...entry,
    actor: actorText(actor, language),
    action: actions[action],
    subject: targets[action] ?? subject,
    detail: detail === null ? "" : detailText(detail, language),
  }));
}

function detailText({ code, params }: AuditDetail, language: Language): string {
  const texts = auditTexts[language].details;
  switch (code) {
    case "tier": {
      const tier = labelOf(tierTexts[language], params.tier);
      const { quota } = params;
      return quota === null
        ? tier
        : formatText(adminMemberTexts[language].tierWithQuota, { tier, quota });
    }
    case "accounts":
      return formatText(texts.accounts, { count: `${params.count}` });
    case "manual-ban": {
      const { untilMs, reason } = params;
      const text = untilMs === null
        ? texts["permanent-ban"]
        : formatText(texts["manual-ban"], { time: timeText(untilMs) });
      return reason === ""
        ? text
        : formatText(texts["with-reason"], { text, reason });
    }
    case "fields":
      return fieldsText(params, language);
    default:
      return formatText(texts[code], params);
  }
}

/** The changes for each audience, such as `+City` and `−ASN`. */
function fieldsText(
  changes: AuditDetailParams<"fields">,
  language: Language,
): string {
  const labels = homeFieldTexts[language];
  const { audiences } = adminFieldTexts[language];
  const { fields: text, comma, semicolon } = auditTexts[language].details;
  return (["guest", "member"] as const).flatMap((audience) => {
    const { shown, hidden } = changes[audience];
    const fields = [
      ...shown.map((field) => `+${labelOf(labels, field)}`),
      ...hidden.map((field) => `−${labelOf(labels, field)}`),
    ].join(comma);
    return fields === ""
      ? []
      : [formatText(text, { audience: audiences[audience], fields })];
  }).join(semicolon);
}

/** The label of a tier or a field. Names of other versions stay as they are. */
function labelOf(
  names: Readonly<Record<string, string>>,
  name: string,
): string {
  return Object.hasOwn(names, name) ? names[name] : name;
}
