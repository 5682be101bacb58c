import type { Catalogue } from "../language.ts";

/** One's own account. */
const en = {
  title: "Account – Porthole",
  description: "Your password, your e-mail address, your account.",
  heading: "Account",
  current: "Your password now",
  password: {
    heading: "Password",
    next: "New password",
    hint: "At least 10 characters. You will be signed out everywhere else.",
    button: "Change password",
  },
  email: {
    heading: "E-mail address",
    next: "New e-mail address",
    button: "Change e-mail address",
  },
  delete: {
    heading: "Delete the account",
    confirm:
      "My tokens stop working, and nothing of the account can be had back.",
    button: "Delete account",
  },
};

const zh: typeof en = {
  title: "账号 – Porthole",
  description: "密码、邮箱与账号。",
  heading: "账号",
  current: "当前密码",
  password: {
    heading: "密码",
    next: "新密码",
    hint: "至少 10 个字符。更改后，其他所有登录都会退出。",
    button: "更改密码",
  },
  email: {
    heading: "邮箱",
    next: "新邮箱",
    button: "更改邮箱",
  },
  delete: {
    heading: "删除账号",
    confirm: "我明白令牌会失效，账号数据无法恢复。",
    button: "删除账号",
  },
};

export const accountTexts: Catalogue<typeof en> = { en, zh };
