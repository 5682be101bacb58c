import type { Catalogue, Language } from "../../i18n/language.ts";
import type {
  EvidenceCode,
  EvidenceDetail,
  EvidenceParam,
  EvidenceParams,
  EvidenceValue,
} from "./evidence_detail.ts";

/** A text for each code, or a function of its parameters. */
type EvidenceTexts = {
  readonly [C in EvidenceCode]: keyof EvidenceParams<C> extends never ? string
    : (params: EvidenceParams<C>) => string;
};

/** The word for each value of a parameter. */
type Words<P extends EvidenceParam> = Readonly<
  Record<Extract<EvidenceValue<P>, string>, string>
>;

const enSpeakers: Words<"speaker"> = {
  commercial: "A commercial source",
  free: "A free service",
  database: "A database",
  operator: "The operator of this service",
};

const enTraits: Words<"trait"> = {
  residential: "a residential line",
  commercial: "a business line",
  hosting: "a hosting address",
  mobile: "a mobile line",
  satellite: "a satellite link",
  proxy: "a proxy",
  vpn: "a VPN",
  tor: "a Tor exit",
  relay: "a privacy relay",
  crawler: "a crawler",
  abuser: "a source of abuse",
};

const enLists: Words<"networkList"> = {
  vpn: "a VPN network",
  hosting: "a hosting network",
  mobile: "a mobile network",
  satellite: "a satellite network",
};

const enClasses: Words<"networkClass"> = {
  access: "an access network",
  content: "a content network",
  hosting: "a hosting network",
  mobile: "a mobile network",
  business: "a business network",
  education: "an education network",
  government: "a government network",
};

const enTypes: Words<"networkType"> = {
  hosting: "hosting network",
  mobile: "mobile network",
  satellite: "satellite network",
  commercial: "network of an organization",
  residential: "access network",
};

const enHolders: Words<"holder"> = {
  isp: "an ISP",
  business: "a business",
  banking: "a bank",
  education: "an educational institution",
  government: "a government body",
  hosting: "a hosting provider",
};

const enLevels: Words<"level"> = {
  "elevated": "elevated",
  "high": "high",
  "very-high": "very high",
};

const enUsages: Words<"usage"> = {
  "commercial": "commercial",
  "organization": "organization",
  "government": "government",
  "military": "military",
  "education": "university, college or school",
  "library": "library",
  "cdn": "content delivery network",
  "hosting": "data center, web hosting or transit",
  "fixed-isp": "fixed-line ISP",
  "mobile-isp": "mobile ISP",
  "crawler": "search engine crawler",
};

const en: EvidenceTexts = {
  "tor-exit-listed": "Listed as a Tor exit",
  "tor-exit-observed": "Tor traffic was seen leaving this address",
  "vpn-block": "In an address block listed as a VPN",
  "datacenter-block": "In an address block listed as a data center",
  "attacker-list": "On a general list of attackers",
  "open-proxy-list": "On a general list of open proxies",
  "criminal-block": "In an address block run or hijacked by criminals",
  "crawler-range":
    "In a range published by the operator of a search or AI crawler",
  "relay-range":
    "An exit of a privacy relay, which hides the address but keeps the region",
  "cloud-range": "In a range published by a cloud provider",
  "criminal-network": "Its network is run or hijacked by criminals",
  "network-listed": ({ networkList }) =>
    `Its network is listed as ${enLists[networkList]}`,
  "network-classified": ({ networkClass }) =>
    `Its network is classified as ${enClasses[networkClass]}`,
  "network-known": ({ asn, networkType }) =>
    `AS${asn} is a known ${enTypes[networkType]}`,
  "network-named": ({ asn, networkType }) =>
    `The name of AS${asn} suggests ${
      networkType === "residential" ? "an" : "a"
    } ${enTypes[networkType]}`,
  "network-holder": ({ holder }) =>
    `A commercial source says its network belongs to ${enHolders[holder]}`,
  "network-abuse": ({ level }) =>
    `The level of abuse from its network is ${enLevels[level]}`,
  "trait-claimed": ({ speaker, trait }) =>
    `${enSpeakers[speaker]} says it is ${enTraits[trait]}`,
  "trait-denied": ({ speaker, trait }) =>
    `${enSpeakers[speaker]} says it is not ${enTraits[trait]}`,
  "anonymous": "A commercial source says it hides its user",
  "usage": ({ usage }) => `Registered use: ${enUsages[usage]}`,
  "abuse-score": ({ score }) =>
    `Its abuse score for the last 90 days is ${score} of 100`,
  "abuse-unreported": "No abuse was reported in the last 90 days",
  "abuse-allowlisted": "An abuse report service lists it as trusted",
  "abuse-tor": "An abuse report service lists it as a Tor exit",
};

const zhSpeakers: Words<"speaker"> = {
  commercial: "商业数据源",
  free: "免费服务",
  database: "数据库",
  operator: "本站运营者",
};

