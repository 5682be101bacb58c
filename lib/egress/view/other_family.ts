import type { Catalogue } from "../../i18n/language.ts";
import type { ProbeState } from "./report.ts";

/** A probe host of the other address family than the page's connection. */
export interface OtherFamily {
  family: 4 | 6;
  /** Without a trailing slash. */
  origin: string;
}

export interface OtherFamilyTexts {
  /** The link to the address, shown without JavaScript. */
  link: string;
  /** The text of each state without an address. */
  states: Partial<Record<ProbeState, string>>;
  /** What the copy button copies. */
  what: string;
}

const en = (family: 4 | 6): OtherFamilyTexts => ({
  link: `Show my IPv${family} address`,
  states: {
    running: "checking…",
    none: `No IPv${family} here`,
    timed_out: `No response over IPv${family}`,
    blocked: "Blocked by the browser",
    not_configured: `This server cannot test IPv${family}`,
    stopped: "Too many requests. Try again in a minute",
  },
  what: `the IPv${family} address`,
});

const zh: typeof en = (family) => ({
  link: `查看我的 IPv${family} 地址`,
  states: {
    running: "检测中…",
    none: `此处没有 IPv${family}`,
    timed_out: `IPv${family} 没有响应`,
    blocked: "被浏览器拦截",
    not_configured: `本服务器无法检测 IPv${family}`,
    stopped: "请求过于频繁，请一分钟后重试",
  },
  what: `IPv${family} 地址`,
});

export const otherFamilyTexts: Catalogue<typeof en> = { en, zh };
