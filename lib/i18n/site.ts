import type { Catalogue } from "./language.ts";
import en from "./site/en.json" with { type: "json" };
import zh from "./site/zh.json" with { type: "json" };

/** Color themes; `auto` follows the system. */
export const THEMES = ["auto", "light", "dark"] as const;

export type Theme = typeof THEMES[number];

/** The texts of the page frame. */
interface SiteTexts extends Omit<typeof en, "errorTitles" | "words"> {
  themes: Readonly<Record<Theme, string>>;
  /** By status. */
  errorTitles: Readonly<Record<number, string>>;
  /** Names of databases that are not proper names. */
  words: Readonly<Record<string, string | undefined>>;
}

export const siteTexts: Catalogue<SiteTexts> = { en, zh };
