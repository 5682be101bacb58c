import { type Catalogue, regionName } from "../../i18n/language.ts";
import type { EvidenceDetail, Trait } from "./evidence_detail.ts";
import { evidenceText, holderInChinese } from "./evidence_texts.ts";
import enTexts from "./texts/en.json" with { type: "json" };
import zhTexts from "./texts/zh.json" with { type: "json" };

export type ConnectionName = keyof typeof enTexts.networkTypes;

/** What people know the sources as. Feeds keep the names that the documents list. */
const enSources: Readonly<Record<string, string>> = enTexts.sources;
const zhSources: typeof enSources = zhTexts.sources;

/**
 * Chinese names for reserved blocks in the IANA registries (special-purpose
 * addresses and address space). Omits proper names such as 6to4.
 */
export const RESERVED_BLOCKS_IN_CHINESE: Readonly<
  Record<string, string | undefined>
> = zhTexts.reservedBlocks;

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
  ofHundred: (value: number, isLeast: boolean) =>
    `${isLeast ? "at least " : ""}${value} out of 100`,
  sure: {
    /** For a system that no routing table names. */
    system: (percent: number) =>
      `${percent}% sure of the ASN, which is from a registration, not from routes`,
    country: (percent: number) => `${percent}% sure of the country`,
    /** By codes, as the next. */
    either: (one: string, other: string) =>
      `${regionName(one, "en") ?? one} or ${regionName(other, "en") ?? other}`,
    uncertain: (one: string, other: string): string =>
      `Country uncertain: ${en.sure.either(one, other)}`,
    networkType: (percent: number) => `${percent}% sure of the network type`,
  },
  created: (date: string) => `Created ${date}`,
  updated: (date: string) => `Updated ${date}`,
  networkTypes: enTexts.networkTypes,
  asnType: (type: string) =>
    type.toLowerCase() === "isp"
      ? "ISP"
      : type.charAt(0).toUpperCase() + type.slice(1),
  /** By state. */
  rpki: enTexts.rpki,
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
  ofHundred: (value, isLeast) => `${isLeast ? "至少 " : ""}${value} / 100`,
  sure: {
    system: (percent) => `ASN：${percent}%（来自注册信息，而非路由）`,
    country: (percent) => `国家/地区：${percent}%`,
    either: (one, other) =>
      `${regionName(one, "zh") ?? one}或${regionName(other, "zh") ?? other}`,
    uncertain: (one, other) => `国家/地区不确定：${zh.sure.either(one, other)}`,
    networkType: (percent) => `网络类型：${percent}%`,
  },
  created: (date) => `注册于 ${date}`,
  updated: (date) => `更新于 ${date}`,
  networkTypes: zhTexts.networkTypes,
  asnType: holderInChinese,
  rpki: zhTexts.rpki,
  reason: (reason) => evidenceText(reason, "zh"),
};

/** What the pages say about an address. */
export const addressTexts: Catalogue<typeof en> = { en, zh };

export type AddressTexts = typeof en;

/** A trait that only lists can reveal. */
export type CheckedTrait = Extract<
  Trait,
  "vpn" | "proxy" | "tor" | "relay" | "crawler" | "abuser"
>;

const enNamed = (traits: readonly CheckedTrait[]) =>
  traits.map((trait) => enTexts.traits[trait]).join(", ");

const zhNamed = (traits: readonly CheckedTrait[]) =>
  traits.map((trait) => zhTexts.traits[trait]).join("、");

const enBadges = {
  listed: (trait: CheckedTrait) => enTexts.listed[trait],
  /** @param day of the oldest list, as an ISO 8601 date */
  clear: (
    traits: readonly CheckedTrait[],
    lists: number,
    day: string | null,
  ) =>
    `Not on ${lists === 1 ? "the list" : `any of ${lists} lists`}${
      day ? `, as of ${day}` : ""
    } (${enNamed(traits)})`,
  denied: (traits: readonly CheckedTrait[]) =>
    `Denied by a source: ${enNamed(traits)}`,
  unchecked: (traits: readonly CheckedTrait[]) =>
    `Not checked: ${enNamed(traits)}`,
  /** Why a cell has a dash. */
  dash: (unchecked: readonly CheckedTrait[]) =>
    unchecked.length === 0
      ? "A dash means that this server has no value."
      : `A dash means that this server has no value. Not checked, for lack of a list: ${
        enNamed(unchecked)
      }.`,
  aboutLists: { before: " (", link: "about the data", after: ")" },
};

const zhBadges: typeof enBadges = {
  listed: (trait) => zhTexts.listed[trait],
  clear: (traits, lists, day) =>
    `不在${day ? `截至 ${day} 的` : ""} ${lists} 份名单中（${
      zhNamed(traits)
    }）`,
  denied: (traits) => `数据来源已排除：${zhNamed(traits)}`,
  unchecked: (traits) => `未检查：${zhNamed(traits)}`,
  dash: (unchecked) =>
    unchecked.length === 0
      ? "短横线表示本服务器没有该信息。"
      : `短横线表示本服务器没有该信息。因缺少名单而未检查：${
        zhNamed(unchecked)
      }。`,
  aboutLists: { before: "（", link: "数据说明", after: "）" },
};

/** What the badges of an address say. */
export const badgeTexts: Catalogue<typeof enBadges> = {
  en: enBadges,
  zh: zhBadges,
};

export type BadgeTexts = typeof enBadges;
