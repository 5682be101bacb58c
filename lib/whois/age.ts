import type { Language } from "../shared/language.ts";
import { whoisTexts } from "../shared/texts/whois.ts";

const DAY_MS = 86_400_000;

/** How long a time lies from another before it, in whole calendar years, else months, else days: `26 years`. */
export function spanText(
  fromMs: number,
  toMs: number,
  language: Language = "en",
): string {
  const { age } = whoisTexts[language];
  const months = wholeMonths(new Date(fromMs), new Date(toMs));
  if (months >= 12) return age.years(Math.floor(months / 12));
  if (months > 0) return age.months(months);
  const days = Math.floor((toMs - fromMs) / DAY_MS);
  return days > 0 ? age.days(days) : age.lessThanADay;
}

/** `26 years ago`, `in 10 months`, seen from `nowMs`. */
export function distanceText(
  atMs: number,
  nowMs: number,
  language: Language = "en",
): string {
  const { age } = whoisTexts[language];
  return atMs <= nowMs
    ? age.past(spanText(atMs, nowMs, language))
    : age.ahead(spanText(nowMs, atMs, language));
}

function wholeMonths(from: Date, to: Date): number {
  const months = (to.getUTCFullYear() - from.getUTCFullYear()) * 12 +
    to.getUTCMonth() - from.getUTCMonth();
  return withinMonth(to) < withinMonth(from) ? months - 1 : months;
}

/** Milliseconds since the month began. */
function withinMonth(date: Date): number {
  return date.getTime() - Date.UTC(date.getUTCFullYear(), date.getUTCMonth());
}
