import type { Catalogue } from "../../i18n/language.ts";
import {
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeCardName,
  type HomeField,
} from "./home_fields.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/** What a page tells visitors about their own request. */
export const REQUEST_FIELDS = [
  "browser",
  "system",
  "languages",
  "protocol",
  "proxies",
] as const;

export type RequestField = typeof REQUEST_FIELDS[number];

interface HomeTexts extends Omit<typeof en.home, "cards" | "request"> {
  cards: Readonly<Record<HomeCardName, string>>;
  request: Readonly<Record<RequestField, string>>;
}

export const homeTexts: Catalogue<HomeTexts> = { en: en.home, zh: zh.home };

const fieldsEn = Object.fromEntries(
  HOME_FIELD_NAMES.map((field) => [field, HOME_FIELDS[field].label]),
) as Record<HomeField, string>;

/** The labels of the home page's fields. */
export const homeFieldTexts: Catalogue<Record<HomeField, string>> = {
  en: fieldsEn,
  zh: {
    country: "国家/地区",
    region: "省/州",
    city: "城市",
    timezone: "时区",
    asn: "ASN",
    organization: "所属组织",
    isp: "ISP",
    networkType: "网络类型",
    proxy: "代理",
    vpn: "VPN",
    tor: "Tor",
    confidence: "置信度",
    hostname: "反向域名",
    asnType: "AS 类型",
    route: "路由前缀",
    rpki: "RPKI",
    rir: "注册机构",
    orgDomain: "组织域名",
    coordinates: "经纬度",
    crawler: "爬虫",
    satellite: "卫星网络",
    abuser: "滥用记录",
    riskScore: "风险评分",
    abuseContact: "滥用举报联系方式",
    riskReasons: "判断依据",
    asnDates: "AS 注册与更新日期",
    sourcesUsed: "数据来源",
  },
};
