import type { Catalogue } from "../../i18n/language.ts";

/** The pages to sign in, up and out. */
const signInEn = {
  signIn: {
    title: "Sign in – Porthole",
    description: "Sign in to your Porthole account.",
    heading: "Sign in",
    button: "Sign in",
    hasEnded: "Your session has ended. Sign in again.",
    noAccount: "No account yet? ",
  },
  signUp: {
    title: "Sign up – Porthole",
    description:
      "Create a Porthole account to see more details about each address and to get API tokens.",
    heading: "Sign up",
    button: "Sign up",
    hasAccount: "Already have an account? ",
    passwordHint:
      "At least 10 characters. A few words are easier to remember than symbols.",
  },
  signOut: {
    title: "Sign out – Porthole",
    description: "Sign out of Porthole in this browser.",
    heading: "Sign out",
    button: "Sign out",
  },
  email: "E-mail address",
  password: "Password",
};

const signInZh: typeof signInEn = {
  signIn: {
    title: "登录 – Porthole",
    description: "登录 Porthole 账号。",
    heading: "登录",
    button: "登录",
    hasEnded: "登录会话已失效，请重新登录。",
    noAccount: "还没有账号？",
  },
  signUp: {
    title: "注册 – Porthole",
    description: "注册 Porthole 账号：查看更多地址信息，并获取 API 令牌。",
    heading: "注册",
    button: "注册",
    hasAccount: "已有账号？",
    passwordHint: "至少 10 个字符。由几个词组成的短语比一串符号更容易记住。",
  },
  signOut: {
    title: "退出登录 – Porthole",
    description: "在此浏览器中退出 Porthole。",
    heading: "退出登录",
    button: "退出登录",
  },
  email: "邮箱",
  password: "密码",
};

export const signInTexts: Catalogue<typeof signInEn> = {
  en: signInEn,
  zh: signInZh,
};

/** The page of sessions. */
const sessionsEn = {
  title: "Sessions – Porthole",
  description: "Where you are signed in.",
  heading: "Sessions",
  caption: "Where you are signed in",
  empty: "No sessions.",
  columns: {
    agent: "Client",
    address: "Address",
    created: "Signed in",
    seen: "Last seen",
    end: "Action",
  },
  unknown: "unknown",
  thisOne: "This session",
  end: "End",
  endFrom: (address: string) => `End the session from ${address}`,
  endOthers: "End all other sessions",
};

const sessionsZh: typeof sessionsEn = {
  title: "会话 – Porthole",
  description: "查看账号的登录会话。",
  heading: "会话",
  caption: "已登录的会话",
  empty: "没有会话。",
  columns: {
    agent: "客户端",
    address: "地址",
    created: "登录时间",
    seen: "最近活动",
    end: "操作",
  },
  unknown: "未知",
  thisOne: "当前会话",
  end: "结束",
  endFrom: (address) => `结束来自 ${address} 的会话`,
  endOthers: "结束其他所有会话",
};

export const sessionTexts: Catalogue<typeof sessionsEn> = {
  en: sessionsEn,
  zh: sessionsZh,
};

/** The page of your own account. */
const settingsEn = {
  title: "Account – Porthole",
  description:
    "Change your password or e-mail address, or delete your account.",
  heading: "Account",
  current: "Current password",
  password: {
    heading: "Password",
    next: "New password",
    hint: "At least 10 characters. Changing it signs you out everywhere else.",
    button: "Change password",
  },
  email: {
    heading: "E-mail address",
    next: "New e-mail address",
    button: "Change e-mail address",
  },
  delete: {
    heading: "Delete account",
    confirm:
      "I understand that my tokens will stop working and that my account can't be restored.",
    button: "Delete account",
  },
};

const settingsZh: typeof settingsEn = {
  title: "账号 – Porthole",
  description: "更改密码或邮箱，或删除账号。",
  heading: "账号",
  current: "当前密码",
  password: {
    heading: "密码",
    next: "新密码",
    hint: "至少 10 个字符。更改后，其他所有会话都会退出。",
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

export const accountTexts: Catalogue<typeof settingsEn> = {
  en: settingsEn,
  zh: settingsZh,
};
