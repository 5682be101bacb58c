import type { Catalogue } from "../../i18n/language.ts";
import type { ZoneCheckName } from "./lookup_view.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

/**
 * The texts of the lookup form, its results and scans. `{title}` is the title in the
 * response, which is in English.
 */
export type LookupTexts = typeof en.lookup;

type ByReason = Readonly<Record<string, string>>;

type ZoneTexts = Omit<typeof en.zone, "checks" | "untested"> & {
  /** A check's name, and a sentence for each reason; `state` without a reason. */
  checks: Readonly<
    Record<
      ZoneCheckName,
      { readonly label: string; readonly results: ByReason }
    >
  >;
  /** Reasons that any check can have. */
  untested: ByReason;
};

export const lookupTexts: Catalogue<LookupTexts> = {
  en: en.lookup,
  zh: zh.lookup,
};

export const zoneTexts: Catalogue<ZoneTexts> = { en: en.zone, zh: zh.zone };
