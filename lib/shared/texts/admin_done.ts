import type { Catalogue } from "../language.ts";

const en = {
  "admin": "This member is an administrator now.",
  "banned": "The ban is in force.",
  "deleted": "The account, its tokens and its sessions are gone.",
  "disabled":
    "The account is disabled: its sessions have ended and its tokens are refused.",
  "enabled": "The account may be used again.",
  "fields": "The home page shows what you chose from now on.",
  "lifted": "The ban is lifted.",
  "no-admin": "This member is no administrator any more.",
  "password":
    "The new password is set, and all sessions of the account have ended.",
  "revoked": "The token has been revoked. Nobody can use it any more.",
  "tier": "The tier is set, and counts from the next request on.",
};

const zh: typeof en = {
  "admin": "该会员已成为管理员。",
  "banned": "封禁已生效。",
  "deleted": "账号及其令牌、会话均已删除。",
  "disabled": "账号已停用：会话已全部结束，令牌不再可用。",
  "enabled": "账号已恢复使用。",
  "fields": "设置已保存，首页即刻按此显示。",
  "lifted": "封禁已解除。",
  "no-admin": "该会员不再是管理员。",
  "password": "新密码已设置，该账号的所有会话均已结束。",
  "revoked": "令牌已吊销，任何人都无法再使用。",
  "tier": "等级已设置，从下一次请求起生效。",
};

/** What an administrator has done, by its word in a page's address. */
export const adminDoneTexts: Catalogue<typeof en> = { en, zh };
