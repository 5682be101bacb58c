import type { TimelineEntry } from "../../lib/shared/registration_view.ts";

/** What has happened, and what will. */
export function Timeline({ entries }: { entries: readonly TimelineEntry[] }) {
  return (
    <ol class="timeline">
      {entries.map(({ label, dateTime, time, distance, isAhead }, i) => (
        <li key={i} class={isAhead ? "ahead" : undefined}>
          <strong>{label}</strong>
          <time dateTime={dateTime}>{time}</time>
          <span class="distance">{distance}</span>
        </li>
      ))}
    </ol>
  );
}
