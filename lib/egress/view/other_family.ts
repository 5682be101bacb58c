import { formatText } from "../../i18n/format.ts";
import { homeTexts } from "../../ipinfo/view/home_texts.ts";
import type { Language } from "../../i18n/language.ts";
import type { ProbeState } from "./report.ts";
import { egressTexts } from "./texts.ts";
import en from "./texts/en.json" with { type: "json" };
import zh from "./texts/zh.json" with { type: "json" };
import type { FamilyStripTexts } from "./verdict/families.ts";

/** A probe host of the other address family than the page's connection. */
export interface OtherFamily {
  family: 4 | 6;
  /** Without a trailing slash. */
  origin: string;
}

const texts = { en, zh };

export type OtherFamilyTexts = ReturnType<typeof otherFamilyTexts>;

/** The texts about the address of a family: `states` for a probe that has found none. */
export function otherFamilyTexts(language: Language, family: 4 | 6) {
  const { link, states, details, what } = texts[language].otherFamily;
  const filled = (text: string) => formatText(text, { family });
  const ofStates = (
    texts: Partial<Record<ProbeState, string>>,
  ): Partial<Record<ProbeState, string>> =>
    Object.fromEntries(
      Object.entries(texts).map(([state, text]) => [state, filled(text)]),
    );
  return {
    caption: filled(homeTexts[language].captionOfPublic),
    /** The link to the address, shown without JavaScript. */
    link: filled(link),
    states: ofStates(states),
    /** What that may mean, or when to come back. */
    details: ofStates(details),
    /** What the copy button copies. */
    what: filled(what),
  };
}

/** The texts of the strip about both families, some of them those of the leak test. */
export function familyStripTexts(name: Language): FamilyStripTexts {
  const { language, phrases, verdicts: { tunnels } } = egressTexts[name];
  return { language, phrases, tunnels, ...texts[name].families };
}
