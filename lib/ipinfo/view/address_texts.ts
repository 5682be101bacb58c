import type { Catalogue } from "../../i18n/language.ts";
import { RESERVED_BLOCKS_IN_CHINESE } from "./reserved_blocks.ts";
import type { EvidenceDetail } from "./evidence_detail.ts";
import { evidenceText, holderInChinese } from "./evidence_texts.ts";

/** What one line says of an address; null for what is not known or not shown. */
export interface AddressInWords {
  line: LineName | null;
  holder: string | null;
  city: string | null;
  country: string | null;
  /** What was seen, by its names. */
  seen: readonly DisguiseName[];
  /** What somebody looked for in vain. */
  denied: readonly DisguiseName[];
}

export type LineName =
  | "residential"
  | "commercial"
  | "hosting"
  | "mobile"
  | "satellite";

export type DisguiseName = "vpn" | "proxy" | "tor";

function listed(names: readonly string[], word: string): string {
  const last = names.at(-1);
  return names.length > 1
    ? `${names.slice(0, -1).join(", ")} ${word} ${last}`
    : `${last}`;
}

const enLines: Record<LineName, string> = {
  residential: "Residential",
  commercial: "Business",
  hosting: "Hosting",
  mobile: "Mobile",
  satellite: "Satellite",
};

const zhLines: Record<LineName, string> = {
  residential: "住宅宽带",
  commercial: "企业网络",
  hosting: "机房地址",
  mobile: "移动网络",
  satellite: "卫星网络",
};

const enDisguises: Record<DisguiseName, string> = {
  vpn: "VPN",
  proxy: "proxy",
  tor: "Tor exit",
};

const zhDisguises: Record<DisguiseName, string> = {
  vpn: "VPN",
  proxy: "代理",
  tor: "Tor 出口",
};

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The parts that are known: `A Net · London, United Kingdom`. */
function joined(parts: readonly (string | null | false)[]): string {
  return parts.filter(Boolean).join(" · ");
}

function enVerdict(address: AddressInWords): string {
  const { line, holder, city, country, seen, denied } = address;
  const names = (kinds: readonly DisguiseName[]) =>
    kinds.map((kind) => enDisguises[kind]);
  const detected = seen.length > 0
    ? `${capitalized(listed(names(seen), "and"))} detected`
    : denied.length > 0 && `No ${listed(names(denied), "or")} detected`;
  const place = [city, country].filter(Boolean).join(", ");
  return joined([line && enLines[line], holder, place, detected]);
}

/** Chinese text has a space beside Latin letters and digits, and none beside Chinese. */
function zhJoined(before: string, after: string): string {
  const isChinese = /\p{Script=Han}$/u.test(before) &&
    /^\p{Script=Han}/u.test(after);
  return isChinese ? before + after : `${before} ${after}`;
}

function zhVerdict(address: AddressInWords): string {
  const { line, holder, city, country, seen, denied } = address;
  const place = country && city ? zhJoined(country, city) : country || city;
  const names = (kinds: readonly DisguiseName[]) =>
    kinds.map((kind) => zhDisguises[kind]).join("、");
  const detected = seen.length > 0
    ? zhJoined("检测到", names(seen))
    : denied.length > 0 && zhJoined("未检测到", names(denied));
  return joined([line && zhLines[line], holder, place, detected]);
}

const en = {
  verdict: enVerdict,
  nothingKnown: "Nothing is known about this address.",
  somePublic: "This is a public address.",
  notPublic: (block: string | null) =>
    `This is not a public address${block ? ` (${block})` : ""}.`,
  yes: "Yes",
  no: "No",
  ofHundred: (value: number) => `${value} out of 100`,
  created: (date: string) => `Created ${date}`,
  updated: (date: string) => `Updated ${date}`,
  networkTypes: {
    residential: "Residential",
    commercial: "Business",
    hosting: "Hosting",
    mobile: "Mobile",
    satellite: "Satellite",
  } as Record<LineName, string>,
  asnType: (type: string) => type,
  reason: (reason: EvidenceDetail) => evidenceText(reason, "en"),
};

const zh: typeof en = {
  verdict: zhVerdict,
  nothingKnown: "没有关于该地址的信息。",
  somePublic: "这是公网地址。",
  notPublic: (block) =>
    block === null
      ? "这不是公网地址。"
      : `这不是公网地址（${RESERVED_BLOCKS_IN_CHINESE[block] ?? block}）。`,
  yes: "是",
  no: "否",
  ofHundred: (value) => `${value} / 100`,
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

/** What the home page says of an address. */
export const addressTexts: Catalogue<typeof en> = { en, zh };

export type AddressTexts = typeof en;
