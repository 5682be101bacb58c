import type { AccountErrorReasons } from "../../core/error_reasons.ts";
import type { ErrorTexts } from "./error_texts.ts";

/** Accounts, sign-in, passwords. */
export const accountErrors: ErrorTexts<AccountErrorReasons> = {
  sign_in_required: {
    en: "Sign in first.",
    zh: "请先登录。",
  },
  sign_in_again: {
    en: "Your account has just changed. Sign in again.",
    zh: "账号刚刚有变动，请重新登录。",
  },
  sign_up_closed: {
    en: "Sign-up is closed. Ask the operator for an account.",
    zh: "本站未开放注册，请联系运营者创建账号。",
  },
  credentials_wrong: {
    en:
      "The e-mail address or the password is wrong. If you have forgotten your password, ask the operator for a new one.",
    zh: "邮箱或密码错误。如果忘记了密码，请联系运营者重设。",
  },
  sign_in_disabled: {
    en: "This account is disabled. Contact the operator of this service.",
    zh: "此账号已停用，请联系本服务的运营者。",
  },
  administrators_only: {
    en: "Only administrators can open this page.",
    zh: "此页面仅供管理员使用。",
  },
  accounts_full: {
    en:
      "This service has reached its maximum number of accounts. Contact the operator.",
    zh: "本站的账号数已达上限，请联系运营者。",
  },
  account_not_found: {
    en: "This account does not exist.",
    zh: "没有这个账号。",
  },
  email_taken: {
    en: "An account with this e-mail address already exists.",
    zh: "该邮箱已注册账号。",
  },
  current_password_wrong: {
    en: "The current password is wrong.",
    zh: "当前密码错误。",
  },
  password_too_short: {
    en: ({ min }) => `The password must have at least ${min} characters.`,
    zh: ({ min }) => `密码至少 ${min} 个字符。`,
  },
  password_too_long: {
    en: ({ max }) => `The password must have at most ${max} characters.`,
    zh: ({ max }) => `密码最多 ${max} 个字符。`,
  },
  password_is_email: {
    en: "The password must differ from the e-mail address.",
    zh: "密码不能与邮箱相同。",
  },
  password_one_character: {
    en: "The password must not be one character repeated.",
    zh: "密码不能由同一个字符重复组成。",
  },
  password_checks_busy: {
    en: "Too many sign-ins at the moment. Try again in a few seconds.",
    zh: "当前登录人数过多，请几秒后重试。",
  },
  last_administrator: {
    en:
      "This is the last administrator. Make another account an administrator first.",
    zh: "这是最后一名管理员，请先另设一名。",
  },
  cannot_disable_self: {
    en: "You cannot disable your own account.",
    zh: "不能停用自己的账号。",
  },
  cannot_demote_self: {
    en: "You cannot remove your own administrator rights.",
    zh: "不能取消自己的管理员权限。",
  },
  cannot_delete_self: {
    en: "You cannot delete your own account here.",
    zh: "不能在这里删除自己的账号。",
  },
  quota_malformed: {
    en: ({ max }) => `The quota must be a whole number from 0 to ${max}.`,
    zh: ({ max }) => `配额须为 0 至 ${max} 的整数。`,
  },
};
