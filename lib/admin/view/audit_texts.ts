import { tierTexts } from "../../accounts/view/texts.ts";
import {
  type Catalogue,
  type Language,
  timeText,
} from "../../i18n/language.ts";
import type { Audience } from "../../ipinfo/view/home_fields.ts";
import { homeFieldTexts } from "../../ipinfo/view/home_texts.ts";
import { adminMemberTexts } from "./member_texts.ts";

const actionsEn = {
  "account.add": "Account added",
  "account.admin": "Role changed",
  "account.delete": "Account deleted",
  "account.disable": "Account disabled",
  "account.enable": "Account enabled",
  "account.email": "E-mail changed",
  "account.password": "Password changed",
  "account.tier": "Plan changed",
  "ban.add": "Ban added",
  "ban.lift": "Ban lifted",
  "data.update": "Update started",
  "fields.set": "Fields changed",
  "token.create": "Token created",
  "token.revoke": "Token revoked",
};

const actionsZh: typeof actionsEn = {
  "account.add": "添加账号",
  "account.admin": "变更管理员权限",
  "account.delete": "删除账号",
  "account.disable": "停用账号",
  "account.enable": "启用账号",
  "account.email": "修改邮箱",
  "account.password": "设置密码",
  "account.tier": "设置等级",
  "ban.add": "添加封禁",
  "ban.lift": "解除封禁",
  "data.update": "更新数据",
  "fields.set": "调整字段",
  "token.create": "创建令牌",
  "token.revoke": "吊销令牌",
};

/** Actions, by their stored name. */
export const auditActionTexts: Catalogue<typeof actionsEn> = {
  en: actionsEn,
  zh: actionsZh,
};

/** The fields that were switched on and off for an audience. */
type Switched = Readonly<Record<"shown" | "hidden", readonly string[]>>;

interface BanParams {
  untilMs: number | null;
  reason: string;
}

const detailsEn = {
  "administrator": () => "administrator",
  "admin-granted": () => "granted",
  "admin-revoked": () => "revoked",
  "tier": ({ tier, quota }: { tier: string; quota: number | null }) =>
    tierText(tier, quota, "en"),
  "accounts": ({ count }: { count: number }) => `accounts: ${count}`,
  "new-email": ({ email }: { email: string }) => `→ ${email}`,
  "token-name": ({ name }: { name: string }) => name,
  "manual-ban": ({ untilMs, reason }: BanParams) => {
    const end = untilMs === null ? "permanent" : `until ${timeText(untilMs)}`;
    return reason === "" ? end : `${end}: ${reason}`;
  },
  "automatic-ban": () => "automatic ban",
  "unreadable-ban": () => "unreadable record",
  "fields": (changes: Record<Audience, Switched>) =>
    fieldsText(
      changes,
      "en",
      (audience, fields) =>
        `${audience === "guest" ? "guests" : "members"}: ${fields.join(", ")}`,
    )
      .join("; "),
};

const detailsZh: typeof detailsEn = {
  "administrator": () => "管理员",
  "admin-granted": () => "授予",
  "admin-revoked": () => "撤销",
  "tier": ({ tier, quota }) => tierText(tier, quota, "zh"),
  "accounts": ({ count }) => `${count} 个账号`,
  "new-email": ({ email }) => `→ ${email}`,
  "token-name": ({ name }) => name,
  "manual-ban": ({ untilMs, reason }) => {
    const end = untilMs === null ? "永久" : `截至 ${timeText(untilMs)}`;
    return reason === "" ? end : `${end}：${reason}`;
  },
  "automatic-ban": () => "自动封禁",
  "unreadable-ban": () => "无法读取",
  "fields": (changes) =>
    fieldsText(
      changes,
      "zh",
      (audience, fields) =>
        `${audience === "guest" ? "访客" : "会员"}：${fields.join("、")}`,
    )
      .join("；"),
};

/** Details, by their stored code. */
export const auditDetailTexts: Catalogue<typeof detailsEn> = {
  en: detailsEn,
  zh: detailsZh,
};

/** The actor of actions without an account. */
export const commandLineTexts: Catalogue<string> = {
  en: "command line",
  zh: "命令行",
};

/** The actor that adds the first administrator. */
export const configurationTexts: Catalogue<string> = {
  en: "configuration",
  zh: "配置",
};

/** The target of changes to the field switches. */
export const homePageTexts: Catalogue<string> = {
  en: "home page",
  zh: "首页",
};

/** The target of updates. */
export const dataTexts: Catalogue<string> = {
  en: "all data",
  zh: "全部数据",
};

function tierText(
  tier: string,
  quota: number | null,
  language: Language,
): string {
  const name = labelOf(tierTexts[language], tier);
  return quota === null
    ? name
    : adminMemberTexts[language].tierWithQuota(name, quota);
}

/** The changes for each audience, such as `+City` and `−ASN`. */
function fieldsText(
  changes: Record<Audience, Switched>,
  language: Language,
  join: (audience: Audience, fields: string[]) => string,
): string[] {
  const labels = homeFieldTexts[language];
  return (["guest", "member"] as const).flatMap((audience) => {
    const { shown, hidden } = changes[audience];
    const fields = [
      ...shown.map((field) => `+${labelOf(labels, field)}`),
      ...hidden.map((field) => `−${labelOf(labels, field)}`),
    ];
    return fields.length > 0 ? [join(audience, fields)] : [];
  });
}

/** The label of a tier or a field. Names of other versions stay as they are. */
function labelOf(
  names: Readonly<Record<string, string>>,
  name: string,
): string {
  return Object.hasOwn(names, name) ? names[name] : name;
}
