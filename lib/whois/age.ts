const DAY_MS = 86_400_000;

/** How long a time lies from another before it, in whole calendar years, else months, else days: `26 years`. */
export function spanText(fromMs: number, toMs: number): string {
  const months = wholeMonths(new Date(fromMs), new Date(toMs));
  if (months >= 12) return counted(Math.floor(months / 12), "year");
  if (months > 0) return counted(months, "month");
  const days = Math.floor((toMs - fromMs) / DAY_MS);
  return days > 0 ? counted(days, "day") : "less than a day";
}

/** `26 years ago`, `in 10 months`, seen from `nowMs`. */
export function distanceText(atMs: number, nowMs: number): string {
  return atMs <= nowMs
    ? `${spanText(atMs, nowMs)} ago`
    : `in ${spanText(nowMs, atMs)}`;
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

function counted(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"}`;
}
