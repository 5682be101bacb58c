import { type Catalogue, partOf } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

const texts: Catalogue<typeof en> = { en, zh };

/** The pages to sign in, up and out. */
export const signInTexts = partOf(texts, "signIn");

export const sessionTexts = partOf(texts, "sessions");

export const accountTexts = partOf(texts, "account");

/** The plans of accounts. The English names are those of the API and the command line. */
export const tierTexts = partOf(texts, "tiers");

export type TierName = keyof typeof en.tiers;

/** The console: navigation, tokens and examples. */
export const consoleTexts = partOf(texts, "console");

export const adTexts = partOf(texts, "ads");

/** Messages about completed actions, by the `done` query parameter. */
export const doneTexts = partOf(texts, "done");
