import type { ComponentChildren } from "preact";
import { useContext } from "preact/hooks";
import type { HomeRow } from "../../lib/ipinfo/view/home_view.ts";
import { siteTexts } from "../../lib/i18n/site.ts";
import { SlashText } from "./SlashText.tsx";
import { useTexts } from "./language.ts";
import { linkedTargets, WhoisContext } from "./TargetText.tsx";

export type Row = Omit<HomeRow, "field">;

/**
 * Facts as rows of label and value. Unknown values are a dash. Names, addresses
 * and numbers, which are in a monospace font, lead to what is known about them.
 */
export function Rows({ rows }: { rows: readonly Row[] }) {
  const { notKnown } = useTexts(siteTexts);
  const hasWhois = useContext(WhoisContext);
  const linked = (text: string) => linkedTargets(text, hasWhois);
  return (
    <RowList
      rows={rows.map(({ label, value, mono }) => ({
        label,
        mono,
        shown: shown(value, notKnown, mono ? linked : asIs),
      }))}
    />
  );
}

interface ShownRow extends Pick<Row, "label" | "mono"> {
  shown: ComponentChildren;
}

/** Rows whose values are rendered already. */
export function RowList({ rows }: { rows: readonly ShownRow[] }) {
  return (
    <dl class="rows">
      {rows.map(({ label, mono, shown }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd class={mono ? "mono" : undefined}>{shown}</dd>
        </div>
      ))}
    </dl>
  );
}

// Functions instead of components, because popular pages have dozens of rows.

function shown(
  value: Row["value"],
  notKnown: string,
  textOf: (text: string) => ComponentChildren,
) {
  if (value === null || value === "") return Unknown({ notKnown });
  if (typeof value === "number") return value;
  if (typeof value === "string") return textOf(value);
  return TextList({
    items: value.map((text) => TextItem({ text: textOf(text) })),
  });
}

/** What stands for an unknown value. @param notKnown its explanation */
export function Unknown({ notKnown }: { notKnown: string }) {
  return <span class="unknown" title={notKnown}>–</span>;
}

/** A value of several texts. @param items as `TextItem` renders them */
export function TextList({ items }: { items: ComponentChildren }) {
  return <ul>{items}</ul>;
}

export function TextItem({ text }: { text: ComponentChildren }) {
  return <li>{text}</li>;
}

/** A time zone, such as `America/New_York`. */
export const ZONE = /^[A-Z][a-z]+\/[A-Z]/;

const asIs = (text: string) =>
  ZONE.test(text) ? <SlashText text={text} /> : text;
