import type { Catalogue } from "../../i18n/language.ts";
import type { Trait } from "./evidence_detail.ts";
import enTexts from "./texts/en.json" with { type: "json" };
import zhTexts from "./texts/zh.json" with { type: "json" };

/** A trait that only lists can reveal. */
export type CheckedTrait = Extract<
  Trait,
  "vpn" | "proxy" | "tor" | "relay" | "crawler" | "abuser"
>;

const enNamed = (traits: readonly CheckedTrait[]) =>
  traits.map((trait) => enTexts.traits[trait]).join(", ");

const zhNamed = (traits: readonly CheckedTrait[]) =>
  traits.map((trait) => zhTexts.traits[trait]).join("、");

const en = {
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
  aboutLists: "about the data",
};

const zh: typeof en = {
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
  aboutLists: "数据说明",
};

/** What the badges of an address say. */
export const badgeTexts: Catalogue<typeof en> = { en, zh };

export type BadgeTexts = typeof en;
