import type { Catalogue } from "../../i18n/language.ts";
import type { FigureName, ListName, Range } from "./dashboard_view.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/** The dashboard of the analytics. */
interface AnalyticsTexts extends Omit<typeof en.page, "devices"> {
  ranges: Readonly<Record<Range, string>>;
  figures: Readonly<Record<FigureName, string>>;
  lists: Readonly<Record<ListName, string>>;
  /** Kinds of devices by the names that Umami gives them. */
  devices: Readonly<Record<string, string>>;
}

export const adminAnalyticsTexts: Catalogue<AnalyticsTexts> = {
  en: en.page,
  zh: zh.page,
};

/** The sentences about failures, by code. */
export const analyticsFailureTexts: Catalogue<typeof en.failures> = {
  en: en.failures,
  zh: zh.failures,
};
