import type { Catalogue } from "../language.ts";

const en = {
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

const zh: typeof en = {
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
  "fields.set": "调整字段",
  "token.create": "创建令牌",
  "token.revoke": "吊销令牌",
};

/** What was done, by its name on record. */
export const auditActionTexts: Catalogue<typeof en> = { en, zh };
