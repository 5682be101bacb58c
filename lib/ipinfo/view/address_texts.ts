import { type Catalogue, regionName } from "../../i18n/language.ts";
import { RESERVED_BLOCKS_IN_CHINESE } from "./reserved_blocks.ts";
import type { EvidenceDetail } from "./evidence_detail.ts";
import { evidenceText, holderInChinese } from "./evidence_texts.ts";

export type ConnectionName =
  | "residential"
  | "commercial"
  | "hosting"
  | "mobile"
  | "satellite";

/** What people know the sources as. Feeds keep the names that the documents list. */
const enSources: Readonly<Record<string, string>> = {
  "abuseipdb": "AbuseIPDB",
  "anycast": "Lists of anycast networks",
  "asn-table": "Routing table in use",
  "iana": "IANA and the regional registries",
  "ip-api": "ip-api.com",
  "ipapi-is": "ipapi.is",
  "ipinfo": "IPinfo",
  "labels": "Labels by the operator of this service",
  "maxmind-web": "MaxMind",
  "network-lists": "Porthole's lists of networks",
  "open-geo": "Location database in use",
  "rdap": "RDAP",
  "reverse-dns": "Reverse DNS",
};

const zhSources: typeof enSources = {
  ...enSources,
  "anycast": "任播网络名单",
  "asn-table": "所用的路由表",
  "iana": "IANA 与各地区注册机构",
  "labels": "本站运营者的标注",
  "network-lists": "Porthole 的网络名单",
  "open-geo": "所用的位置数据库",
  "reverse-dns": "反向解析",
};

const en = {
  nothingKnown: "Nothing is known about this address.",
  somePublic: "This is a public address.",
  /** `name` and `inside` as in `SpecialAddress`. */
  special: (name: string, inside: string | null) =>
    inside !== null
      ? `${name} address of ${inside}`
      : name.startsWith("Anycast")
      ? `${name}, in many places at once`
      : name === "Unallocated"
      ? "Not allocated by IANA"
      : name,
  notPublic: (block: string | null) =>
    `This is not a public address${block ? ` (${block})` : ""}.`,
  source: (name: string) => enSources[name] ?? name,
  yes: "Yes",
  no: "No",
  notListed: "Not listed",
  ofHundred: (value: number) => `${value} out of 100`,
  sure: {
    /** For a system that no routing table names. */
    system: (percent: number) =>
      `${percent}% sure of the ASN, which is from a registration, not from routes`,
    country: (percent: number) => `${percent}% sure of the country`,
    /** By codes. */
    uncertain: (one: string, other: string) =>
      `Country uncertain: ${regionName(one, "en") ?? one} or ${
        regionName(other, "en") ?? other
      }`,
    networkType: (percent: number) => `${percent}% sure of the network type`,
  },
  created: (date: string) => `Created ${date}`,
  updated: (date: string) => `Updated ${date}`,
  networkTypes: {
    residential: "Residential",
    commercial: "Business",
    hosting: "Hosting",
    mobile: "Mobile",
    satellite: "Satellite",
  } as Record<ConnectionName, string>,
  asnType: (type: string) =>
    type.toLowerCase() === "isp"
      ? "ISP"
      : type.charAt(0).toUpperCase() + type.slice(1),
  /** By state. */
  rpki: {
    valid: "Valid: this network may announce the route",
    invalid: "Invalid: this network is not authorized to announce the route",
    "not-found": "Not found: nobody has said who may announce the route",
  },
  reason: (reason: EvidenceDetail) => evidenceText(reason, "en"),
};

const zh: typeof en = {
  nothingKnown: "没有关于该地址的信息。",
  somePublic: "这是公网地址。",
  special: (name, inside) =>
    inside !== null
      ? `${name} 地址，内含 ${inside}`
      : name === "Anycast"
      ? "任播，同时位于多地"
      : name === "Anycast DNS resolver"
      ? "任播 DNS 解析器，同时位于多地"
      : name === "Anycast DNS root server"
      ? "任播 DNS 根服务器，同时位于多地"
      : name === "Unallocated"
      ? "IANA 尚未分配"
      : RESERVED_BLOCKS_IN_CHINESE[name] ?? name,
  notPublic: (block) =>
    block === null
      ? "这不是公网地址。"
      : `这不是公网地址（${RESERVED_BLOCKS_IN_CHINESE[block] ?? block}）。`,
  source: (name) => zhSources[name] ?? name,
  yes: "是",
  no: "否",
  notListed: "未列入名单",
  ofHundred: (value) => `${value} / 100`,
  sure: {
    system: (percent) => `ASN：${percent}%（来自注册信息，而非路由）`,
    country: (percent) => `国家/地区：${percent}%`,
    uncertain: (one, other) =>
      `国家/地区不确定：${regionName(one, "zh") ?? one}或${
        regionName(other, "zh") ?? other
      }`,
    networkType: (percent) => `网络类型：${percent}%`,
  },
  created: (date) => `注册于 ${date}`,
  updated: (date) => `更新于 ${date}`,
  networkTypes: {
    residential: "住宅",
    commercial: "企业",
    hosting: "机房",
    mobile: "移动网络",
    satellite: "卫星",
  },
  asnType: holderInChinese,
  rpki: {
    valid: "有效：该网络有权宣告此路由",
    invalid: "无效：该网络无权宣告此路由",
    "not-found": "未找到：尚无人声明谁可宣告此路由",
  },
  reason: (reason) => evidenceText(reason, "zh"),
};

/** What the pages say about an address. */
export const addressTexts: Catalogue<typeof en> = { en, zh };

export type AddressTexts = typeof en;
