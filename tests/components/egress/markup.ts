import { h, type VNode } from "preact";
import { renderToString } from "preact-render-to-string";
import { EgressTextsContext } from "../../../components/egress/texts.ts";
import type { Language } from "../../../lib/shared/language.ts";
import { egressTexts } from "../../../lib/shared/texts/egress.ts";

/** What is rendered, without the spaces that the compiler leaves in tags where an attribute was a key. */
export function markup(node: VNode, language: Language = "en"): string {
  const value = egressTexts[language];
  return renderToString(h(EgressTextsContext.Provider, { value }, node))
    .replace(
      /<[a-z][^>]*>/g,
      (tag) => tag.replace(/ {2,}/g, " ").replace(/ >$/, ">"),
    );
}
