import { timeOf } from "./rdap/lenient.ts";

/** The abbreviated months, in English, Spanish and Portuguese. */
const MONTHS: readonly RegExp[] = [
  ...[/^(?:jan|ene)/, /^feb|^fev/, /^mar/, /^a[pb]r/, /^ma[yi]/, /^jun/],
  ...[
    /^jul/,
    /^a[ug]g|^ago/,
    /^sep|^set/,
    /^o[ck]t|^out/,
    /^nov/,
    /^de[cz]|^dic/,
  ],
];

/** `2020-01-31T10:20:30Z`, maybe followed by other text. */
const ISO =
  /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:?\d{2})?)?(?![\d:])/i;
/** `2020/01/31`, `2020.01.31`, `2020. 01. 31.`, `20200131`, `20200131102030` */
const YEAR_FIRST =
  /^(\d{4})(?:[-/.] ?)?(\d{2})(?:[-/.] ?)?(\d{2})(?:\d{6}(?!\d)|(?!\d))/;
/** `31-Jan-2020`, `31st January 2020`, `31 de enero de 2020`; maybe a weekday. */
const NAMED_MONTH =
  /^(?:[a-z]{3,9},? )?(\d{1,2})(?:st|nd|rd|th)?(?:[- ./]| de )([a-z]{3})[a-z]{0,7}(?:[-., /]{1,2}| de )(\d{4})(?!\d)/i;
/** `2020-Jan-31` */
const NAMED_MIDDLE = /^(\d{4})-([a-z]{3})-(\d{1,2})(?!\d)/i;
/** `January 31 2020`, `Fri Jan 31 2020`, `Fri Jan 31 10:20:30 GMT 2020` */
const MONTH_FIRST =
  /^(?:[a-z]{3,9},? )?([a-z]{3})[a-z]{0,6} {1,2}(\d{1,2})(?:st|nd|rd|th)?,? (?:\d{2}:\d{2}:\d{2} (?:[a-z]{1,5} )?)?(\d{4})(?!\d)/i;
/** `31.01.2020`: dates with dots start with the day everywhere. */
const WITH_DOTS = /^(\d{1,2})\. ?(\d{1,2})\. ?(\d{4})(?!\d)/;
/** `31/01/2020`, which starts with the month in some countries. */
const WITH_SLASHES = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d{2})(?!\d)/;
/**
 * A date after a person's address or handle: `someone AT registry.test
 * 20200131`, `XY1-TEST 20200131102030`
 */
const AFTER_ADDRESS =
  /(?:@|-[a-z]| at )(?:\S*| \S+) ((?:19|20)\d{6}(?:\d{6})?)\b/i;

/** Whether the day or the month comes first in dates such as `01/02/2020`. */
type DateOrder = "day" | "month";

/**
 * The date at the start of a text, as ISO 8601 in UTC; null if there is none,
 * or if it is ambiguous.
 *
 * @param order of ambiguous dates, if it is known
 */
export function parseWhoisDate(
  text: string,
  order: DateOrder | null = null,
): string | null {
  const trimmed = AFTER_ADDRESS.exec(text)?.[1] ??
    text.trim().replace(/^(?:before|ok-until) (?=\d{8})/i, "")
      .replace(/^["']/, "").replace(/ {2,}/g, " ");
  const iso = ISO.exec(trimmed);
  const yearFirst = YEAR_FIRST.exec(trimmed);
  if (yearFirst) {
    const date = dateOf(yearFirst[1], yearFirst[2], yearFirst[3]);
    return date && iso ? timeOf(iso[0]) : date;
  }
  const named = NAMED_MONTH.exec(trimmed);
  if (named) return dateOf(named[3], monthOf(named[2]), named[1]);
  const middle = NAMED_MIDDLE.exec(trimmed);
  if (middle) return dateOf(middle[1], monthOf(middle[2]), middle[3]);
  const monthFirst = MONTH_FIRST.exec(trimmed);
  if (monthFirst) {
    return dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  }
  const dots = WITH_DOTS.exec(trimmed);
  if (dots) return dateOf(dots[3], dots[2], dots[1]);
  const slashes = WITH_SLASHES.exec(trimmed);
  if (!slashes) return null;
  const [, a, b, year] = slashes;
  // Two digits could also be the day of a date that starts with the year.
  if (year.length === 2 && order === null) return null;
  const full = year.length === 2
    ? `${Number(year) < 70 ? 20 : 19}${year}`
    : year;
  if (a === b || Number(a) > 12) return dateOf(full, b, a);
  if (Number(b) > 12) return dateOf(full, a, b);
  if (order === null) return null;
  return order === "day" ? dateOf(full, b, a) : dateOf(full, a, b);
}

/**
 * The order that the unambiguous ones among a record's dates show; null if there
 * are none, or if they contradict each other.
 */
export function dateOrderOf(texts: readonly string[]): DateOrder | null {
  const orders = new Set<DateOrder>();
  for (const text of texts) {
    const match = WITH_SLASHES.exec(text.trim());
    if (match === null || match[3].length !== 4) continue;
    if (Number(match[1]) > 12) orders.add("day");
    if (Number(match[2]) > 12) orders.add("month");
  }
  const [order] = orders;
  return orders.size === 1 ? order : null;
}

function monthOf(name: string): string {
  const lower = name.toLowerCase();
  return String(MONTHS.findIndex((month) => month.test(lower)) + 1);
}

function dateOf(year: string, month: string, day: string): string | null {
  const text = `${year}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
  const time = timeOf(text);
  // `Date` takes `2020-02-31` for a day in March.
  return time?.startsWith(text) ? time : null;
}
