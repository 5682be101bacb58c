import type { FunctionComponent } from "preact";
import { jsxEscape, jsxTemplate } from "preact/jsx-runtime";
import { renderToString } from "preact-render-to-string";
import type { Language } from "../../lib/i18n/language.ts";
import { piecesOf, slotsOf, type SlotUse } from "../../lib/http/view/slots.ts";
import { LanguageProvider } from "./language.ts";

/** The values of slots, as HTML. */
type SlotValues<Slot extends string> = Readonly<Record<Slot, string>>;

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
  const piecesByLanguage: Partial<
    Record<Language, (string | SlotUse<Slot>)[]>
  > = {};
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
    for (const piece of piecesByLanguage[language] ??= rendered(language)) {
      html += typeof piece === "string" ? piece : values[piece.slot];
    }
    return html;
  };
}

/** HTML that is written already, by `markupOf` or `escaped`. Only for the server. */
export function Html({ html }: { html: string }) {
  return jsxTemplate([html]);
}

/** A text as HTML, as Preact writes it. */
export function escaped(text: string): string {
  return jsxEscape(text) as string;
}

/**
 * What differs between the pages of one shape. A page is rendered with its
 * parts, or once with placeholders, as the template of all pages of its shape.
 */
export interface PageParts<Text extends string> {
  /** Texts, for attributes and titles. */
  readonly texts: Readonly<Record<Text, string>>;
  /** HTML, with that of the texts: what replaces the placeholders. */
  readonly html: Readonly<Record<string, string>>;
}

/** @param html of the other parts; that of the texts is added */
export function pageParts<Text extends string>(
  texts: Readonly<Record<Text, string>>,
  html: Record<string, string>,
): PageParts<Text> {
  for (const name in texts) html[name] = escaped(texts[name]);
  return { texts, html };
}

/** Placeholders for parts. */
export function placeholdersOf<Text extends string>(
  { texts, html }: PageParts<Text>,
): PageParts<Text> {
  return {
    texts: slotsOf(Object.keys(texts) as Text[]),
    html: slotsOf(Object.keys(html)),
  };
}
