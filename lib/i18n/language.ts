/** The languages of the pages. */
export const LANGUAGES = ["en", "zh"] as const;

export type Language = typeof LANGUAGES[number];

/** Values of the `lang` attribute (BCP 47). */
export const LANGUAGE_TAGS: Readonly<Record<Language, string>> = {
  en: "en",
  zh: "zh-Hans",
};

/** The name of each language in that language. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = {
  en: "English",
  zh: "简体中文",
};

/** The texts of one part of the site, complete in every language. */
export type Catalogue<Texts> = Readonly<Record<Language, Texts>>;

/** A part of a catalogue. */
export function partOf<Texts, Part extends keyof Texts>(
  { en, zh }: Catalogue<Texts>,
  part: Part,
): Catalogue<Texts[Part]> {
  return { en: en[part], zh: zh[part] };
}

/** The names by code, empty if the code is unknown. */
const regionNames: Record<Language, Record<string, string>> = {
  en: {},
  zh: {},
};

const namesIn: Partial<Record<Language, Intl.DisplayNames>> = {};

/** The name of a country or territory by its ISO 3166-1 alpha-2 code, in any case; null if the code is unknown. */
export function regionName(code: string, language: Language): string | null {
  if (!/^[a-z]{2}$/i.test(code)) return null;
  const key = code.toUpperCase();
  return (regionNames[language][key] ??=
    (namesIn[language] ??= new Intl.DisplayNames(LANGUAGE_TAGS[language], {
      type: "region",
      fallback: "none",
    })).of(key) ?? "") || null;
}

/**
 * Fills placeholders: `fill("from {a} to {b}", { a: 1, b: 2 })`. For texts that are
 * sent to the browser as data, where functions are impossible.
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

/** Formats a time in UTC, to the minute: `2026-11-21 12:00 UTC`. */
export function timeText(timeMs: number): string {
  const [day, clock] = new Date(timeMs).toISOString().split("T");
  return `${day} ${clock.slice(0, 5)} UTC`;
}

/**
 * Units of relative times with their lengths in milliseconds, longest first. Written
 * out, because esbuild keeps a list with products even in scripts that don't use it.
 */
const RELATIVE_UNITS = [
  ["year", 31_536_000_000],
  ["month", 2_592_000_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** Less than a minute ago, and less than a minute ahead. */
const JUST_NOW: Catalogue<string> = { en: "just now", zh: "刚刚" };
const NOW: Catalogue<string> = { en: "now", zh: "现在" };

/**
 * Formats a time relative to another, in its largest unit: `3 hours ago`, `in 5
 * minutes`, `1 day ago`; `just now` and `now` below a minute.
 */
export function relativeTimeText(
  timeMs: number,
  nowMs: number,
  language: Language,
): string {
  const format = new Intl.RelativeTimeFormat(LANGUAGE_TAGS[language]);
  const differenceMs = timeMs - nowMs;
  for (const [unit, unitMs] of RELATIVE_UNITS) {
    const amount = Math.trunc(differenceMs / unitMs);
    if (amount !== 0) return format.format(amount, unit);
  }
  return (differenceMs > 0 ? NOW : JUST_NOW)[language];
}

/** Formats the day of a time in UTC: `2026-11-21`. */
export function dayText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** Formats a whole number with thousands separators: `10,000`. */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
