import { formatText } from "../../lib/i18n/format.ts";
import type {
  AnalyticsView,
  PointView,
} from "../../lib/analytics/view/dashboard_view.ts";
import {
  type Language,
  LANGUAGE_TAGS,
  numberText,
} from "../../lib/i18n/language.ts";
import { adminAnalyticsTexts } from "../../lib/analytics/view/texts.ts";
import { useLanguage, useTexts } from "../ui/language.ts";

/** In units of the drawing, which is stretched to the available width. */
const HEIGHT = 100;
const BAR_WIDTH = 10;

/** Every how many days or hours there is a label, counted back from the last. */
const LABEL_STEPS: Readonly<Record<AnalyticsView["range"], number>> = {
  "24h": 6,
  "7d": 1,
  "30d": 7,
  "90d": 15,
};

type VisitChartProps = Pick<
  AnalyticsView,
  "range" | "unit" | "points" | "ticks"
>;

/**
 * Pageviews and visitors of each day or hour as bars, with the visitors in front
 * and the pageviews of the period before behind. The labels are HTML next to the
 * drawing, so that they are not stretched. They are hidden from screen readers,
 * which get the description and the table.
 */
export function VisitChart({ range, unit, points, ticks }: VisitChartProps) {
  const texts = useTexts(adminAnalyticsTexts);
  const language = useLanguage();
  const top = ticks[ticks.length - 1];
  const last = points.length - 1;
  const width = points.length * BAR_WIDTH;
  const step = LABEL_STEPS[range];
  const heightOf = (value: number) => rounded(value / top * HEIGHT);
  return (
    <figure class="chart">
      <figcaption>
        {texts.byUnit[unit]} <Legend kind="pageviews" />{" "}
        <Legend kind="visitors" /> <Legend kind="pageviewsBefore" />
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
        {/* Their keys keep Fresh from taking these titles for the page's. */}
        <title key="chart" id="chart-title">{texts.caption[unit]}</title>
        <desc id="chart-text">
          {formatText(texts.chart, {
            first: points[0].time,
            last: points[last].time,
            most: formatText(texts.point, busiest(points)),
          })}
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
        <path
          class="earlier"
          d={outline(
            points.map(({ pageviewsBefore }) => heightOf(pageviewsBefore ?? 0)),
          )}
        />
        {points.map((point, i) => (
          <g key={point.time}>
            <title key={point.time}>{formatText(texts.point, point)}</title>
            {/* Makes the tooltip appear over the full height. */}
            <Bar kind="unit" at={i} inset={0} height={HEIGHT} />
            <Bar
              kind="pageviews"
              at={i}
              inset={1}
              height={heightOf(point.pageviews)}
            />
            <Bar
              kind="visitors"
              at={i}
              inset={2.5}
              height={heightOf(point.visitors)}
            />
          </g>
        ))}
      </svg>
      <ol class={`chart-units of-${range}`} aria-hidden="true">
        {points.filter((_, i) =>
          i === 0 && points.length % step > 0 ||
          i >= step - 1 && (last - i) % step === 0
        ).map(({ time, label }) => <li key={time}>{label}</li>)}
      </ol>
    </figure>
  );
}

function Bar(
  { kind, at, inset, height }: {
    kind: "unit" | "pageviews" | "visitors";
    at: number;
    inset: number;
    height: number;
  },
) {
  return (
    <rect
      class={kind}
      x={at * BAR_WIDTH + inset}
      y={rounded(HEIGHT - height)}
      width={BAR_WIDTH - 2 * inset}
      height={height}
    />
  );
}

/** The steps over columns of these heights. */
function outline(heights: readonly number[]): string {
  const steps = heights.map((height) =>
    `V${rounded(HEIGHT - height)}h${BAR_WIDTH}`
  );
  return `M0 ${HEIGHT}${steps.join("")}V${HEIGHT}z`;
}

function Legend(
  { kind }: { kind: "pageviews" | "visitors" | "pageviewsBefore" },
) {
  const texts = useTexts(adminAnalyticsTexts);
  return (
    <span class="legend">
      <svg class="swatch" viewBox="0 0 1 1" aria-hidden="true">
        <rect
          class={kind === "pageviewsBefore" ? "earlier" : kind}
          width="1"
          height="1"
        />
      </svg>{" "}
      {texts[kind]}
    </span>
  );
}

function busiest(points: readonly PointView[]): PointView {
  return points.reduce((a, b) => b.pageviews > a.pageviews ? b : a);
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
