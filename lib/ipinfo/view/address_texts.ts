import type { Catalogue } from "../../i18n/language.ts";
import { RESERVED_BLOCKS_IN_CHINESE } from "./reserved_blocks.ts";
import type { EvidenceDetail } from "./evidence_detail.ts";
import { evidenceText, holderInChinese } from "./evidence_texts.ts";

/**
 * An address summarized for one sentence; null for what is unknown or hidden.
 */
export interface AddressSummary {
  line: ConnectionName | null;
  holder: string | null;
  city: string | null;
  country: string | null;
  /** VPN, proxy or Tor if a source reports it. */
  reported: readonly AnonymizerName[];
  /** Those that a source has checked for and denied. */
  denied: readonly AnonymizerName[];
}

export type ConnectionName =
  | "residential"
  | "commercial"
  | "hosting"
  | "mobile"
  | "satellite";

export type AnonymizerName = "vpn" | "proxy" | "tor";

function listed(names: readonly string[], word: string): string {
  const last = names.at(-1);
  return names.length > 1
    ? `${names.slice(0, -1).join(", ")} ${word} ${last}`
    : `${last}`;
}

const enLines: Record<ConnectionName, string> = {
  residential: "Residential",
  commercial: "Business",
  hosting: "Hosting",
  mobile: "Mobile",
  satellite: "Satellite",
};

const zhLines: Record<ConnectionName, string> = {
  residential: "住宅宽带",
  commercial: "企业网络",
  hosting: "机房地址",
  mobile: "移动网络",
  satellite: "卫星网络",
};

/** What people know the sources as. Feeds keep the names that the documents list. */
const enSources: Readonly<Record<string, string>> = {
  "abuseipdb": "AbuseIPDB",
  "anycast-dns": "Porthole's list of anycast DNS services",
  "asn-table": "Routes (RouteViews, NRO, DB-IP)",
  "iana": "IANA and the regional registries",
  "ip-api": "ip-api.com",
  "ipapi-is": "ipapi.is",
  "ipinfo": "IPinfo",
  "maxmind-web": "MaxMind",
  "network-lists": "Porthole's lists of networks",
  "open-geo": "Location database in use",
  "rdap": "RDAP",
  "reverse-dns": "Reverse DNS",
};

const zhSources: typeof enSources = {
  ...enSources,
  "anycast-dns": "Porthole 的任播 DNS 服务名单",
  "asn-table": "路由数据（RouteViews、NRO、DB-IP）",
  "iana": "IANA 与各地区注册机构",
  "network-lists": "Porthole 的网络名单",
  "open-geo": "所用的位置数据库",
  "reverse-dns": "反向解析",
};

const enAnonymizers: Record<AnonymizerName, string> = {
  vpn: "VPN",
  proxy: "proxy",
  tor: "Tor exit",
};

const zhAnonymizers: Record<AnonymizerName, string> = {
  vpn: "VPN",
  proxy: "代理",
  tor: "Tor 出口",
};

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Joins the known parts: `A Net · London, United Kingdom`. */
function joined(parts: readonly (string | null | false)[]): string {
  return parts.filter(Boolean).join(" · ");
}

function enVerdict(address: AddressSummary): string {
  const { line, holder, city, country, reported, denied } = address;
  const names = (kinds: readonly AnonymizerName[]) =>
    kinds.map((kind) => enAnonymizers[kind]);
  const detected = reported.length > 0
    ? `${capitalized(listed(names(reported), "and"))} detected`
    : denied.length > 0 && `No ${listed(names(denied), "or")} detected`;
  const place = [city, country].filter(Boolean).join(", ");
  return joined([line && enLines[line], holder, place, detected]);
}

/** Chinese is separated by a space from Latin letters and digits only. */
function zhJoined(before: string, after: string): string {
  const isChinese = /\p{Script=Han}$/u.test(before) &&
    /^\p{Script=Han}/u.test(after);
  return isChinese ? before + after : `${before} ${after}`;
}

function zhVerdict(address: AddressSummary): string {
  const { line, holder, city, country, reported, denied } = address;
  const place = country && city ? zhJoined(country, city) : country || city;
  const names = (kinds: readonly AnonymizerName[]) =>
    kinds.map((kind) => zhAnonymizers[kind]).join("、");
  const detected = reported.length > 0
    ? zhJoined("检测到", names(reported))
    : denied.length > 0 && zhJoined("未检测到", names(denied));
  return joined([line && zhLines[line], holder, place, detected]);
}

const en = {
  verdict: enVerdict,
  nothingKnown: "Nothing is known about this address.",
  somePublic: "This is a public address.",
  /** `name` and `inside` as in `SpecialAddress`. */
  special: (name: string, inside: string | null) =>
    inside !== null
      ? `${name} address of ${inside}`
      : name.startsWith("Anycast DNS")
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
    country: (percent: number) => `Country: ${percent}% sure`,
    networkType: (percent: number) => `Network type: ${percent}% sure`,
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
  asnType: (type: string) => type,
  reason: (reason: EvidenceDetail) => evidenceText(reason, "en"),
};

const zh: typeof en = {
  verdict: zhVerdict,
  nothingKnown: "没有关于该地址的信息。",
  somePublic: "这是公网地址。",
  special: (name, inside) =>
    inside !== null
      ? `${name} 地址，内含 ${inside}`
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
  notListed: "不在名单中",
  ofHundred: (value) => `${value} / 100`,
  sure: {
    country: (percent) => `国家/地区：${percent}% 可信`,
    networkType: (percent) => `网络类型：${percent}% 可信`,
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
  reason: (reason) => evidenceText(reason, "zh"),
};

/** The home page's sentence about an address. */
export const addressTexts: Catalogue<typeof en> = { en, zh };

export type AddressTexts = typeof en;
