import type { ComponentChildren } from "preact";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { lockTexts } from "../../lib/ipinfo/view/lock_texts.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { Rows } from "../ui/Rows.tsx";
import { useTexts } from "../ui/language.ts";

interface MoreFactsProps extends Pick<HomeView, "layers"> {
  /** As `DashNote` renders it. */
  note: ComponentChildren;
}

interface LayersProps extends Pick<HomeView, "cards">, MoreFactsProps {
  /** Another card. */
  children: ComponentChildren;
}

/**
 * The facts about an address: open ones on cards, expandable ones, and those
 * for members.
 */
export function Layers({ cards, children, ...more }: LayersProps) {
  return (
    <>
      <div class="cards">
        <FactCards cards={cards} />
        {children}
      </div>
      <MoreFacts {...more} />
    </>
  );
}

/** The open facts. */
export function FactCards({ cards }: Pick<HomeView, "cards">) {
  return (
    <>
      {cards.map(({ title, rows }) => (
        <section key={title} class="fact-card">
          <h2>{title}</h2>
          <Rows rows={rows} />
        </section>
      ))}
    </>
  );
}

/** Those that are expandable, and those for members. */
export function MoreFacts(
  { note, layers: [, details, advanced] }: MoreFactsProps,
) {
  const { moreDetails } = useTexts(homeTexts);
  const { advanced: title } = useTexts(lockTexts);
  return (
    <>
      {note}
      {details.length > 0 && (
        <details class="more">
          <summary>{moreDetails}</summary>
          <Rows rows={details} />
        </details>
      )}
      {advanced.length > 0 && (
        <section class="advanced" aria-labelledby="advanced-title">
          <h2 id="advanced-title">{title}</h2>
          <Rows rows={advanced} />
        </section>
      )}
    </>
  );
}

/** Explains the dashes among the open facts. */
export function DashNote({ text }: { text: string }) {
  return <p class="hint">{text}</p>;
}
