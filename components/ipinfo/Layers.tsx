import type { ComponentChildren } from "preact";
import { homeTexts } from "../../lib/ipinfo/view/home_texts.ts";
import { lockTexts } from "../../lib/ipinfo/view/lock_texts.ts";
import type { HomeView } from "../../lib/ipinfo/view/home_view.ts";
import { Rows } from "../ui/Rows.tsx";
import { useTexts } from "../ui/language.ts";

interface LayersProps extends Pick<HomeView, "cards" | "dashNote" | "layers"> {
  /** Another card. */
  children?: ComponentChildren;
}

/**
 * The facts about an address: open ones on cards, expandable ones, and those
 * for members.
 */
export function Layers(
  { cards, dashNote, layers: [, details, advanced], children }: LayersProps,
) {
  const { moreDetails } = useTexts(homeTexts);
  const { advanced: title } = useTexts(lockTexts);
  return (
    <>
      {(cards.length > 0 || children) && (
        <div class="cards">
          {cards.map(({ title, rows }) => (
            <section key={title} class="fact-card">
              <h2>{title}</h2>
              <Rows rows={rows} />
            </section>
          ))}
          {children}
        </div>
      )}
      {dashNote !== null && <p class="hint">{dashNote}</p>}
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
