import type { Catalogue } from "./language.ts";

/** How pages are coloured; `auto` is as the system is. */
export const THEMES = ["auto", "light", "dark"] as const;

export type Theme = typeof THEMES[number];

const en = {
  motto: "what the internet sees of you",
  site: "Site",
  skip: "Skip to the content",
  egress: "Egress",
  lookup: "Lookup",
  whois: "Whois",
  api: "API",
  console: "Console",
  admin: "Admin",
  signIn: "Sign in",
  signOut: "Sign out",
  noPrecisePosition:
    "A location is inferred from registrations and routes. It is never a precise position.",
  about: "About and licences",
  /** Databases of others have names, our table has none. */
  database: (name: string) => name,
  language: "Language",
  theme: "Colours",
  themes: { auto: "Auto", light: "Light", dark: "Dark" } as Record<
    Theme,
    string
  >,
  notKnown: "not known",
  errorTitles: {
    401: "Sign in first",
    403: "Refused",
    404: "Nothing here",
    405: "Not this way",
    413: "Too much at once",
    429: "Slow down a little",
    503: "Back in a moment",
  } as Readonly<Record<number, string>>,
  yourFault: "That did not work",
  ourFault: "Our fault",
  showAddress: "Show my address",
};

const zh: typeof en = {
  motto: "互联网眼中的你",
  site: "站点",
  skip: "跳到正文",
  egress: "出口检测",
  lookup: "DNS 查询",
  whois: "Whois",
  api: "API",
  console: "控制台",
  admin: "管理",
  signIn: "登录",
  signOut: "退出",
  noPrecisePosition: "位置由注册信息和路由推断得出，并非精确位置。",
  about: "关于与许可证",
  database: (name) => name === "Autonomous systems" ? "自治系统" : name,
  language: "语言",
  theme: "配色",
  themes: { auto: "自动", light: "浅色", dark: "深色" },
  notKnown: "未知",
  errorTitles: {
    401: "请先登录",
    403: "拒绝访问",
    404: "这里什么都没有",
    405: "不支持该请求方法",
    413: "内容过大",
    429: "请求过于频繁",
    503: "稍后再来",
  },
  yourFault: "请求未能完成",
  ourFault: "服务器出错了",
  showAddress: "查看我的地址",
};

export const siteTexts: Catalogue<typeof en> = { en, zh };
