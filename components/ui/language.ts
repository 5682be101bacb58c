import { useContext } from "preact/hooks";
import type { Catalogue, Language } from "../../lib/i18n/language.ts";
import { createPageContext } from "./page_context.ts";

const LanguageContext = createPageContext<Language>("en");

/**
 * The page's language, for its components. Routes get it from the request,
 * because their pages are rendered after they return. An island hydrates alone,
 * so it provides its own.
 */
export const LanguageProvider = LanguageContext.Provider;

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** A catalogue's texts in the page's language. */
export function useTexts<Texts>(catalogue: Catalogue<Texts>): Texts {
  return catalogue[useLanguage()];
}
