/** The languages pages are written in. */
export const LANGUAGES = ["en", "zh"] as const;

export type Language = typeof LANGUAGES[number];

/** What the `lang` attribute says (BCP 47). */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = {
  en: "en",
  zh: "zh-Hans",
};

/** Each in its own words. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  zh: "简体中文",
};

/** The texts of one part of the site: every language has all that English has. */
export type Catalogue<Texts> = Readonly<Record<Language, Texts>>;

const regionNames = new Map<Language, Intl.DisplayNames>();

/** The name of a country or territory (ISO 3166-1 alpha-2) in a language; null where the code is none. */
export function regionName(code: string, language: Language): string | null {
  if (!/^[A-Za-z]{2}$/.test(code)) return null;
  let names = regionNames.get(language);
  if (!names) {
    names = new Intl.DisplayNames(LANGUAGE_TAGS[language], {
      type: "region",
      fallback: "none",
    });
    regionNames.set(language, names);
  }
  return names.of(code.toUpperCase()) ?? null;
}
