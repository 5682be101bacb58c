import { type Catalogue, partOf } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

const texts: Catalogue<typeof en> = { en, zh };

/** The API page. Names in braces are replaced by markup. */
export const docsTexts = partOf(texts, "docs");

/** Sentences of the API page with values of its document. */
export const docsViewTexts = partOf(texts, "view");

/** The page about the service, its data and licenses. */
export const aboutTexts = partOf(texts, "about");
