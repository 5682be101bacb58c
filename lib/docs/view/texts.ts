import type { Catalogue } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/** The API page. Names in braces are replaced by markup. */
export const docsTexts: Catalogue<typeof en.docs> = {
  en: en.docs,
  zh: zh.docs,
};

/** Sentences of the API page with values of its document. */
export const docsViewTexts: Catalogue<typeof en.view> = {
  en: en.view,
  zh: zh.view,
};

/** The page about the service, its data and licenses. */
export const aboutTexts: Catalogue<typeof en.about> = {
  en: en.about,
  zh: zh.about,
};
