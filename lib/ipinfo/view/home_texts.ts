import type { Catalogue } from "../../i18n/language.ts";
import {
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeCardName,
  type HomeField,
} from "./home_fields.ts";

/** What a page tells visitors about their own request. */
export const REQUEST_FIELDS = [
  "browser",
  "system",
  "languages",
  "protocol",
  "proxies",
] as const;

export type RequestField = typeof REQUEST_FIELDS[number];

const homeEn = {
  caption: (isPublic: boolean, family: 4 | 6) =>
    isPublic
      ? `Your public IPv${family} address`
      : `Your IPv${family} address as this server sees it`,
  localTime: (clock: string) => `${clock}\u00a0local\u00a0time`,
  cards: {
    location: "Location",
    network: "Network",
    privacy: "Privacy",
  } as Record<HomeCardName, string>,
  yourRequest: "Your request",
  request: {
    browser: "Browser",
    system: "Operating system",
    languages: "Languages",
    protocol: "HTTP version",
    proxies: "Proxies",
  } as Record<RequestField, string>,
  noProxies: "none seen",
  search: "Look up an address, name, network or AS number",
  searchHint: "For example 9.9.9.9, example.org or AS15169",
  lookUp: "Look up",
  anAddress: (family: 4 | 6) => `IPv${family} address`,
  addressOf: (name: string) => `Address of ${name}`,
  more: "More about this address",
  links: {
    dns: "DNS",
    records: "DNS records",
    reverse: "Reverse DNS",
    names: "Names seen at this address",
    v2: "V2 (requires a token)",
  },
  share: { title: "This page", what: "the link to this page" },
  didYouMean: "Did you mean: ",
  mapOf: "The location on a map of the region",
  /** The row for organization and ISP if they are equal. */
  holder: "Organization, ISP",
  leakTest: "Test for leaks",
  moreDetails: "More details",
  or: " or ",
  yourAddress: "your address",
  theAddress: "the address",
  fromScript: "Use in scripts",
  commands: {
    text: "Your address as text",
    json: "Your address as JSON",
    geoip: "Location of an address (GeoIP)",
    v1: "Everything known about an address (V1)",
  },
  /** What a copy button copies. */
  command: (label: string) => `the command: ${label}`,
  history: {
    title: "Your recent addresses",
    about: "Kept in this browser only, for 90 days.",
    noScript: "This list needs JavaScript, which is off.",
    clear: "Clear the list",
    cleared: "The list is empty. Your next visit starts a new one.",
    unavailable: "Your browser doesn't let this page keep a list.",
    since: "since",
  },
  inner:
    "You're on this server's own network, so it can't see your public address. If there is a proxy in between, its address must be in TRUSTED_PROXIES. Try another address: ",
  end: ".",
};

const homeZh: typeof homeEn = {
  caption: (isPublic, family) =>
    isPublic
      ? `你的公网 IPv${family} 地址`
      : `本服务器看到的 IPv${family} 地址`,
  localTime: (clock) => `当地时间\u00a0${clock}`,
  cards: { location: "位置", network: "网络", privacy: "隐私" },
  yourRequest: "你的请求",
  request: {
    browser: "浏览器",
    system: "操作系统",
    languages: "语言",
    protocol: "HTTP 版本",
    proxies: "代理服务器",
  },
  noProxies: "未发现",
  search: "查询地址、域名、网段或 AS 号",
  searchHint: "例如 9.9.9.9、example.org 或 AS15169",
  lookUp: "查询",
  anAddress: (family) => `IPv${family} 地址`,
  addressOf: (name) => `${name} 的地址`,
  more: "关于该地址的更多信息",
  links: {
    dns: "DNS",
    records: "DNS 记录",
    reverse: "反向解析",
    names: "曾指向该地址的域名",
    v2: "V2（需要令牌）",
  },
  share: { title: "本页链接", what: "本页链接" },
  didYouMean: "你是不是要找：",
  mapOf: "在区域地图上的位置",
  holder: "所属组织、ISP",
  leakTest: "检测泄漏",
  moreDetails: "更多信息",
  or: " 或 ",
  yourAddress: "你的地址",
  theAddress: "该地址",
  fromScript: "在脚本中使用",
  commands: {
    text: "你的地址（纯文本）",
    json: "你的地址（JSON）",
    geoip: "某个地址的位置（GeoIP）",
    v1: "某个地址的全部信息（V1）",
  },
  command: (label) => `命令：${label}`,
  history: {
    title: "你最近的地址",
    about: "只保存在本浏览器中，保留 90 天。",
    noScript: "此列表需要启用 JavaScript。",
    clear: "清空列表",
    cleared: "列表已清空，下次访问时重新记录。",
    unavailable: "浏览器不允许本页面保存列表。",
    since: "首次见于",
  },
  inner:
    "你与本服务器处于同一网络，因此它看不到你的公网地址。如果中间有代理，须将其地址加入 TRUSTED_PROXIES。可以试试其他地址：",
  end: "。",
};

export const homeTexts: Catalogue<typeof homeEn> = { en: homeEn, zh: homeZh };

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
