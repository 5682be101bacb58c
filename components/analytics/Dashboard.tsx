import type { AnalyticsView } from "../../lib/shared/analytics_view.ts";
import { adminAnalyticsTexts } from "../../lib/shared/texts/admin_analytics.ts";
import { useTexts } from "../language.ts";
import { Time } from "../Time.tsx";
import { DayChart } from "./DayChart.tsx";
import { DayTable } from "./DayTable.tsx";
import { TopPlaces } from "./TopPlaces.tsx";
import { VisitFigures } from "./VisitFigures.tsx";

/** How a website was visited: figures, days, places. */
export function Dashboard({ view }: { view: AnalyticsView }) {
  const texts = useTexts(adminAnalyticsTexts);
  const [asOf, end] = texts.asOf;
  return (
    <>
      <p class="aside">
        {texts.span + asOf}
        <Time timeMs={view.askedAtMs} />
        {end}
      </p>
      <VisitFigures figures={view.figures} />
      {view.isEmpty ? <p class="empty">{texts.nobodyCame}</p> : (
        <>
          <DayChart days={view.days} ticks={view.ticks} />
          <DayTable days={view.days} />
          <div class="places">
            <TopPlaces title={texts.countries} places={view.countries} />
            <TopPlaces title={texts.regions} places={view.regions} />
          </div>
        </>
      )}
    </>
  );
}
