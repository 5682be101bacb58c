import { timeOf } from "../registry/rdap_event.ts";

const MONTHS = [
  ...["jan", "feb", "mar", "apr", "may", "jun"],
  ...["jul", "aug", "sep", "oct", "nov", "dec"],
];

/** `2020-01-31T10:20:30Z`, with what follows. */
const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d:])/i;
/** `2020/01/31`, `2020.01.31`, `2020. 01. 31.`, `20200131` */
const YEAR_FIRST = /^(\d{4})(?:[-/.] ?)?(\d{2})(?:[-/.] ?)?(\d{2})(?!\d)/;
/** `31-Jan-2020`, `31 January 2020`, with the weekday or without. */
const NAMED_MONTH =
  /^(?:[a-z]{3,9},? )?(\d{1,2})[- .]([a-z]{3})[a-z]{0,6}[-., ]{1,2}(\d{4})(?!\d)/i;
/** `January 31 2020`, `Fri Jan 31 2020` */
const MONTH_FIRST =
  /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]{0,6} {1,2}(\d{1,2}),? (\d{4})(?!\d)/i;
/** `31.01.2020`: whoever writes dots begins with the day. */
const DAY_FIRST = /^(\d{1,2})\.(\d{1,2})\.(\d{4})(?!\d)/;
/** `31/01/2020`, which begins with the month elsewhere. */
const SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4})(?!\d)/;

/** The time a text begins with, as ISO 8601 in UTC; null for what is none, or could be either of two. */
export function parseWhoisDate(text: string): string | null {
  const trimmed = text.trim();
  const iso = ISO.exec(trimmed);
  const yearFirst = YEAR_FIRST.exec(trimmed);
  if (yearFirst) {
    const date = dateOf(yearFirst[1], yearFirst[2], yearFirst[3]);
    return date && iso ? timeOf(iso[0]) : date;
  }
  const named = NAMED_MONTH.exec(trimmed);
  if (named) return dateOf(named[3], monthOf(named[2]), named[1]);
  const monthFirst = MONTH_FIRST.exec(trimmed);
  if (monthFirst) {
    return dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  }
  const dayFirst = DAY_FIRST.exec(trimmed);
  if (dayFirst) return dateOf(dayFirst[3], dayFirst[2], dayFirst[1]);
  const slashes = SLASHES.exec(trimmed);
  if (!slashes) return null;
  const [, a, b, year] = slashes;
  if (Number(a) > 12 || a === b) return dateOf(year, b, a);
  return Number(b) > 12 ? dateOf(year, a, b) : null;
}

function monthOf(name: string): string {
  return String(MONTHS.indexOf(name.toLowerCase()) + 1);
}

function dateOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = timeOf(text);
  // `2020-02-31` would be a day in March.
  return time?.startsWith(text) ? time : null;
}
