import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Catalogue, Language } from "../../lib/i18n/language.ts";

/**
 * The page's language, for its components. Routes get it from the request,
 * because their pages are rendered after they return. An island hydrates alone,
 * so it provides its own.
 */
export const LanguageContext = createContext<Language>("en");

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** A catalogue's texts in the page's language. */
export function useTexts<Texts>(catalogue: Catalogue<Texts>): Texts {
  return catalogue[useLanguage()];
}
