import type { Catalogue } from "../language.ts";

/** The pages to sign in, up and out. */
const en = {
  signIn: {
    title: "Sign in – Porthole",
    description: "Sign in to your Porthole account.",
    heading: "Sign in",
    button: "Sign in",
    noAccount: "No account yet? ",
  },
  signUp: {
    title: "Sign up – Porthole",
    description:
      "Make a Porthole account: more of each address, and tokens for the API.",
    heading: "Sign up",
    button: "Sign up",
    hasAccount: "You have an account? ",
    passwordHint:
      "At least 10 characters. A few words are easier to keep in mind than signs.",
    closed:
      "New accounts are not open to everybody here: the operator makes them.",
  },
  signOut: {
    title: "Sign out – Porthole",
    description: "End your session in this browser.",
    heading: "Sign out",
    button: "Sign out",
  },
  email: "E-mail address",
  password: "Password",
};

const zh: typeof en = {
  signIn: {
    title: "登录 – Porthole",
    description: "登录 Porthole 账号。",
    heading: "登录",
    button: "登录",
    noAccount: "还没有账号？",
  },
  signUp: {
    title: "注册 – Porthole",
    description: "注册 Porthole 账号：查看更多地址信息，并获取 API 令牌。",
    heading: "注册",
    button: "注册",
    hasAccount: "已有账号？",
    passwordHint: "至少 10 个字符。几个词连成的短语比一串符号更好记。",
    closed: "本站不开放注册，账号由运营者创建。",
  },
  signOut: {
    title: "退出登录 – Porthole",
    description: "结束此浏览器中的会话。",
    heading: "退出登录",
    button: "退出登录",
  },
  email: "邮箱",
  password: "密码",
};

export const signInTexts: Catalogue<typeof en> = { en, zh };
