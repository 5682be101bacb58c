import type { Catalogue } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/** The pages to sign in, up and out. */
export const signInTexts: Catalogue<typeof en.signIn> = {
  en: en.signIn,
  zh: zh.signIn,
};

/** The page of sessions. */
export const sessionTexts: Catalogue<typeof en.sessions> = {
  en: en.sessions,
  zh: zh.sessions,
};

/** The page of your own account. */
export const accountTexts: Catalogue<typeof en.account> = {
  en: en.account,
  zh: zh.account,
};

/** The plans of accounts. The English names are those of the API and the command line. */
export const tierTexts: Catalogue<typeof en.tiers> = {
  en: en.tiers,
  zh: zh.tiers,
};

export type TierName = keyof typeof en.tiers;

/** The console: navigation, tokens and examples. */
export const consoleTexts: Catalogue<typeof en.console> = {
  en: en.console,
  zh: zh.console,
};

/** The page with ads. */
export const adTexts: Catalogue<typeof en.ads> = { en: en.ads, zh: zh.ads };

/** Messages about completed actions, by the `done` query parameter. */
export const doneTexts: Catalogue<typeof en.done> = {
  en: en.done,
  zh: zh.done,
};
