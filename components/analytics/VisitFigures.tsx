import type {
  FigureName,
  FigureView,
} from "../../lib/shared/analytics_view.ts";

const LABELS: Readonly<Record<FigureName, string>> = {
  visitors: "Visitors",
  pageviews: "Pageviews",
  sessions: "Sessions",
  bounceRate: "Bounce rate",
  visitSeconds: "Session time",
};

/** The five figures, each with what became of it. */
export function VisitFigures({ figures }: { figures: readonly FigureView[] }) {
  return (
    <dl class="visits">
      {figures.map(({ name, value, change, before, tone }) => (
        <div key={name}>
          <dt>{LABELS[name]}</dt>
          <dd>
            <strong>{value}</strong>{" "}
            {change && <span class={`change ${tone}`}>{change}</span>}{" "}
            {before !== null && <span class="aside">{`from ${before}`}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
