import type { DayView } from "../../lib/shared/analytics_view.ts";
import { numberText } from "../../lib/shared/time_text.ts";
import { Table } from "../Table.tsx";

/** What the chart draws, in numbers, the latest day first. */
export function DayTable({ days }: { days: readonly DayView[] }) {
  return (
    <details class="days">
      <summary>Every day in numbers</summary>
      <Table
        caption="Pageviews and sessions by day"
        rows={days.toReversed()}
        keyOf={({ date }) => date}
        empty="There is none."
        columns={{
          "Day": ({ date }) => <time dateTime={date}>{date}</time>,
          "Pageviews": ({ pageviews }) => numberText(pageviews),
          "Sessions": ({ sessions }) => numberText(sessions),
        }}
      />
    </details>
  );
}
