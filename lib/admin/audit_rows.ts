import type { AuditAction, AuditEntry } from "../store/audit.ts";
import type { AuditRow } from "./view/admin_view.ts";
import type { Catalogue, Language } from "../i18n/language.ts";
import { auditActionTexts } from "./view/texts.ts";
import {
  type Audience,
  HOME_FIELDS,
  type HomeField,
} from "../ipinfo/view/home_fields.ts";
import { tierTexts } from "../accounts/view/console_texts.ts";
import { adminMemberTexts } from "./view/member_texts.ts";
import { homeFieldTexts } from "../ipinfo/view/home_texts.ts";

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

const tiers = tierTexts.zh;

const AUDIENCES: Readonly<Record<Audience, string>> = {
  guest: "访客",
  member: "会员",
};

/** What the record says word for word. */
const WORDS: Readonly<Record<string, string>> = {
  administrator: "管理员",
  given: "授予",
  "taken away": "撤销",
  automatic: "自动封禁",
  unreadable: "无法读取",
};

/** Who did something, in Chinese: an e-mail address stays as it is. */
export function chineseActor(actor: string): string {
  return actor === "command line" ? "命令行" : actor;
}

/** The actions whose details are words of ours, and not a name or an address. */
const DETAILS: Readonly<
  Partial<Record<AuditAction, (detail: string) => string>>
> = {
  "account.add": wordOf,
  "account.admin": wordOf,
  "account.tier": tierOf,
  "ban.add": banOf,
  "ban.lift": banOf,
  "fields.set": fieldsOf,
};

/** How something was done, as it stands on record in English, in Chinese; what nobody knows stays as it is. */
export function chineseDetail(action: AuditAction, detail: string): string {
  return DETAILS[action]?.(detail) ?? detail;
}

function wordOf(detail: string): string {
  return Object.hasOwn(WORDS, detail) ? WORDS[detail] : detail;
}

function tierOf(detail: string): string {
  const [, tier, quota] =
    /^(free|standard|vip)(?:, (\d+) a month)?$/.exec(detail) ?? [];
  if (tier === undefined) return detail;
  const name = tiers[tier as keyof typeof tiers];
  return quota === undefined
    ? name
    : adminMemberTexts.zh.tierWithQuota(name, Number(quota));
}

/** A reason is what an administrator typed. */
function banOf(detail: string): string {
  const parts = /^(?:for ever|until ([-:.\dTZ]+?))(?:: (.*))?$/s.exec(detail);
  if (parts === null) return wordOf(detail);
  const [, until, reason] = parts;
  const end = until === undefined ? "永久" : `截至 ${until}`;
  return reason === undefined ? end : `${end}：${reason}`;
}

/** Such as `guest: +city -asn; member: +tor`. */
function fieldsOf(detail: string): string {
  return detail.replace(/\b(guest|member): |; |([+-])(\w+)( ?)/g, (
    _,
    audience: Audience | undefined,
    sign: string | undefined,
    field: string,
    gap: string,
  ) =>
    audience
      ? `${AUDIENCES[audience]}：`
      : sign
      ? sign + labelOf(field) + (gap && "、")
      : "；");
}

function labelOf(field: string): string {
  return Object.hasOwn(HOME_FIELDS, field)
    ? homeFieldTexts.zh[field as HomeField]
    : field;
}
