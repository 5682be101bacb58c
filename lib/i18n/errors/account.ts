import type {
  AccountErrorReasons,
  AdminErrorReasons,
} from "../../core/error_reasons.ts";
import { counted, type ErrorTexts } from "./error_texts.ts";

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
  too_many_wrong_passwords: {
    en: ({ retrySeconds }) =>
      `Too many wrong passwords. Try again in ${
        counted(retrySeconds, "second")
      }.`,
    zh: ({ retrySeconds }) =>
      `密码错误次数过多，请在 ${retrySeconds} 秒后重试。`,
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

/** The administration: bans and field switches. */
export const adminErrors: ErrorTexts<AdminErrorReasons> = {
  ban_not_found: {
    en: "This ban no longer exists.",
    zh: "该封禁已不存在。",
  },
  ban_block_malformed: {
    en: "Enter an address or a block such as 192.0.2.0/24.",
    zh: "请输入地址或网段，如 192.0.2.0/24。",
  },
  ban_block_too_wide: {
    en: ({ family, minPrefixLength }) =>
      `The widest IPv${family} block you can ban is a /${minPrefixLength}.`,
    zh: ({ family, minPrefixLength }) =>
      `IPv${family} 网段的前缀长度不能小于 /${minPrefixLength}。`,
  },
  ban_of_own_address: {
    en: ({ ip }) => `This would ban your own address, ${ip}.`,
    zh: ({ ip }) => `这会封禁你自己的地址 ${ip}。`,
  },
  ban_hours_malformed: {
    en: ({ max }) => `The hours must be a whole number from 1 to ${max}.`,
    zh: ({ max }) => `时长须为 1 至 ${max} 的整数小时。`,
  },
  ban_end_out_of_range: {
    en: "The ban must end in the future, within 100 years.",
    zh: "封禁的截止时间须在未来 100 年之内。",
  },
  ban_reason_malformed: {
    en: ({ max }) =>
      `The reason must be a single line of up to ${max} characters.`,
    zh: ({ max }) => `原因须为一行，最多 ${max} 个字符。`,
  },
  bans_full: {
    en: ({ max }) =>
      `There are already ${max} bans, the maximum. Lift one, or ban a wider block.`,
    zh: ({ max }) => `封禁已达上限 ${max} 条：请先解除一条，或封禁更大的网段。`,
  },
  fields_changed: {
    en:
      "Someone else has changed the fields since you opened this page. Check them and save again.",
    zh: "你打开此页后，其他人修改了字段设置，请检查后重新保存。",
  },
};
