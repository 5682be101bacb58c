import type { Catalogue } from "./language.ts";

/** Color themes; `auto` follows the system. */
export const THEMES = ["auto", "light", "dark"] as const;

export type Theme = typeof THEMES[number];

const en = {
  motto: "how the internet sees you",
  site: "Site",
  skip: "Skip to content",
  egress: "Leak test",
  lookup: "Lookup",
  whois: "Whois",
  api: "API",
  console: "Console",
  admin: "Admin",
  signIn: "Sign in",
  signOut: "Sign out",
  /** Before the sources of the data. */
  data: "Data:",
  about: "About and licenses",
  /** Most names of databases are proper names. */
  database: (name: string) => name,
  language: "Language",
  theme: "Theme",
  themes: { auto: "Auto", light: "Light", dark: "Dark" } as Record<
    Theme,
    string
  >,
  notKnown: "unknown",
  errorTitles: {
    400: "Check your input",
    401: "Sign in to continue",
    403: "Access denied",
    404: "Not found",
    405: "Method not allowed",
    413: "Request too large",
    429: "Too many requests",
    503: "Temporarily unavailable",
  } as Readonly<Record<number, string>>,
  clientError: "Request failed",
  serverError: "Server error",
  showAddress: "Show my address",
  yourAddress: "Your address: ",
  ban: {
    address_banned_until: "Your address is banned.",
    address_banned_for_excess:
      "Your address is banned because it exceeded the rate limits too often.",
    /** Before and after a time such as "in 59 minutes". */
    ends: " The ban ends ",
    end: ".",
  },
  lists: { pages: "Pages", fromStart: "First page", search: "Search" },
  copyButton: { copy: "Copy", copied: "Copied", byHand: "Press Ctrl+C" },
};

const DATABASES_ZH: Readonly<Record<string, string | undefined>> = {
  "Autonomous systems": "自治系统",
  "Registered countries": "注册国家/地区",
};

const zh: typeof en = {
  motto: "互联网眼中的你",
  site: "站点",
  skip: "跳到正文",
  egress: "泄漏检测",
  lookup: "DNS 查询",
  whois: "Whois",
  api: "API",
  console: "控制台",
  admin: "管理",
  signIn: "登录",
  signOut: "退出",
  data: "数据：",
  about: "关于与许可证",
  database: (name) => DATABASES_ZH[name] ?? name,
  language: "语言",
  theme: "主题",
  themes: { auto: "自动", light: "浅色", dark: "深色" },
  notKnown: "未知",
  errorTitles: {
    400: "请检查输入",
    401: "请先登录",
    403: "拒绝访问",
    404: "未找到",
    405: "不支持该请求方法",
    413: "请求内容过大",
    429: "请求过于频繁",
    503: "服务暂时不可用",
  },
  clientError: "请求失败",
  serverError: "服务器出错",
  showAddress: "查看我的地址",
  yourAddress: "你的地址：",
  ban: {
    address_banned_until: "你的地址已被封禁。",
    address_banned_for_excess: "你的地址多次超出访问限制，已被封禁。",
    ends: "封禁将在",
    end: "解除。",
  },
  lists: { pages: "分页", fromStart: "第一页", search: "搜索" },
  copyButton: { copy: "复制", copied: "已复制", byHand: "请按 Ctrl+C" },
};

export const siteTexts: Catalogue<typeof en> = { en, zh };
