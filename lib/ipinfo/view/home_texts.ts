import type { Catalogue } from "../../i18n/language.ts";
import {
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeCardName,
  type HomeField,
} from "./home_fields.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/** What a page tells visitors about their own request. */
export const REQUEST_FIELDS = [
  "browser",
  "system",
  "languages",
  "protocol",
  "proxies",
] as const;

export type RequestField = typeof REQUEST_FIELDS[number];

interface HomeTexts extends Omit<typeof en.home, "cards" | "request"> {
  cards: Readonly<Record<HomeCardName, string>>;
  request: Readonly<Record<RequestField, string>>;
}

export const homeTexts: Catalogue<HomeTexts> = { en: en.home, zh: zh.home };

const fieldsEn = Object.fromEntries(
  HOME_FIELD_NAMES.map((field) => [field, HOME_FIELDS[field].label]),
) as Record<HomeField, string>;

/** The labels of the home page's fields. */
export const homeFieldTexts: Catalogue<Record<HomeField, string>> = {
  en: fieldsEn,
  zh: zh.fields,
};
