import type { Catalogue } from "../../i18n/language.ts";
import type {
  BlocklistFailure,
  CnameSide,
  DnsMatch,
  DnssecStatus,
  DnsType,
  ZoneCheckName,
  ZoneState,
} from "./lookup_view.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };

type ByName<Name extends string, Text = string> = Readonly<Record<Name, Text>>;

/** The texts of the lookup form, its results and scans. */
export type LookupTexts = typeof en.lookup & {
  /** What to type in a mode is its hint. */
  modes: ByName<DnsType, { label: string; hint: string }>;
  /** `{title}` is the title in the response, which is in English. */
  titles: ByName<DnsType>;
  matches: ByName<DnsMatch>;
  sides: ByName<CnameSide>;
  dnssec: ByName<DnssecStatus>;
  blocklists: { failures: ByName<BlocklistFailure> };
};

type ZoneTexts = Omit<typeof en.zone, "checks" | "untested"> & {
  states: ByName<ZoneState>;
  /** A check's name, and a sentence for each reason; `state` without a reason. */
  checks: ByName<ZoneCheckName, { label: string; results: ByName<string> }>;
  /** Reasons that any check can have. */
  untested: ByName<string>;
};

export const lookupTexts: Catalogue<LookupTexts> = {
  en: en.lookup,
  zh: zh.lookup,
};

export const zoneTexts: Catalogue<ZoneTexts> = { en: en.zone, zh: zh.zone };
