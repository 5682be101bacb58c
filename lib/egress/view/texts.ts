import type { EgressReport } from "./report.ts";
import { type Catalogue, type Language, partOf } from "../../i18n/language.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/**
 * The texts of the egress page's islands, sent to the browser as data with
 * slots for `fill`.
 */
export type EgressTexts = typeof en.report & { language: Language };

const texts: Catalogue<typeof en> = { en, zh };

export const egressTexts: Catalogue<EgressTexts> = {
  en: { language: "en", ...en.report },
  zh: { language: "zh", ...zh.report },
};

/** The texts of the speed test, sent to the browser as data. */
export type SpeedTexts = typeof en.speed;

export const speedTexts = partOf(texts, "speed");

/** The texts that the server renders. */
export const egressPageTexts = partOf(texts, "page");

/** The report and its texts, for each part of the page. */
export interface ReportProps {
  report: EgressReport;
  texts: EgressTexts;
}
