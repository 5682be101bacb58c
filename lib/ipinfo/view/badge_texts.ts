import type { Catalogue } from "../../i18n/language.ts";
import type { Trait } from "./evidence_detail.ts";

/** A trait that only lists can reveal. */
export type CheckedTrait = Extract<
  Trait,
  "vpn" | "proxy" | "tor" | "relay" | "crawler" | "abuser"
>;

const enNames: Record<CheckedTrait, string> = {
  vpn: "VPN",
  proxy: "proxy",
  tor: "Tor",
  relay: "relay",
  crawler: "crawler",
  abuser: "abuse",
};

const enListed: Record<CheckedTrait, string> = {
  vpn: "VPN exit",
  proxy: "Open proxy",
  tor: "Tor exit",
  relay: "Privacy relay",
  crawler: "Crawler",
  abuser: "Reported for abuse",
};

const zhNames: Record<CheckedTrait, string> = {
  vpn: "VPN",
  proxy: "代理",
  tor: "Tor",
  relay: "隐私中继",
  crawler: "爬虫",
  abuser: "滥用",
};

const zhListed: Record<CheckedTrait, string> = {
  vpn: "VPN 出口",
  proxy: "开放代理",
  tor: "Tor 出口",
  relay: "隐私中继",
  crawler: "爬虫",
  abuser: "有滥用记录",
};

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const en = {
  listed: (trait: CheckedTrait) => enListed[trait],
  /** @param day of the oldest list, as an ISO 8601 date */
  clear: (trait: CheckedTrait, lists: number, day: string | null) =>
    `${capitalized(enNames[trait])}: not on ${
      lists === 1 ? "the list" : `${lists} lists`
    }${day ? ` of ${day}` : ""}`,
  denied: (trait: CheckedTrait) => `${capitalized(enNames[trait])}: no`,
  unchecked: (traits: readonly CheckedTrait[]) =>
    `Not checked: ${traits.map((trait) => enNames[trait]).join(", ")}`,
  /** Why a cell has a dash. */
  dash: (unchecked: readonly CheckedTrait[]) =>
    unchecked.length === 0
      ? "A dash means that this server has no value."
      : `A dash means that this server has no value. Lists that it has not loaded: ${
        unchecked.map((trait) => enNames[trait]).join(", ")
      }.`,
  aboutLists: "About the data",
};

const zh: typeof en = {
  listed: (trait) => zhListed[trait],
  clear: (trait, lists, day) =>
    `${zhNames[trait]}：不在${day ? ` ${day} 的` : ""} ${lists} 份名单中`,
  denied: (trait) => `${zhNames[trait]}：否`,
  unchecked: (traits) =>
    `未检查：${traits.map((trait) => zhNames[trait]).join("、")}`,
  dash: (unchecked) =>
    unchecked.length === 0
      ? "短横线表示本服务器没有该信息。"
      : `短横线表示本服务器没有该信息。尚未加载以下名单：${
        unchecked.map((trait) => zhNames[trait]).join("、")
      }。`,
  aboutLists: "数据说明",
};

/** What the badges of an address say. */
export const badgeTexts: Catalogue<typeof en> = { en, zh };

export type BadgeTexts = typeof en;
