import type { ComponentChildren } from "preact";
import type { CardIcon, HomeField } from "../../lib/ipinfo/view/home_fields.ts";
import {
  homeTexts,
  type RequestField,
} from "../../lib/ipinfo/view/home_texts.ts";
import { lockTexts } from "../../lib/ipinfo/view/lock_texts.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { Html, type PageParts } from "../ui/markup.tsx";
import { useTexts } from "../ui/language.ts";
import { FactCard } from "./FactCard.tsx";
import { type Row, RowList } from "../ui/RowList.tsx";

type FactMarkup = PageParts<never>["html"];

/** A row without its value, whose HTML has the name of the field. */
interface RowShape extends Pick<Row, "label" | "mono"> {
  field: HomeField | RequestField;
}

/** What the pages of one shape have in common: everything but the values. */
export interface PageShape
  extends Pick<HomeView, "isPublic" | "isKnown" | "family"> {
  cards: readonly {
    icon: CardIcon;
    title: string;
    rows: readonly RowShape[];
  }[];
  layers: readonly [
    primary: readonly RowShape[],
    details: readonly RowShape[],
    advanced: readonly RowShape[],
  ];
}

/** Facts as rows, whose values are HTML. */
export function FactRows(
  { rows, html }: { rows: readonly RowShape[]; html: FactMarkup },
) {
  return (
    <RowList
      rows={rows.map(({ field, label, mono }) => ({
        label,
        mono,
        shown: <Html html={html[field]} />,
      }))}
    />
  );
}

interface LayersProps {
  shape: PageShape;
  html: FactMarkup;
  /** Another card. */
  children: ComponentChildren;
}

/**
 * The facts about an address: open ones on cards, expandable ones, and those
 * for members. A reserved address has none.
 */
export function Layers({ shape, html, children }: LayersProps) {
  const { moreDetails } = useTexts(homeTexts);
  const { advanced: title } = useTexts(lockTexts);
  const { isKnown, cards, layers: [, details, advanced] } = shape;
  if (!isKnown) return <div class="cards">{children}</div>;
  return (
    <>
      <div class="cards">
        {cards.map(({ icon, title, rows }) => (
          <FactCard key={title} icon={icon} title={title}>
            <FactRows rows={rows} html={html} />
          </FactCard>
        ))}
        {children}
      </div>
      <Html html={html.note} />
      {details.length > 0 && (
        <details class="more">
          <summary>{moreDetails}</summary>
          <FactRows rows={details} html={html} />
        </details>
      )}
      {advanced.length > 0 && (
        <section class="advanced" aria-labelledby="advanced-title">
          <h2 id="advanced-title">{title}</h2>
          <FactRows rows={advanced} html={html} />
        </section>
      )}
    </>
  );
}
