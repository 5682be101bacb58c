import type { ComponentChildren } from "preact";
import type { HomeRow } from "../../lib/ipinfo/view/home_view.ts";
import { linkedTargets } from "./linked_targets.tsx";
import { SlashText } from "./SlashText.tsx";

export type Row = Omit<HomeRow, "field">;

interface ShownRow extends Pick<Row, "label" | "mono"> {
  shown: ComponentChildren;
}

/**
 * Facts as rows of label and value. Unknown values are a dash. Names, addresses
 * and numbers, which are in a monospace font, lead to what is known about them.
 */
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

/** @param options.notKnown explains a dash */
export function shownRow(
  { label, value, mono }: Row,
  { notKnown, hasWhois }: { notKnown: string; hasWhois?: boolean },
): ShownRow {
  const shown = (text: string) =>
    mono ? linkedTargets(text, hasWhois) : asIs(text);
  return { label, mono, shown: shownValue(value, notKnown, shown) };
}

function shownValue(
  value: Row["value"],
  notKnown: string,
  shown: (text: string) => ComponentChildren,
) {
  if (value === null || value === "") return Unknown({ notKnown });
  if (typeof value === "number") return value;
  if (typeof value === "string") return shown(value);
  return TextList({
    items: value.map((text) => TextItem({ text: shown(text) })),
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
