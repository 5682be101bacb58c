import type { FigureView } from "../../lib/shared/analytics_view.ts";
import { adminAnalyticsTexts } from "../../lib/shared/texts/admin_analytics.ts";
import { useTexts } from "../language.ts";

/** The five figures, each with what became of it. */
export function VisitFigures({ figures }: { figures: readonly FigureView[] }) {
  const texts = useTexts(adminAnalyticsTexts);
  return (
    <dl class="visits">
      {figures.map(({ name, value, change, before, tone }) => (
        <div key={name}>
          <dt>{texts.figures[name]}</dt>
          <dd>
            <strong>{value}</strong>{" "}
            {change && <span class={`change ${tone}`}>{change}</span>}{" "}
            {before !== null && (
              <span class="aside">{texts.before(before)}</span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}
