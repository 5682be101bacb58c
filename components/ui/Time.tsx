import { useContext } from "preact/hooks";
import { relativeTimeText, timeText } from "../../lib/i18n/language.ts";
import { useLanguage } from "./language.ts";
import { createPageContext } from "./page_context.ts";

/** When the page was requested, in milliseconds since the epoch. */
export const NowContext = createPageContext(0);

interface TimeProps {
  timeMs: number | null;
  /** Shown for null. */
  never?: string;
}

/** A time to the minute; a dash for null. */
export function Time({ timeMs, never = "–" }: TimeProps) {
  if (timeMs === null) return <span class="unknown">{never}</span>;
  const iso = new Date(timeMs).toISOString();
  return <time dateTime={iso}>{timeText(timeMs)}</time>;
}

/** How long ago a time was, or how far ahead it is, with the exact time as a tooltip; a dash for null. */
export function RelativeTime({ timeMs, never = "–" }: TimeProps) {
  const nowMs = useContext(NowContext);
  const language = useLanguage();
  if (timeMs === null) return <span class="unknown">{never}</span>;
  const iso = new Date(timeMs).toISOString();
  return (
    <time dateTime={iso} title={timeText(timeMs)}>
      {relativeTimeText(timeMs, nowMs, language)}
    </time>
  );
}
