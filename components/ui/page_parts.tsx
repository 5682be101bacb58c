import type { ComponentChildren } from "preact";
import { renderToString } from "preact-render-to-string";
import type { Language } from "../../lib/i18n/language.ts";
import { LanguageProvider } from "./language.ts";
import { WhoisContext } from "./TargetText.tsx";

/** Between parts that are rendered at once. A private-use character, which no text of a page contains. */
const SEPARATOR = "\uE002";

/**
 * Parts of a page as HTML, without islands. Rendered at once, because each
 * rendering has a cost of its own.
 */
export function renderedParts<Name extends string>(
  parts: Readonly<Record<Name, ComponentChildren>>,
  { language, hasWhois }: { language: Language; hasWhois: boolean },
): Record<Name, string> {
  const names = Object.keys(parts) as Name[];
  const html = renderToString(
    <LanguageProvider value={language}>
      <WhoisContext.Provider value={hasWhois}>
        {names.map((name) => [parts[name], SEPARATOR])}
      </WhoisContext.Provider>
    </LanguageProvider>,
  ).split(SEPARATOR);
  return Object.fromEntries(
    names.map((name, i) => [name, html[i]]),
  ) as Record<Name, string>;
}
