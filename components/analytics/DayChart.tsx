import type { DayView } from "../../lib/analytics/view/dashboard_view.ts";
import {
  type Language,
  LANGUAGE_TAGS,
  numberText,
} from "../../lib/i18n/language.ts";
import { adminAnalyticsTexts } from "../../lib/analytics/view/texts.ts";
import { useLanguage, useTexts } from "../ui/language.ts";

/** In units of the drawing, which is stretched to the available width. */
const HEIGHT = 100;
const DAY_WIDTH = 10;

interface DayChartProps {
  days: readonly DayView[];
  /** 0 first. The last is the height of the chart. */
  ticks: readonly number[];
}

/**
 * Pageviews and visitors of each day as bars, with the visitors in front. The
 * labels are HTML next to the drawing, so that they are not stretched. They are
 * hidden from screen readers, which get the description and the table.
 */
export function DayChart({ days, ticks }: DayChartProps) {
  const texts = useTexts(adminAnalyticsTexts);
  const language = useLanguage();
  const top = ticks[ticks.length - 1];
  const last = days.length - 1;
  const width = days.length * DAY_WIDTH;
  const heightOf = (value: number) => rounded(value / top * HEIGHT);
  return (
    <figure class="chart">
      <figcaption>
        {texts.byDay}
        <Swatch kind="pageviews" /> {texts.pageviews} <Swatch kind="visitors" />
        {" "}
        {texts.visitors}
      </figcaption>
      <ol class="chart-scale" aria-hidden="true">
        {ticks.toReversed().map((tick) => (
          <li key={tick}>{tickText(tick, language)}</li>
        ))}
      </ol>
      <svg
        viewBox={`0 0 ${width} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby="chart-title chart-text"
      >
        <title id="chart-title">{texts.caption}</title>
        <desc id="chart-text">
          {texts.chart(days[0].date, days[last].date, busiest(days))}
        </desc>
        {ticks.map((tick) => (
          <line
            key={tick}
            class="grid"
            x1="0"
            x2={width}
            y1={rounded(HEIGHT - heightOf(tick))}
            y2={rounded(HEIGHT - heightOf(tick))}
          />
        ))}
        {days.map((day, i) => (
          <g key={day.date}>
            <title>{texts.day(day)}</title>
            {/* Makes the tooltip appear over the full height. */}
            <Bar kind="day" at={i} inset={0} height={HEIGHT} />
            <Bar
              kind="pageviews"
              at={i}
              inset={1}
              height={heightOf(day.pageviews)}
            />
            <Bar
              kind="visitors"
              at={i}
              inset={2.5}
              height={heightOf(day.visitors)}
            />
          </g>
        ))}
      </svg>
      <ol class="chart-days" aria-hidden="true">
        {days.filter((_, i) => i === 0 || i >= 7 && (last - i) % 7 === 0)
          .map(({ date, label }) => <li key={date}>{label}</li>)}
      </ol>
    </figure>
  );
}

function Bar(
  { kind, at, inset, height }: {
    kind: "day" | "pageviews" | "visitors";
    at: number;
    inset: number;
    height: number;
  },
) {
  return (
    <rect
      class={kind}
      x={at * DAY_WIDTH + inset}
      y={rounded(HEIGHT - height)}
      width={DAY_WIDTH - 2 * inset}
      height={height}
    />
  );
}

function Swatch({ kind }: { kind: "pageviews" | "visitors" }) {
  return (
    <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
      <rect class={kind} width="1" height="1" />
    </svg>
  );
}

function busiest(days: readonly DayView[]): DayView {
  return days.reduce((a, b) => b.pageviews > a.pageviews ? b : a);
}

function rounded(length: number): number {
  return Math.round(length * 100) / 100;
}

/** At most five characters. */
function tickText(tick: number, language: Language): string {
  return tick < 10_000
    ? numberText(tick)
    : new Intl.NumberFormat(LANGUAGE_TAGS[language], { notation: "compact" })
      .format(tick);
}