/** Words in Latin letters include their own space. */
const zhTraits: Words<"trait"> = {
  residential: "住宅宽带",
  commercial: "企事业单位网络",
  hosting: "机房网络",
  mobile: "移动网络",
  satellite: "卫星网络",
  proxy: "代理",
  vpn: " VPN",
  tor: " Tor 出口",
  relay: "隐私中继",
  crawler: "爬虫",
  abuser: "滥用来源",
};

const zhLists: Words<"networkList"> = {
  vpn: " VPN ",
  hosting: "机房",
  mobile: "移动网络",
  satellite: "卫星网络",
};

const zhClasses: Words<"networkClass"> = {
  access: "住宅接入网络",
  content: "内容服务网络",
  hosting: "机房网络",
  mobile: "移动网络",
  business: "企业网络",
  education: "院校网络",
  government: "政府机构网络",
};

const zhKnown: Words<"networkType"> = {
  hosting: "机房网络",
  mobile: "移动网络",
  satellite: "卫星网络",
  commercial: "自有线路的企事业单位网络",
  residential: "住宅接入网络",
};

const zhHolders: Words<"holder"> = {
  isp: "运营商",
  business: "企业",
  banking: "银行",
  education: "教育机构",
  government: "政府机构",
  hosting: "机房",
};

const zhLevels: Words<"level"> = {
  "elevated": "偏多",
  "high": "较多",
  "very-high": "很多",
};

const zhUsages: Words<"usage"> = {
  "commercial": "企业",
  "organization": "机构",
  "government": "政府",
  "military": "军队",
  "education": "院校",
  "library": "图书馆",
  "cdn": "内容分发网络",
  "hosting": "数据中心、网站托管或转接",
  "fixed-isp": "固网运营商",
  "mobile-isp": "移动运营商",
  "crawler": "搜索引擎爬虫",
};

const zh: EvidenceTexts = {
  "tor-exit-listed": "列于 Tor 出口名单",
  "tor-exit-observed": "曾观察到 Tor 流量由此发出",
  "vpn-block": "所在地址段列于 VPN 名单",
  "datacenter-block": "所在地址段列于数据中心名单",
  "attacker-list": "列于综合性攻击者名单",
  "open-proxy-list": "列于综合性开放代理名单",
  "criminal-block": "所在地址段由犯罪团伙运营或被其劫持",
  "crawler-range": "属于搜索或 AI 爬虫运营方公布的地址段",
  "relay-range": "隐私中继的出口：隐藏用户地址，但保留其所在地区",
  "cloud-range": "属于云服务商公布的地址段",
  "criminal-network": "所在网络由犯罪团伙运营或被其劫持",
  "network-listed": ({ networkList }) =>
    `所在网络列于${zhLists[networkList]}名单`,
  "network-classified": ({ networkClass }) =>
    `所在网络归类为${zhClasses[networkClass]}`,
  "network-known": ({ asn, networkType }) =>
    `AS${asn} 是已知的${zhKnown[networkType]}`,
  "network-named": ({ asn, networkType }) =>
    `从名称看，AS${asn} 是${zhKnown[networkType]}`,
  "network-holder": ({ holder }) =>
    `商业数据源将所在网络归为${zhHolders[holder]}`,
  "network-abuse": ({ level }) => `所在网络的滥用行为${zhLevels[level]}`,
  "trait-claimed": ({ speaker, trait }) =>
    `${zhSpeakers[speaker]}认为该地址是${zhTraits[trait]}`,
  "trait-denied": ({ speaker, trait }) =>
    `${zhSpeakers[speaker]}认为该地址不是${zhTraits[trait]}`,
  "anonymous": "商业数据源认为该地址隐藏了使用者",
  "usage": ({ usage }) => `登记用途：${zhUsages[usage]}`,
  "abuse-score": ({ score }) => `近 90 天的滥用举报评分为 ${score} / 100`,
  "abuse-unreported": "近 90 天内没有滥用举报",
  "abuse-allowlisted": "滥用举报平台将该地址列为可信",
  "abuse-tor": "滥用举报平台将该地址识别为 Tor 出口",
};

const catalogue: Catalogue<EvidenceTexts> = { en, zh };

/** A detail as text, without the source's name. */
export function evidenceText(
  { code, params }: EvidenceDetail,
  language: Language = "en",
): string {
  const text = catalogue[language][code];
  // The type of a detail guarantees that code and parameters match.
  return typeof text === "string"
    ? text
    : (text as (given: typeof params) => string)(params);
}

/**
 * The Chinese term for a holder's business; an unknown term is returned
 * unchanged.
 */
export function holderInChinese(type: string): string {
  const name = type.toLowerCase();
  return Object.hasOwn(zhHolders, name)
    ? zhHolders[name as EvidenceValue<"holder">]
    : type;
}
