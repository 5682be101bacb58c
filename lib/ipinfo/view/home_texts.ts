import type { Catalogue } from "../../i18n/language.ts";
import {
  HOME_FIELD_NAMES,
  HOME_FIELDS,
  type HomeField,
} from "./home_fields.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

export type RequestField = keyof typeof en.home.request;

/** What a page tells visitors about their own request, in order. */
export const REQUEST_FIELDS = Object.keys(en.home.request) as RequestField[];

export const homeTexts: Catalogue<typeof en.home> = {
  en: en.home,
  zh: zh.home,
};

const fieldsEn = Object.fromEntries(
  HOME_FIELD_NAMES.map((field) => [field, HOME_FIELDS[field].label]),
) as Record<HomeField, string>;

export const homeFieldTexts: Catalogue<Record<HomeField, string>> = {
  en: fieldsEn,
  zh: zh.fields,
};

export const networkTexts: Catalogue<typeof en.network> = {
  en: en.network,
  zh: zh.network,
};
