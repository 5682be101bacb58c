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

/**
 * Puts values into a text's slots: `fill("from {a} to {b}", { a: 1, b: 2 })`. For
 * texts that go to a browser as data, where no function can.
 */
export function fill(
  text: string,
  values: Readonly<Record<string, string | number>>,
): string {
  return text.replace(
    /\{(\w+)\}/g,
    (slot, name) => Object.hasOwn(values, name) ? `${values[name]}` : slot,
  );
}

/** A time as people read it, to the minute in UTC: `2026-11-21 12:00 UTC`. */
export function timeText(timeMs: number): string {
  const [day, clock] = new Date(timeMs).toISOString().split("T");
  return `${day} ${clock.slice(0, 5)} UTC`;
}

/** The day of a time in UTC: `2026-11-21`. */
export function dayText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** A whole number with its thousands apart: `10,000`. */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
