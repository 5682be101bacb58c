/** A time as people read it, to the minute in UTC: `2026-11-21 12:00 UTC`. */
export function timeText(timeMs: number): string {
  const [day, clock] = new Date(timeMs).toISOString().split("T");
  return `${day} ${clock.slice(0, 5)} UTC`;
}

/** The day of a time in UTC: `2026-11-21`. */
export function dayText(timeMs: number): string {
  return new Date(timeMs).toISOString().slice(0, 10);
}

/** A whole number with its thousands apart: `10,000`. */
export function numberText(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ",");
}
