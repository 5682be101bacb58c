import { timeText } from "../../lib/i18n/language.ts";

/** A time to the minute; a dash for null. */
export function Time(
  { timeMs, never = "–" }: { timeMs: number | null; never?: string },
) {
  if (timeMs === null) return <span class="unknown">{never}</span>;
  const iso = new Date(timeMs).toISOString();
  return <time dateTime={iso}>{timeText(timeMs)}</time>;
}
