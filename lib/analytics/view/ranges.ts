/** The periods that the dashboard shows, in display order, as in the `range` query parameter. */
export const RANGES = ["24h", "7d", "30d", "90d"] as const;

export type Range = (typeof RANGES)[number];

const DEFAULT_RANGE: Range = "30d";

/** The range of a query parameter; the default for a missing or unknown one. */
export function parseRange(text: string | null): Range {
  return RANGES.find((range) => range === text) ?? DEFAULT_RANGE;
}

/** The page of a range. */
export function rangeHref(range: Range): string {
  const path = "/admin/analytics";
  return range === DEFAULT_RANGE ? path : `${path}?range=${range}`;
}
