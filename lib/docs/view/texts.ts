import { type Catalogue, partOf } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };
import notices from "./notices.json" with { type: "json" };

const texts: Catalogue<typeof en> = { en, zh };

/** The API page. Names in braces are replaced by markup. */
export const docsTexts = partOf(texts, "docs");

/** Sentences of the API page with values of its document. */
export const docsViewTexts = partOf(texts, "view");

/** The page about the service, its data and licenses. */
export const aboutTexts = partOf(texts, "about");

/** Bundled data, with the attribution that its license requires. */
interface DataNotice {
  /** The key of its label. */
  what: keyof typeof aboutTexts.en.data;
  from: string;
  url: string;
  license: string;
  packageName?: string;
}

/** Third-party software in the server or its pages. */
interface SoftwareNotice {
  name: string;
  /** SPDX identifier. */
  license: string;
}

/** The bundled data. The licenses of downloaded data are listed with their sources. */
export const DATA_NOTICES = notices.data as readonly DataNotice[];

/** Sorted by name. A test compares them with the packages. */
export const SOFTWARE_NOTICES: readonly SoftwareNotice[] = notices.software;
