import type {
  AnalyticsView,
  DayView,
  FigureView,
  PlaceView,
} from "../../lib/analytics/view/dashboard_view.ts";
import { adminAnalyticsTexts } from "../../lib/analytics/view/texts.ts";
import { numberText } from "../../lib/i18n/language.ts";
import { useTexts } from "../ui/language.ts";
import { Table } from "../ui/Table.tsx";
import { Time } from "../ui/Time.tsx";
import { DayChart } from "./DayChart.tsx";

/** The places with the most visitors, as bars. */
export function TopPlaces(
  { title, places }: { title: string; places: readonly PlaceView[] },
) {
  const texts = useTexts(adminAnalyticsTexts);
  return (
    <section class="card">
      <h2>{title}</h2>
      {places.length === 0
        ? <p class="empty">{texts.noPlaces}</p>
        : (
          <ol class="bars">
            {places.map((place, i) => (
              <li key={i}>
                <bdi>{place.name ?? texts.unknown}</bdi>
                <span class="bar-number">
                  {numberText(place.visitors)}{" "}
                  <span class="aside">{place.share}</span>
                </span>
                <svg
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect
                    width={lengthOf(place.visitors, places[0].visitors)}
                    height="1"
                  />
                </svg>
              </li>
            ))}
          </ol>
        )}
    </section>
  );
}

function lengthOf(visitors: number, most: number): number {
  return Math.round(visitors / most * 1000) / 10;
}

/** The five figures and their changes. */
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

/** The data of the chart as a table, latest day first. */
export function DayTable({ days }: { days: readonly DayView[] }) {
  const texts = useTexts(adminAnalyticsTexts);
  return (
    <details class="days">
      <summary>{texts.inNumbers}</summary>
      <Table
        caption={texts.caption}
        rows={days.toReversed()}
        keyOf={({ date }) => date}
        empty={texts.empty}
        columns={{
          [texts.dayColumn]: ({ date }) => <time dateTime={date}>{date}</time>,
          [texts.pageviews]: ({ pageviews }) => numberText(pageviews),
          [texts.visitors]: ({ visitors }) => numberText(visitors),
        }}
      />
    </details>
  );
}

/** The visits of a website: figures, days, places. */
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
      {view.isEmpty ? <p class="empty">{texts.noVisits}</p> : (
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
