import type { FunctionComponent } from "preact";
import { jsxEscape } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import type { Language } from "../../lib/i18n/language.ts";
import { piecesOf, slotsOf, type SlotUse } from "../../lib/http/view/slots.ts";
import { LanguageProvider } from "./language.ts";

/** The values of slots, as HTML. */
export type SlotValues<Slot extends string> = Readonly<Record<Slot, string>>;

/** Returns a component's HTML. */
type Markup<Slot extends string> = (
  values: SlotValues<Slot>,
  language: Language,
) => string;

/**
 * A component whose properties are texts as a function that returns its HTML.
 * It is rendered once for each language, with slots in place of the texts,
 * because rendering takes most of a page's time.
 *
 * @example
 * const linkMarkup = markupOf(["text"], ({ text }) => <b>{text}</b>);
 * linkMarkup({ text: escaped("R&D") }, "en"); // <b>R&amp;D</b>
 */
export function markupOf<Slot extends string>(
  slots: readonly Slot[],
  Part: FunctionComponent<Record<Slot, string>>,
): Markup<Slot> {
  const kept: Partial<Record<Language, (string | SlotUse<Slot>)[]>> = {};
  const rendered = (language: Language) =>
    piecesOf(
      renderToString(
        <LanguageProvider value={language}>
          <Part {...slotsOf(slots)} />
        </LanguageProvider>,
      ),
      slots,
    );
  return (values, language) => {
    let html = "";
    for (const piece of kept[language] ??= rendered(language)) {
      html += typeof piece === "string" ? piece : values[piece.slot];
    }
    return html;
  };
}

/** A text as HTML, as Preact writes it. */
export function escaped(text: string): string {
  return jsxEscape(text) as string;
}
