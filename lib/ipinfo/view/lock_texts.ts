import type { Catalogue } from "../../i18n/language.ts";

const en = {
  /** Title of the rows behind the lock. */
  advanced: "Advanced",
  forMembers: (labels: readonly string[]) =>
    `For members: ${labels.join(", ")}`,
  signIn: "Sign in",
  noAccount: "No account yet?",
  makeAccount: "Create one",
  email: "E-mail address",
  password: "Password",
  notSignedIn: "The server did not respond. Please try again.",
};

const zh: typeof en = {
  advanced: "高级信息",
  forMembers: (labels) => `会员可见：${labels.join("、")}`,
  signIn: "登录",
  noAccount: "还没有账号？",
  makeAccount: "立即注册",
  email: "邮箱",
  password: "密码",
  notSignedIn: "服务器没有响应，请重试。",
};

/** The texts of the lock card, in their own file because browsers load them. */
export const lockTexts: Catalogue<typeof en> = { en, zh };
