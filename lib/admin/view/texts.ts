import { type Catalogue, partOf } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

const texts: Catalogue<typeof en> = { en, zh };

/** The navigation of the administration, its overview and its audit log. */
export const adminTexts = partOf(texts, "admin");

/** Messages about completed actions, by the `done` query parameter. */
export const adminDoneTexts = partOf(texts, "done");

export const adminFieldTexts = partOf(texts, "fields");

export const adminAccountTexts = partOf(texts, "account");

export const adminMemberTexts = partOf(texts, "members");

export const adminBanTexts = partOf(texts, "bans");

export const auditTexts = partOf(texts, "audit");
