import { Component, type ComponentChildren, createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Catalogue, Language } from "../../lib/i18n/language.ts";

const LanguageContext = createContext<Language>("en");

/** The context's key among those that Preact passes down to components. */
const KEY = (LanguageContext as unknown as { __c: string }).__c;

/**
 * The page's language, for its components. Routes get it from the request,
 * because their pages are rendered after they return. An island hydrates alone,
 * so it provides its own. It never changes within a page.
 *
 * Preact's own provider assigns closures to itself and to each component that
 * uses it, and V8 (15.0) keeps an object with an assigned closure until the next
 * major garbage collection: with it all elements of each page ever rendered.
 */
export class LanguageProvider
  extends Component<{ value: Language; children: ComponentChildren }> {
  override getChildContext() {
    return { [KEY]: this };
  }

  /** Preact calls it for each component that reads the context. */
  sub(): void {}

  override render() {
    return this.props.children;
  }
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

/** A catalogue's texts in the page's language. */
export function useTexts<Texts>(catalogue: Catalogue<Texts>): Texts {
  return catalogue[useLanguage()];
}
