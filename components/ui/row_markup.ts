import type { Language } from "../../lib/i18n/language.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { AddressGroup } from "./AddressText.tsx";
import { escaped, markupOf } from "./markup.tsx";
import { type Row, TextItem, TextList, Unknown } from "./Rows.tsx";
import { TargetLink, targetsIn } from "./TargetText.tsx";

/** What the markup of a page depends on besides what the page shows. */
export interface MarkupOptions {
  language: Language;
  hasWhois: boolean;
}

const unknown = markupOf(["notKnown"], Unknown);
const list = markupOf(["items"], TextList);
const item = markupOf(["text"], TextItem);
const link = markupOf(["path", "text"], TargetLink);
const addressGroup = markupOf(["group"], AddressGroup);

/** The value of a row as HTML, as `Rows` shows it. */
export function valueMarkup(
  { value, mono }: Pick<Row, "value" | "mono">,
  options: MarkupOptions,
): string {
  const { language } = options;
  if (value === null || value === "") {
    const { notKnown } = siteTexts[language];
    return unknown({ notKnown: escaped(notKnown) }, language);
  }
  if (typeof value === "number") return String(value);
  const shown = (text: string) =>
    mono ? targetsMarkup(text, options) : escaped(text);
  if (typeof value === "string") return shown(value);
  const items = value.map((text) => item({ text: shown(text) }, language));
  return list({ items: items.join("") }, language);
}

/** As `TargetText` shows it. */
function targetsMarkup(
  text: string,
  { language, hasWhois }: MarkupOptions,
): string {
  return targetsIn(text, hasWhois).map(({ part, path }) =>
    path === null
      ? escaped(part)
      : link({ path: escaped(path), text: escaped(part) }, language)
  ).join("");
}

/** As `AddressText` shows it. */
export function addressMarkup(ip: string, language: Language): string {
  const [first, ...groups] = ip.split(":");
  return escaped(first) +
    groups.map((group) => addressGroup({ group: escaped(group) }, language))
      .join("");
}
