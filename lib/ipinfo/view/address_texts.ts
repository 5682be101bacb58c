import { formatText } from "../../i18n/format.ts";
import {
  type Catalogue,
  type Language,
  regionName,
} from "../../i18n/language.ts";
import type { EvidenceDetail } from "./evidence_detail.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

export type ConnectionName = keyof typeof en.networkTypes;

type Names = Readonly<Record<string, string | undefined>>;

/**
 * Chinese names for reserved blocks in the IANA registries (special-purpose
 * addresses and address space). Omits proper names such as 6to4.
 */
export const RESERVED_BLOCKS_IN_CHINESE: Names = zh.reservedBlocks;

/**
 * A sentence for each code, with its parameters in braces, and the word for each value
 * of a parameter. Chinese words in Latin letters include their own space.
 */
const TEXTS: Catalogue<typeof en.evidence> = {
  en: en.evidence,
  zh: zh.evidence,
};

/** A detail as text, without the source's name. */
export function evidenceText(
  { code, params }: EvidenceDetail,
  language: Language = "en",
): string {
  const { sentences, words } = TEXTS[language];
  const lists: Readonly<Record<string, Readonly<Record<string, string>>>> =
    words;
  const values = "networkType" in params
    ? { ...params, aNetworkType: params.networkType }
    : params;
  // Numbers are those of systems, and scores up to 100.
  return formatText(
    sentences[code],
    values,
    (value, name) => lists[name]?.[String(value)] ?? String(value),
  );
}

/**
 * The Chinese term for a holder's business; an unknown term is returned
 * unchanged.
 */
export function holderInChinese(type: string): string {
  const { holder }: { holder: Readonly<Record<string, string>> } =
    TEXTS.zh.words;
  const name = type.toLowerCase();
  return Object.hasOwn(holder, name) ? holder[name] : type;
}

function addressTextsIn(language: Language) {
  const { address, networkTypes, rpki, ...names } = { en, zh }[language];
  const { specials, ...texts } = address;
  const sources: Names = names.sources;
  const special: Names = specials;
  const blocks = language === "zh" ? RESERVED_BLOCKS_IN_CHINESE : {};
  const countryOf = (code: string) => regionName(code, language) ?? code;
  const either = (one: string, other: string) =>
    formatText(texts.either, { one: countryOf(one), other: countryOf(other) });
  return {
    ...texts,
    ...{ networkTypes, rpki },
    /** `name` and `inside` as in `SpecialAddress`. */
    special: (name: string, inside: string | null) =>
      inside === null
        ? special[name] ?? blocks[name] ?? name
        : formatText(texts.embedded, { name, inside }),
    notPublic: (block: string | null) =>
      block === null
        ? texts.notPublic
        : formatText(texts.notPublicBlock, { block: blocks[block] ?? block }),
    /** What people know the source as. Feeds keep the names that the documents list. */
    source: (name: string) => sources[name] ?? name,
    ofHundred: (value: number, isLeast: boolean) =>
      formatText(isLeast ? texts.atLeast : texts.ofHundred, { value }),
    sure: {
      /** For a system that no routing table names. */
      system: (percent: number) => formatText(texts.sureOfSystem, { percent }),
      country: (percent: number) =>
        formatText(texts.sureOfCountry, { percent }),
      /** By codes, as the next. */
      either,
      uncertain: (one: string, other: string) =>
        formatText(texts.uncertain, { countries: either(one, other) }),
      networkType: (percent: number) =>
        formatText(texts.sureOfNetworkType, { percent }),
    },
    created: (date: string) => formatText(texts.created, { date }),
    updated: (date: string) => formatText(texts.updated, { date }),
    asnType: (type: string) =>
      language === "zh"
        ? holderInChinese(type)
        : type.toLowerCase() === "isp"
        ? "ISP"
        : type.charAt(0).toUpperCase() + type.slice(1),
    reason: (reason: EvidenceDetail) => evidenceText(reason, language),
  };
}

export type AddressTexts = ReturnType<typeof addressTextsIn>;

export const addressTexts: Catalogue<AddressTexts> = {
  en: addressTextsIn("en"),
  zh: addressTextsIn("zh"),
};

/** A trait that only lists can reveal. */
export type CheckedTrait = keyof typeof en.listed;

function badgeTextsIn(language: Language) {
  const { badges: texts, traits: names, listed } = { en, zh }[language];
  const named = (traits: readonly CheckedTrait[]) => ({
    traits: traits.map((trait) => names[trait]).join(texts.comma),
  });
  return {
    listed: (trait: CheckedTrait) => listed[trait],
    /** @param date an ISO 8601 date: of the oldest list, or of its download */
    clear: (
      traits: readonly CheckedTrait[],
      lists: number,
      date: { day: string; isDownload: boolean } | null,
    ) =>
      formatText(texts.clear, {
        which: formatText(lists === 1 ? texts.onlyList : texts.anyList, {
          lists,
        }),
        asOf: date
          ? formatText(texts[date.isDownload ? "downloaded" : "asOf"], date)
          : "",
        ...named(traits),
      }),
    denied: (traits: readonly CheckedTrait[]) =>
      formatText(texts.denied, named(traits)),
    unchecked: (traits: readonly CheckedTrait[]) =>
      formatText(texts.unchecked, named(traits)),
    /** Why a cell has a dash. */
    dash: (unchecked: readonly CheckedTrait[]) =>
      unchecked.length === 0
        ? texts.dash
        : formatText(texts.dashUnchecked, named(unchecked)),
    aboutLists: texts.aboutLists,
  };
}

export type BadgeTexts = ReturnType<typeof badgeTextsIn>;

export const badgeTexts: Catalogue<BadgeTexts> = {
  en: badgeTextsIn("en"),
  zh: badgeTextsIn("zh"),
};
