import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Catalogue, Language } from "../../lib/i18n/language.ts";
import type { ErrorParams } from "../../lib/core/error_reasons.ts";
import { errorText } from "../../lib/i18n/errors.ts";

/**
 * The language of a page, for the components on it. Routes know it by their
 * request: what they return is rendered after they were called. An island, which
 * wakes alone, provides its own.
 */
export const LanguageContext = createContext<Language>("en");

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** The texts of a catalogue in the language of the page. */
export function useTexts<Texts>(catalogue: Catalogue<Texts>): Texts {
  return catalogue[useLanguage()];
}

/** What makes an error's sentence in the language of the page. */
export function useErrorText(): (params: ErrorParams) => string {
  const language = useLanguage();
  return (params) => errorText(language, params);
}
