import { formatText } from "../../lib/i18n/format.ts";
import {
  type AnalyticsView,
  type BarView,
  type FigureView,
  LIST_NAMES,
  type Range,
  rangeHref,
  RANGES,
} from "../../lib/analytics/view/dashboard_view.ts";
import {
  adminAnalyticsTexts,
  type AnalyticsFailure,
  analyticsFailureText,
  type ListedWebsite,
} from "../../lib/analytics/view/texts.ts";
import { numberText } from "../../lib/i18n/language.ts";
import { useLanguage, useTexts } from "../ui/language.ts";
import { Nav } from "../ui/Nav.tsx";
import { Table } from "../ui/Table.tsx";
import { RelativeTime, Time } from "../ui/Time.tsx";
import { VisitChart } from "./VisitChart.tsx";
import { Notice } from "../ui/Notice.tsx";

/** Links to the ranges. */
export function RangeLinks({ range }: { range: Range }) {
  const texts = useTexts(adminAnalyticsTexts);
  return (
    <Nav
      label={texts.rangesLabel}
      current={rangeHref(range)}
      links={RANGES.map((one) => [rangeHref(one), texts.ranges[one]] as const)}
    />
  );
}

/** A list with the most frequent first, as bars. Null if the server did not report it. */
function TopList(
  { title, bars }: { title: string; bars: readonly BarView[] | null },
) {
  const texts = useTexts(adminAnalyticsTexts);
  return (
    <section class="card">
      <h2>{title}</h2>
      {bars === null || bars.length === 0
        ? <p class="empty">{bars ? texts.empty : texts.notReported}</p>
        : (
          <ol class="bars">
            {bars.map(({ name, count, share }, i) => (
              <li key={i}>
                <bdi>{name ?? texts.unknown}</bdi>
                <span class="bar-number">
                  {numberText(count)}{" "}
                  {share !== null && <span class="aside">{share}</span>}
                </span>
                <svg
                  viewBox="0 0 100 1"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <rect width={lengthOf(count, bars[0].count)} height="1" />
                </svg>
              </li>
            ))}
          </ol>
        )}
    </section>
  );
}

function lengthOf(count: number, most: number): number {
  return Math.round(count / most * 1000) / 10;
}

/** The five figures and their changes. */
function VisitFigures({ figures }: { figures: readonly FigureView[] }) {
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
              <span class="aside">
                {formatText(texts.before, { figure: before })}
              </span>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The data of the chart as a table, latest first. */
function VisitTable(
  { points, unit }: Pick<AnalyticsView, "points" | "unit">,
) {
  const texts = useTexts(adminAnalyticsTexts);
  return (
    <details class="days">
      <summary>{texts.inNumbers[unit]}</summary>
      <Table
        caption={texts.caption[unit]}
        rows={points.toReversed()}
        keyOf={({ time }) => time}
        empty={texts.empty}
        columns={{
          [texts.unitColumn[unit]]: ({ time }) => (
            <time dateTime={time}>{time}</time>
          ),
          [texts.pageviews]: ({ pageviews }) => numberText(pageviews),
          [texts.visitors]: ({ visitors }) => numberText(visitors),
          [texts.pageviewsBefore]: ({ pageviewsBefore }) =>
            pageviewsBefore === null ? "–" : numberText(pageviewsBefore),
        }}
      />
    </details>
  );
}

/** Which website it is, and who visits it now. */
function WebsiteLine(
  { website: { name, href }, active }: Pick<
    AnalyticsView,
    "website" | "active"
  >,
) {
  const texts = useTexts(adminAnalyticsTexts);
  const text = <bdi>{name ?? href}</bdi>;
  return (
    <p class="website">
      {href ? <a href={href} rel="noreferrer">{text}</a> : name && text}
      {active !== null && (
        <span class="active">
          <strong>{active}</strong> {texts.active}
        </span>
      )}
    </p>
  );
}

interface DashboardProps {
  view: AnalyticsView;
  /** Whether these are older figures, because there are no new ones. */
  isStale: boolean;
}

/** The visits of a website: figures, chart, lists. */
export function Dashboard({ view, isStale }: DashboardProps) {
  const texts = useTexts(adminAnalyticsTexts);
  const [asOf, end] = texts.asOf;
  return (
    <>
      <WebsiteLine
        website={view.website}
        active={isStale ? null : view.active}
      />
      <p class="aside">
        {formatText(view.range === "24h" ? texts.spanOfHours : texts.span, {
          range: texts.ranges[view.range],
        }) + asOf}
        <Time timeMs={view.askedAtMs} />
        {end}
      </p>
      <VisitFigures figures={view.figures} />
      {view.isEmpty
        ? (
          <p class="empty">
            {formatText(texts.noVisits, { range: texts.ranges[view.range] })}
          </p>
        )
        : (
          <>
            <VisitChart
              range={view.range}
              unit={view.unit}
              points={view.points}
              ticks={view.ticks}
            />
            <VisitTable points={view.points} unit={view.unit} />
            <div class="places">
              {LIST_NAMES.map((name) => (
                <TopList
                  key={name}
                  title={texts.lists[name]}
                  bars={view.lists[name]}
                />
              ))}
            </div>
          </>
        )}
    </>
  );
}

interface FailureNoticeProps {
  failure: AnalyticsFailure;
  range: Range;
  /** When the figures below were received; null if there are none. */
  receivedAtMs: number | null;
}

/** Why there are no new figures, and what to do. */
export function FailureNotice(
  { failure, range, receivedAtMs }: FailureNoticeProps,
) {
  const texts = useTexts(adminAnalyticsTexts);
  const text = analyticsFailureText(failure, useLanguage());
  if (failure.code === "not_configured") {
    return (
      <div class="unconfigured">
        <p>{formatText(texts.setup, { failure: text })}</p>
        <p>{texts.variables}</p>
        <ul>
          {failure.missing.map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
        </ul>
      </div>
    );
  }
  return (
    <>
      <Notice kind="error">{text}</Notice>
      {receivedAtMs !== null && (
        <p>
          {texts.stale}
          <RelativeTime timeMs={receivedAtMs} />
          {texts.asOf[1]}
        </p>
      )}
      {"listed" in failure && <ListedWebsites websites={failure.listed} />}
      <p>
        <a class="button" href={rangeHref(range)}>{texts.tryAgain}</a>
      </p>
    </>
  );
}

function ListedWebsites(
  { websites }: { websites: readonly ListedWebsite[] },
) {
  const texts = useTexts(adminAnalyticsTexts);
  if (websites.length === 0) {
    return <p class="empty">{texts.noneListed}</p>;
  }
  return (
    <>
      <p>{texts.listed}</p>
      <ul class="listed">
        {websites.map(({ id, name }) => (
          <li key={id}>
            <bdi>{name}</bdi> <code class="copyable">{id}</code>
          </li>
        ))}
      </ul>
    </>
  );
}
