import { formatText } from "../../i18n/format.ts";
import { homeTexts } from "../../ipinfo/view/home_texts.ts";
import type { Catalogue, Language } from "../../i18n/language.ts";
import type { ProbeState } from "./report.ts";
import { egressTexts } from "./texts.ts";
import type { FamilyStripTexts } from "./verdict/families.ts";

/** A probe host of the other address family than the page's connection. */
export interface OtherFamily {
  family: 4 | 6;
  /** Without a trailing slash. */
  origin: string;
}

export interface OtherFamilyTexts {
  caption: string;
  /** The link to the address, shown without JavaScript. */
  link: string;
  /** The text of each state without an address. */
  states: Partial<Record<ProbeState, string>>;
  /** What the copy button copies. */
  what: string;
  leakTest: string;
}

/** What the strip has in common with the leak test. */
function sharedTexts(name: Language) {
  const { language, phrases, verdicts: { tunnels } } = egressTexts[name];
  return { language, phrases, tunnels };
}

const en = (family: 4 | 6): OtherFamilyTexts => ({
  caption: formatText(homeTexts.en.captionOfPublic, { family }),
  link: `Show my IPv${family} address`,
  states: {
    running: "checking…",
    failed: `No IPv${family} found`,
    timed_out: `No response over IPv${family}`,
    blocked: "Blocked by the browser",
    not_configured: `This server cannot test IPv${family}`,
    stopped: "Too many requests. Try again in a minute",
  },
  what: `the IPv${family} address`,
  leakTest: "Run the leak test",
});

const zh: typeof en = (family) => ({
  caption: formatText(homeTexts.zh.captionOfPublic, { family }),
  link: `查看我的 IPv${family} 地址`,
  states: {
    running: "检测中…",
    failed: `未检测到 IPv${family}`,
    timed_out: `IPv${family} 没有响应`,
    blocked: "被浏览器拦截",
    not_configured: `本服务器无法检测 IPv${family}`,
    stopped: "请求过于频繁，请一分钟后重试",
  },
  what: `IPv${family} 地址`,
  leakTest: "运行泄漏检测",
});

export const otherFamilyTexts: Catalogue<typeof en> = { en, zh };

/** The texts of the strip about both families. */
export const familyStripTexts: Catalogue<FamilyStripTexts> = {
  en: {
    ...sharedTexts("en"),
    leak: "Your {part} does not go through {tunnel}: sites see {network}.",
    unsure: "Your {part} may not go through {tunnel}: sites see {network}.",
    hosting_leak:
      "Your {other} leaves through a hosting network, probably a VPN or proxy. Your {part} does not: sites see {network}.",
    hosting_unsure:
      "Your {other} leaves through a hosting network, probably a VPN or proxy. Your {part} may not: sites see {network}.",
    familyCountries:
      "Your IPv4 ({country4}) and IPv6 ({country6}) leave in different countries.",
    familyNetworks:
      "Your IPv4 and IPv6 leave through different networks: {exit4} and {exit6}.",
  },
  zh: {
    ...sharedTexts("zh"),
    leak: "{part} 没有经过 {tunnel}：网站看到的是 {network}。",
    unsure: "{part} 可能没有经过 {tunnel}：网站看到的是 {network}。",
    hosting_leak:
      "{other} 经托管网络流出，可能是 VPN 或代理；{part} 则没有：网站看到的是 {network}。",
    hosting_unsure:
      "{other} 经托管网络流出，可能是 VPN 或代理；{part} 可能没有：网站看到的是 {network}。",
    familyCountries:
      "IPv4（{country4}）与 IPv6（{country6}）从不同的国家或地区流出。",
    familyNetworks: "IPv4 与 IPv6 从两个网络流出：{exit4}、{exit6}。",
  },
};
