import type { Language } from "../../lib/i18n/language.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { AddressGroup } from "./AddressText.tsx";
import { slashParts } from "./SlashText.tsx";
import { useTexts } from "./language.ts";
import { escaped, markupOf } from "./markup.tsx";
import {
  endsValue,
  partsOf,
  TargetLink,
  targetPath,
} from "./linked_targets.tsx";
import { type Row, TextItem, TextList, Unknown, ZONE } from "./RowList.tsx";

/** What the markup of a page depends on besides what the page shows. */
export interface MarkupOptions {
  language: Language;
}

const unknown = markupOf(
  [],
  () => Unknown({ notKnown: useTexts(siteTexts).notKnown }),
);
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
  if (value === null || value === "") return unknown({}, language);
  if (typeof value === "number") return String(value);
  if (typeof value === "string") return textMarkup(value, mono, options);
  const items = value.map((text) =>
    item({ text: textMarkup(text, mono, options) }, language)
  );
  return list({ items: items.join("") }, language);
}

/** As `TargetText` shows it if it is in a monospace font. */
function textMarkup(
  text: string,
  mono: boolean,
  { language }: MarkupOptions,
): string {
  if (!mono) {
    return ZONE.test(text)
      ? slashParts(text).map(escaped).join("<wbr>")
      : escaped(text);
  }
  let html = "";
  for (const part of partsOf(text)) {
    // What this server knows comes first; its page leads to the registration.
    const path = targetPath(part, false);
    html += path === null
      ? `${escaped(part)}${endsValue(part) ? "<wbr>" : ""}`
      : link({
        path: escaped(path),
        text: addressMarkup(part, language),
      }, language);
  }
  return html;
}

/** As `AddressText` shows it. */
export function addressMarkup(ip: string, language: Language): string {
  const [first, ...groups] = ip.split(":");
  return escaped(first) +
    groups.map((group) => addressGroup({ group: escaped(group) }, language))
      .join("");
}
