import type { DayView } from "../../lib/shared/analytics_view.ts";
import { adminAnalyticsTexts } from "../../lib/shared/texts/admin_analytics.ts";
import { numberText } from "../../lib/shared/time_text.ts";
import { useTexts } from "../language.ts";
import { Table } from "../Table.tsx";

/** What the chart draws, in numbers, the latest day first. */
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
