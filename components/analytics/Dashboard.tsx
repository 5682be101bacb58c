import type { AnalyticsView } from "../../lib/shared/analytics_view.ts";
import { Time } from "../Time.tsx";
import { DayChart } from "./DayChart.tsx";
import { DayTable } from "./DayTable.tsx";
import { TopPlaces } from "./TopPlaces.tsx";
import { VisitFigures } from "./VisitFigures.tsx";

/** How a website was visited: figures, days, places. */
export function Dashboard({ view }: { view: AnalyticsView }) {
  return (
    <>
      <p class="aside">
        The last 30 days, against the 30 before them up to the same time of day.
        As of <Time timeMs={view.askedAtMs} />.
      </p>
      <VisitFigures figures={view.figures} />
      {view.isEmpty
        ? (
          <p class="empty">
            Nobody came in these 30 days. Does the website load the script of
            the analytics server?
          </p>
        )
        : (
          <>
            <DayChart days={view.days} ticks={view.ticks} />
            <DayTable days={view.days} />
            <div class="places">
              <TopPlaces title="Top countries" places={view.countries} />
              <TopPlaces title="Top regions" places={view.regions} />
            </div>
          </>
        )}
    </>
  );
}
