import { formatText } from "../../i18n/format.ts";
import type { Catalogue, Language } from "../../i18n/language.ts";
import type { EvidenceDetail } from "./evidence_detail.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

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
