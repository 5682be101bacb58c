import {
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeField,
} from "../home_fields.ts";
import type { Catalogue } from "../language.ts";

const en = Object.fromEntries(
  HOME_FIELD_NAMES.map((field) => [field, HOME_FIELDS[field].label]),
) as Record<HomeField, string>;

/** The label of each field of the home page. */
export const homeFieldTexts: Catalogue<Record<HomeField, string>> = {
  en,
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
    hostname: "反向解析名",
    asnType: "AS 类型",
    route: "路由前缀",
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
